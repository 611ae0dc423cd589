import { checkChild } from '@aftercare/domain/children/children'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useId } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { ConflictAlert, ServerValues } from '../../ui/feedback/conflict-alert'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { ChildForm } from './child-form'
import { type Child, type ChildInput, saveChildOptions, storedChild } from './children.api'

export type ChildDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The child to edit; without one the dialog adds a new child. */
  child?: Child | null
  /** "Add New Child" where the dialog opens over another form; "Add Child" by default. */
  addTitle?: string
  onSaved?: (child: Child) => void
}

/** Adds or edits a child, over any page. It stays open until there is a response. */
export function ChildDialog({
  open,
  onOpenChange,
  child,
  addTitle = 'Add Child',
  onSaved,
}: ChildDialogProps) {
  const formId = useId()
  const form = useVersionedForm({
    name: `child ${child?.id ?? 'new'}`,
    stored: storedChild(child),
    mutation: saveChildOptions(child?.id),
    onSaved: (saved, { version }, isDone) => {
      form.toast.success('Success!', successMessage(saved.name, version > 0))
      if (isDone || version === 0) leave()
      onSaved?.(saved)
    },
    onError: (error, { version }) =>
      form.toast.error('Error', getErrorMessage(error) ?? (version > 0 ? FAILED_UPDATE : FAILED_ADD)),
  })
  const { values, stored, isSaving } = form
  function leave() {
    form.discard()
    onOpenChange(false)
  }
  const submit = () => {
    // Drop blank rows, so that the errors' indexes match the rows shown.
    const pickup_people = values.pickup_people.filter(({ name, phone }) => name.trim() || phone.trim())
    form.edit({ pickup_people })
    form.submit(checkChild({ ...values, pickup_people }))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isSaving && leave()}
      title={child ? 'Edit Child' : addTitle}
      width="narrow"
      dismissible={false}
      footer={
        <>
          <Button variant="quiet" disabled={isSaving} onClick={leave}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={values.name.trim() === ''}
            loading={isSaving}
            className="whitespace-nowrap"
          >
            {child ? 'Save Changes' : 'Add Child'}
          </Button>
        </>
      }
    >
      {open && (
        <ChildForm
          formId={formId}
          values={values}
          errors={form.errors}
          // A new child has no row to save further changes to.
          onChange={(name, part) => (child || !isSaving) && form.edit(part, [name])}
          onSubmit={submit}
        >
          <ConflictAlert conflict={form.conflict}>
            <ServerValues
              rows={form.conflicts.map((name) => [LABELS[name], shown(stored[name]), shown(values[name])])}
            />
          </ConflictAlert>
        </ChildForm>
      )}
    </Dialog>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const LABELS: Record<keyof ChildInput, string> = {
  name: 'Name',
  allergies: 'Allergies',
  notes: 'Notes',
  pickup_people: 'Who may pick up',
}

const shown = (value: ChildInput[keyof ChildInput]) => {
  const text =
    typeof value === 'string'
      ? value
      : value
          .map(({ name, phone }) => [isolate(name), phone].filter((part) => part.trim()).join(', '))
          .join('\n')
  return text.trim()
}

const successMessage = (name: string, isEdit: boolean) =>
  isEdit
    ? `${isolate(name)}'s information has been updated.`
    : `${isolate(name)} has been added successfully.`
