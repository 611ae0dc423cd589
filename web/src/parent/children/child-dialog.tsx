import { ChildFormDialog } from '../../features/children/child-dialog'
import { storedChild } from '../../features/children/child-values'
import { type Child, saveChildOptions } from './children.api'

export type ChildDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The child to edit; without one the dialog adds a new child. */
  child?: Child | null
  /** "Add New Child" where the dialog opens over another form; "Add Child" by default. */
  addTitle?: string
  onSaved?: (child: Child) => void
}

/** Adds or edits one of the parent's children, over any page. */
export function ChildDialog({ child, addTitle = 'Add Child', ...props }: ChildDialogProps) {
  return (
    <ChildFormDialog
      name={`child ${child?.id ?? 'new'}`}
      isNew={!child}
      title={child ? 'Edit Child' : addTitle}
      stored={storedChild(child)}
      mutation={saveChildOptions(child?.id)}
      {...props}
    />
  )
}
