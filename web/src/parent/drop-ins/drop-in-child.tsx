import { hasAllergies } from '@aftercare/domain/attendance/attendance'
import { Plus } from 'lucide-react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { Avatar } from '../../ui/data/avatar'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { ChildDialog } from '../children/child-dialog'
import type { DropInFormState } from './use-drop-in-form'

/** For signed-in parents: one of their children, or a new one, added without leaving the form. */
export function DropInChild({ form }: { form: DropInFormState }) {
  const { data: children } = form.children
  const dialog = useChildDialog('drop-in')
  return (
    <div>
      <RetryNote queries={[form.children]} tone="info">
        We can't show your children right now.
      </RetryNote>
      {children?.length === 0 && <Callout>Add a child first, then choose the day.</Callout>}
      {children && children.length > 0 && (
        <RadioGroup
          label="Child"
          required
          value={form.child?.id ?? null}
          onValueChange={(childId) => form.change({ childId })}
          options={children.map((child, index) => ({
            value: child.id,
            label: (
              <span className="flex items-center gap-3">
                <Avatar name={child.name} index={index} />
                <span className="min-w-0 wrap-anywhere">
                  {child.name}
                  <span className="block text-note font-normal">
                    {hasAllergies(child.allergies) ? `Allergies: ${child.allergies}` : 'No allergies listed'}
                  </span>
                </span>
              </span>
            ),
          }))}
        />
      )}
      <Button
        variant="plain"
        className="mt-1 -ml-3"
        icon={<Plus aria-hidden="true" />}
        onClick={dialog.openForNew}
      >
        Add New Child
      </Button>
      <ChildDialog
        open={dialog.isOpen}
        onOpenChange={dialog.close}
        addTitle="Add New Child"
        onSaved={(child) => form.change({ childId: child.id })}
      />
    </div>
  )
}
