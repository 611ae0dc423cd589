import { isolate } from '@aftercare/domain/lib/isolate'
import { ChildFormDialog } from '../../features/children/child-dialog'
import { storedChild } from '../../features/children/child-values'
import { type EditableChild, saveStaffChildOptions } from './children.api'

/** Staff correct what the family entered; the parent is told by email. */
export function EditChildDialog({ child, onClose }: { child: EditableChild; onClose: () => void }) {
  return (
    <ChildFormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      name={`staff child ${child.id}`}
      title={`Edit ${isolate(child.name)}`}
      description="We'll email the parent what you changed."
      besides="the parent"
      stored={storedChild(child)}
      mutation={saveStaffChildOptions(child.id)}
    />
  )
}
