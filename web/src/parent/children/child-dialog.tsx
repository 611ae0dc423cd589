import { ChildFormDialog } from '../../features/children/child-dialog'
import { storedChild } from '../../features/children/child-values'
import { useTexts } from '../../language/language'
import { type Child, saveChildOptions } from './children.api'
import { en } from './texts/en'

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
export function ChildDialog({ child, addTitle, ...props }: ChildDialogProps) {
  const t = useTexts(en)
  return (
    <ChildFormDialog
      name={`child ${child?.id ?? 'new'}`}
      isNew={!child}
      title={child ? t.editChild : (addTitle ?? t.addChild)}
      stored={storedChild(child)}
      mutation={saveChildOptions(child?.id)}
      {...props}
    />
  )
}
