import { CHILD_LABELS, pickupPeopleText } from '@aftercare/domain/children/child-changes'
import { checkChild } from '@aftercare/domain/children/children'
import { isolate } from '@aftercare/domain/lib/isolate'
import { type ReactNode, useId } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { type SaveOptions, useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { ConflictAlert, ServerValues } from '../../ui/feedback/conflict-alert'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { ChildForm } from './child-form'
import type { ChildInput } from './child-values'

type ChildFormDialogProps<Row> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Of the draft. */
  name: string
  title: string
  description?: ReactNode
  isNew?: boolean
  besides?: string
  stored: Versioned<ChildInput>
  mutation: SaveOptions<Row, ChildInput>
  onSaved?: (child: Row) => void
}

/** A child's details, for parents and staff. It stays open until there is a response. */
export function ChildFormDialog<Row extends { name: string }>({
  open,
  onOpenChange,
  name,
  title,
  description,
  isNew = false,
  besides = 'you',
  stored: storedValues,
  mutation,
  onSaved,
}: ChildFormDialogProps<Row>) {
  const formId = useId()
  const form = useVersionedForm({
    name,
    stored: storedValues,
    mutation,
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
      title={title}
      description={description}
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
            {isNew ? 'Add Child' : 'Save Changes'}
          </Button>
        </>
      }
    >
      {open && (
        <ChildForm
          formId={formId}
          values={values}
          errors={form.errors}
          besides={besides}
          // A new child has no row to save further changes to.
          onChange={(name, part) => (!isNew || !isSaving) && form.edit(part, [name])}
          onSubmit={submit}
        >
          <ConflictAlert conflict={form.conflict}>
            <ServerValues
              rows={form.conflicts.map((name) => [
                CHILD_LABELS[name],
                shown(stored[name]),
                shown(values[name]),
              ])}
            />
          </ConflictAlert>
        </ChildForm>
      )}
    </Dialog>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const shown = (value: ChildInput[keyof ChildInput]) =>
  (typeof value === 'string' ? value : pickupPeopleText(value ?? [], '\n')).trim()

const successMessage = (name: string, isEdit: boolean) =>
  isEdit
    ? `${isolate(name)}'s information has been updated.`
    : `${isolate(name)} has been added successfully.`
