import { peopleText } from '@aftercare/domain/children/child-changes'
import { type ChildInput, checkChild } from '@aftercare/domain/children/children'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { ReactNode } from 'react'
import { useTexts } from '../../language/language'
import { FormConflict } from '../../lib/form-conflict'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { type SaveOptions, useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { en as ui } from '../../ui/texts/en'
import { ChildFields } from './child-fields'
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
    if (values.name.trim() === '') return
    // Drop blank rows, so that the errors' indexes match the rows shown.
    const people = {
      pickup_people: withoutBlankRows(values.pickup_people),
      must_not_pick_up: withoutBlankRows(values.must_not_pick_up),
    }
    form.edit(people)
    form.submit(checkChild({ ...values, ...people }, stored.pickup_people))
  }
  return (
    <FormDialog
      open={open}
      draft={form}
      loading={isSaving}
      title={title}
      description={description}
      saveLabel={<span className="whitespace-nowrap">{isNew ? t.addChild : t.save}</span>}
      disabled={values.name.trim() === ''}
      onSubmit={submit}
      onClose={leave}
    >
      <FormConflict form={form} describe={(name, values) => [t[name], shown(values[name])]} />
      <ChildFields
        values={values}
        errors={form.errors}
        besides={besides}
        // A new child has no row to save further changes to.
        onChange={(name, part) => (!isNew || !isSaving) && form.edit(part, [name])}
      />
    </FormDialog>
  )
}

const shown = (value: ChildInput[keyof ChildInput]) =>
  (typeof value === 'string' ? value : peopleText(value ?? [], '\n')).trim()
