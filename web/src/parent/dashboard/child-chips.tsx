import { Plus } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Link } from '../../router/router'
import { Avatar } from '../../ui/data/avatar'
import type { Child } from '../children/children.api'
import { en } from './texts/en'

/** Opens the form for a new child there. */
const ADD_CHILD = { add: true }

/** The family's children; each links to the children page. */
export function ChildChips({ childRows }: { childRows: readonly Child[] }) {
  const t = useTexts(en)
  return (
    <ul aria-label={t.myChildren} className="mt-3 flex flex-wrap gap-2">
      {childRows.map((child, index) => (
        <li key={child.id}>
          <Link
            to="/children"
            className="inline-flex min-h-tap max-w-60 items-center gap-2 rounded-full border border-line bg-surface py-1 pr-3.5 pl-1 font-semibold text-text no-underline hover:border-line-strong"
          >
            <Avatar name={child.name} index={index} />
            <span className="truncate">{child.name.split(' ')[0]}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="/children"
          state={ADD_CHILD}
          aria-label={t.addChild}
          className="grid size-11 place-items-center rounded-full border border-dashed border-line-strong text-accent hover:bg-accent-soft"
        >
          <Plus className="size-5" />
        </Link>
      </li>
    </ul>
  )
}
