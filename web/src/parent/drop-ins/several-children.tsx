import { hasAllergies } from '@aftercare/domain/children/allergies'
import { useId } from 'react'
import { useTexts } from '../../language/language'
import { Avatar } from '../../ui/data/avatar'
import { Checkbox } from '../../ui/inputs/checkbox'
import type { Child } from '../children/children.api'
import { en } from './texts/en'
import type { DropInFormState } from './use-drop-in-form'

export function SeveralChildren({ form, list }: { form: DropInFormState; list: readonly Child[] }) {
  const t = useTexts(en)
  const labelId = useId()
  const ids = form.chosen.map(({ id }) => id)
  return (
    <div>
      <div id={labelId} className="mb-1.5 block text-sm font-semibold">
        {t.children}
        <span aria-hidden="true" className="text-danger">
          {' '}
          *
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: labelled like the radio buttons that it replaces */}
      <div role="group" aria-labelledby={labelId} className="grid gap-2">
        {list.map((child, index) => (
          <Checkbox
            key={child.id}
            variant="row"
            media={<Avatar name={child.name} index={index} />}
            label={child.name}
            description={hasAllergies(child.allergies) ? t.allergies(child.allergies) : t.noAllergies}
            checked={ids.includes(child.id)}
            onCheckedChange={(isChosen) =>
              form.change({ severalIds: isChosen ? [...ids, child.id] : ids.filter((id) => id !== child.id) })
            }
          />
        ))}
      </div>
    </div>
  )
}
