import { DISMISSAL_LABELS, DISMISSAL_TYPES } from '@aftercare/domain/attendance/attendance'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { useId, useRef } from 'react'
import { Form } from '../../lib/form'
import { useToday } from '../../lib/program'
import { Button } from '../../ui/inputs/button'
import { DatePicker } from '../../ui/inputs/date-picker'
import { Field, FieldError, TextArea, TextInput } from '../../ui/inputs/field'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { ChildOnFile } from './child-on-file'
import type { DropInEntry } from './drop-ins.api'
import type { AddDropInForm } from './use-add-drop-in-form'
import { WhoseChildDialog } from './whose-child-dialog'

// On touch screens a focused input would open the keyboard over the calendar.
const isTouch = () => window.matchMedia('(pointer: coarse)').matches

type DropInDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Explicit because the dialog may reopen by itself with a restored draft. */
  finalFocus: () => HTMLElement | null
  form: AddDropInForm
}

export function DropInDialog({ open, onOpenChange, finalFocus, form }: DropInDialogProps) {
  const formId = useId()
  const firstField = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Drop-In"
      description={
        form.fee === undefined
          ? 'You can enter any date.'
          : `The fee is ${formatUsd(toCents(form.fee))} for every dismissal type. You can enter any date.`
      }
      width="wide"
      initialFocus={isTouch() ? undefined : firstField}
      finalFocus={finalFocus}
      dismissible={false}
      loading={form.isSaving}
      footer={
        <>
          <Button
            variant="quiet"
            disabled={form.isSaving}
            onClick={() => {
              form.reset()
              onOpenChange(false)
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isSaving}>
            Save Drop-In
          </Button>
        </>
      }
    >
      <ChildOnFile form={form} inputRef={firstField} />
      <DropInFields id={formId} form={form} />
      {form.family && <WhoseChildDialog family={form.family} form={form} />}
      <ConfirmDialog
        open={form.question !== null}
        onOpenChange={form.keepEditing}
        title="Add it anyway?"
        description={form.question ?? ''}
        confirmLabel="Add Drop-In"
        cancelLabel="Back to the form"
        variant="primary"
        loading={form.isSaving}
        onConfirm={form.addAnyway}
      />
    </Dialog>
  )
}

type TextName = Exclude<keyof DropInEntry, 'dropin_date' | 'dismissal_type'>

type DropInFieldsProps = {
  id: string
  form: AddDropInForm
}

function DropInFields({ id, form }: DropInFieldsProps) {
  const { values, errors, change, child } = form
  const isLinked = child !== null
  const today = useToday()
  const dateLabel = useId()

  const textProps = (name: TextName, maxLength: number) => ({
    name,
    maxLength,
    value: values[name],
    autoComplete: 'off',
    onValueChange: (text: string) => change({ [name]: text }),
  })

  return (
    <Form
      draft="guarded by the page"
      id={id}
      onSubmit={form.submit}
      className="grid gap-x-6 gap-y-4 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend */}
      <div role="group" aria-labelledby={dateLabel}>
        <p className="mb-1.5 text-sm font-semibold">
          <span id={dateLabel}>Date</span>
          <span className="block font-normal text-muted">{formatLongDate(values.dropin_date)}</span>
        </p>
        <DatePicker
          value={values.dropin_date}
          today={today}
          onValueChange={(dropin_date) => change({ dropin_date })}
        />
        {errors.dropin_date && <FieldError>{errors.dropin_date}</FieldError>}
      </div>
      <div className="grid content-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <Field label="Child Name" required error={errors.guest_child_name}>
          <TextInput readOnly={isLinked} {...textProps('guest_child_name', MAX_LENGTH.name)} />
        </Field>
        <Field label="Parent Name" required error={errors.guest_parent_name}>
          <TextInput readOnly={isLinked} {...textProps('guest_parent_name', MAX_LENGTH.name)} />
        </Field>
        <Field label="Parent Email" required error={errors.guest_parent_email}>
          <TextInput
            type="email"
            readOnly={isLinked}
            onBlur={() => void form.askWhoseChild()}
            {...textProps('guest_parent_email', MAX_LENGTH.email)}
          />
        </Field>
        <Field label="Parent Phone" required={!isLinked} error={errors.guest_parent_phone}>
          <TextInput type="tel" readOnly={isLinked} {...textProps('guest_parent_phone', MAX_LENGTH.phone)} />
        </Field>
        <Field label="Allergies" error={errors.guest_child_allergies} className="sm:col-span-2">
          <TextInput
            placeholder="None, or list allergies"
            readOnly={isLinked}
            {...textProps('guest_child_allergies', MAX_LENGTH.allergies)}
          />
        </Field>
        <Field
          label="Special Notes"
          error={errors.guest_child_notes}
          description={child?.notes && `From the family: ${child.notes}`}
          className="sm:col-span-2"
        >
          <TextArea rows={2} {...textProps('guest_child_notes', MAX_LENGTH.notes)} />
        </Field>
        <div className="sm:col-span-2">
          <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
            Dismissal Type
          </p>
          <SegmentedControl
            label="Dismissal Type"
            options={DISMISSAL_TYPES.map((value) => ({ value, label: DISMISSAL_LABELS[value] }))}
            value={values.dismissal_type}
            onValueChange={(dismissal_type) => change({ dismissal_type })}
          />
        </div>
      </div>
    </Form>
  )
}
