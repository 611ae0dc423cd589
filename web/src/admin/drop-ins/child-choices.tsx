import { allergiesText } from '@aftercare/domain/children/allergies'
import { AllergyMark } from '../attendance/allergy-mark'
import type { ListedChild } from '../children/children.api'

type ChildChoicesProps = { rows: readonly ListedChild[]; onChoose: (child: ListedChild) => void }

/** Children to choose from, each with its family, phone and allergies. */
export function ChildChoices({ rows, onChoose }: ChildChoicesProps) {
  return (
    <ul aria-label="Children on file" className="grid grid-cols-1 gap-1.5">
      {rows.map((child) => (
        <li key={child.id}>
          <button
            type="button"
            onClick={() => onChoose(child)}
            className="flex min-h-tap w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control border border-line bg-surface px-3 py-1.5 text-left hover:border-accent"
          >
            <span className="min-w-0 wrap-anywhere">
              <b className="block font-semibold">
                <bdi>{child.name}</bdi>
              </b>
              <span className="block text-sm text-muted">
                <bdi>{child.parent.full_name || child.parent.email}</bdi>
                {child.parent.phone && `, ${child.parent.phone}`}
              </span>
            </span>
            {child.allergies && <AllergyMark allergies={allergiesText(child.allergies)} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
