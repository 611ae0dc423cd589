import { Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { Avatar } from '../../ui/data/avatar'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Missing } from './missing-steps'
import type { RegistrationForm } from './use-registration-form'

type ChildSelectorProps = Pick<
  RegistrationForm,
  'registered' | 'submitted' | 'childIds' | 'payingChildren' | 'missing' | 'toggleChild'
> & { query: RegistrationForm['children']; onAdd: () => void }

/** Selects the children. Those already registered for this month are shown, but disabled. */
export const ChildSelector = memo(function ChildSelector({ query, onAdd, ...form }: ChildSelectorProps) {
  const { data: children } = query
  const chosen = form.payingChildren
  const hintId = useId()
  const isMissing = form.missing.includes('children') && children?.length !== 0
  return (
    <section aria-labelledby="children-heading">
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id="children-heading" className="text-xl">
          Children
        </h2>
        {children && children.length > 0 && (
          <span className="text-note text-muted">
            {chosen} of {children.length} chosen
          </span>
        )}
      </div>
      <RetryNote queries={[query]}>Failed to load children data.</RetryNote>
      <RetryNote queries={[form.registered]} className="mb-2">
        We couldn't load existing registrations.
      </RetryNote>
      {children?.length === 0 && <NoChildren onAdd={onAdd} />}
      {children && children.length > 0 && (
        <div className="-m-1 grid grid-cols-1 max-h-[19.5rem] lg:max-h-[clamp(7.5rem,calc(100dvh-37.5rem),19.5rem)] gap-1.5 overflow-y-auto p-1">
          {children.map((child, index) => {
            const isSubmitted = form.submitted.has(child.id)
            return (
              <Checkbox
                key={child.id}
                variant="row"
                media={<Avatar name={child.name} index={index} />}
                label={child.name}
                description={
                  isSubmitted ? <b>Already Submitted</b> : (child.allergies ?? 'No allergies listed')
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
      <Missing id={hintId} when={isMissing}>
        Select at least one child.
      </Missing>
    </section>
  )
})

function NoChildren({ onAdd }: { onAdd: () => void }) {
  return (
    <Callout>
      <p>Add a child first, then choose the days.</p>
      <Button variant="quiet" icon={<Plus aria-hidden="true" />} className="mt-3" onClick={onAdd}>
        Add Child
      </Button>
    </Callout>
  )
}
