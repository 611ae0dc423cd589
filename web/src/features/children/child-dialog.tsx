import { peopleText } from '@aftercare/domain/children/child-changes'
import { type ChildInput, checkChild } from '@aftercare/domain/children/children'
import { isolate } from '@aftercare/domain/lib/isolate'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../language/language'
import { formErrorMessage } from '../../lib/form-error-message'
import { type SaveOptions, useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { ConflictAlert, ServerValues } from '../../ui/feedback/conflict-alert'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { en as ui } from '../../ui/texts/en'
import { ChildForm } from './child-form'
import { withoutBlankRows } from './child-values'
import { en } from './texts/en'

type ChildFormDialogProps<Row> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Key for the draft and its toasts. */
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
  besides,
  stored: storedValues,
  mutation,
  onSaved,
}: ChildFormDialogProps<Row>) {
  const t = useTexts(en)
  const common = useTexts(ui)
  const formId = useId()
  const form = useVersionedForm({
    name,
    stored: storedValues,
    mutation,
    onSaved: (saved, { version }, isDone) => {
      const message = version > 0 ? t.updated : t.added
      form.toast.success(common.success, message(isolate(saved.name)))
      if (isDone || version === 0) leave()
      onSaved?.(saved)
    },
    onError: (error, { version }) =>
      form.toast.error(common.error, formErrorMessage(error, version > 0 ? t.updateFailed : t.addFailed)),
  })
  const { values, stored, isSaving } = form
  function leave() {
    form.discard()
    onOpenChange(false)
  }
  const submit = () => {
    // Drop blank rows, so that the errors' indexes match the rows shown.
    const people = {
      pickup_people: withoutBlankRows(values.pickup_people),
      must_not_pick_up: withoutBlankRows(values.must_not_pick_up),
    }
    form.edit(people)
    form.submit(checkChild({ ...values, ...people }, stored.pickup_people))
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
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={values.name.trim() === ''}
            loading={isSaving}
            className="whitespace-nowrap"
          >
            {isNew ? t.addChild : t.save}
          </Button>
        </>
      }
    >
      <ChildForm
        formId={formId}
        values={values}
        errors={form.errors}
        draft={form}
        besides={besides}
        // A new child has no row to save further changes to.
        onChange={(name, part) => (!isNew || !isSaving) && form.edit(part, [name])}
        onSubmit={submit}
      >
        <ConflictAlert conflict={form.conflict}>
          <ServerValues
            rows={form.conflicts.map((name) => [t[name], shown(stored[name]), shown(values[name])])}
          />
        </ConflictAlert>
      </ChildForm>
    </Dialog>
  )
}

const shown = (value: ChildInput[keyof ChildInput]) =>
  (typeof value === 'string' ? value : peopleText(value ?? [], '\n')).trim()
