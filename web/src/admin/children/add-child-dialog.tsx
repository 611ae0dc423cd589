import { ChildFormDialog } from '../../features/children/child-dialog'
import { storedChild } from '../../features/children/child-values'
import { addStaffChildOptions } from './children.api'

/** Staff add what a family tells them by phone; every adult of it is told by email. */
export function AddChildDialog({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  return (
    <ChildFormDialog
      open
      isNew
      onOpenChange={(open) => !open && onClose()}
      name={`staff new child of ${parentId}`}
      title="Add Child"
      description="We'll email the parent what you added."
      besides="the parent"
      stored={storedChild(null)}
      mutation={addStaffChildOptions(parentId)}
    />
  )
}
