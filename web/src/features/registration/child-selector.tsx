import { hasAllergies } from '@aftercare/domain/children/allergies'
import { Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { useTexts } from '../../language/language'
import { Avatar } from '../../ui/data/avatar'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { FieldError } from '../../ui/inputs/field'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

type ChildSelectorProps = Pick<
  RegistrationFormState,
  'registered' | 'submitted' | 'childIds' | 'payingChildren' | 'missing' | 'toggleChild'
> & {
  query: RegistrationFormState['children']
  onAdd: (() => void) | undefined
  className: string
}

/** Selects the children. Those already registered for this month are shown, but disabled. */
export const ChildSelector = memo(function ChildSelector(props: ChildSelectorProps) {
  const { query, onAdd, className, ...form } = props
  const t = useTexts(en).children
  const { data: children } = query
  const chosen = form.payingChildren
  const hintId = useId()
  const isMissing = form.missing.includes('children') && children?.length !== 0
  return (
    <section aria-labelledby="children-heading" className={className}>
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id="children-heading" className="text-xl">
          {t.heading}
        </h2>
        {children && children.length > 0 && (
          <span className="text-note text-muted">{t.chosen(chosen, children.length)}</span>
        )}
      </div>
      <RetryNote queries={[query]}>{t.failed}</RetryNote>
      <RetryNote queries={[form.registered]} className="mb-2">
        {t.registeredFailed}
      </RetryNote>
      {children?.length === 0 && <NoChildren onAdd={onAdd} />}
      {children && children.length > 0 && (
        <div className="-m-1 grid grid-cols-1 max-h-[19.5rem] lg:max-h-[clamp(9rem,calc(100dvh-37.5rem),19.5rem)] gap-1.5 overflow-y-auto p-1">
          {children.map((child, index) => {
            const isSubmitted = form.submitted.has(child.id)
            return (
              <Checkbox
                key={child.id}
                variant="row"
                media={<Avatar name={child.name} index={index} />}
                label={child.name}
                description={
                  isSubmitted ? (
                    <b>{t.submitted}</b>
                  ) : hasAllergies(child.allergies) ? (
                    child.allergies
                  ) : (
                    t.noAllergies
                  )
                }
                disabled={isSubmitted}
                errorId={isMissing && !isSubmitted ? hintId : undefined}
                checked={!isSubmitted && form.childIds.includes(child.id)}
                onCheckedChange={(next) => form.toggleChild(child.id, next)}
              />
            )
          })}
        </div>
      )}
      {isMissing && <FieldError id={hintId}>{t.missing}</FieldError>}
    </section>
  )
})

function NoChildren({ onAdd }: { onAdd: (() => void) | undefined }) {
  const t = useTexts(en).children
  return (
    <Callout>
      <p>{t.none}</p>
      {onAdd && (
        <Button variant="quiet" icon={<Plus />} className="mt-3" onClick={onAdd}>
          {t.add}
        </Button>
      )}
    </Callout>
  )
}
