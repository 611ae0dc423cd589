import type { Day } from '@aftercare/domain/lib/days'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import {
  openCents,
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@aftercare/domain/payments/balances'
import { paymentDates, paymentRules } from '@aftercare/domain/payments/payment-dates'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { X } from 'lucide-react'
import { type FormEvent, useCallback, useState } from 'react'
import { Form } from '../../lib/form'
import { useToday } from '../../lib/program'
import { useDraft } from '../../lib/use-draft'
import type { useFieldErrors } from '../../lib/use-field-errors'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { IconButton } from '../../ui/inputs/icon-button'
import { SelectInput } from '../../ui/inputs/select-input'
import { parentHref } from '../parent-href'
import type { NewPayment } from '../payments/payments.api'
import { PARENT_FAILED, type ParentSubmission, useSubmissionChoices } from './parents.api'

const METHOD_OPTIONS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }))
const GENERAL = { value: 'general', label: 'General Payment' }

type RecordPaymentFormProps = {
  formId: string
  parentId: string
  fields: ReturnType<typeof useFieldErrors>
  isSending: boolean
  onSubmit: (payment: NewPayment) => void
  submission?: PayableSubmission
  isSamePage?: (url: URL) => boolean
}

export type PayableSubmission = Pick<
  ParentSubmission,
  'id' | 'month' | 'dropin_date' | 'child_name' | 'total_fee' | 'paid_amount'
>

const openOf = ({ total_fee, paid_amount }: PayableSubmission) =>
  openCents({ totalFeeCents: toCents(total_fee), paidCents: toCents(paid_amount) })

const emptyForm = (today: Day, submission?: PayableSubmission) => ({
  amount: submission && openOf(submission) > 0 ? (openOf(submission) / 100).toFixed(2) : '',
  payment_date: today,
  payment_method: '' as PaymentMethod | '',
  submission_id: submission?.id ?? '',
  notes: '',
})

/** "December 2026, Amara, $60.00, $20.00 open" */
const optionOf = (row: PayableSubmission) => ({
  value: row.id,
  label: [
    submissionTitle(row.month, row.dropin_date),
    isolate(row.child_name),
    formatUsd(toCents(row.total_fee)),
    `${formatUsd(openOf(row))} open`,
  ].join(', '),
})

export function RecordPaymentForm({
  formId,
  parentId,
  fields,
  isSending,
  onSubmit,
  submission,
  isSamePage: isSubmissionPage,
}: RecordPaymentFormProps) {
  const today = useToday()
  // Fixed when opened, so that the date does not change at midnight.
  const [empty] = useState(() => emptyForm(today, submission))
  const draft = useDraft(`payment of ${parentId} ${submission?.id ?? ''}`, { empty })
  const form = draft.values
  const path = parentHref(parentId)
  const isParentPage = useCallback((url: URL) => url.pathname === path, [path])
  const isSamePage = isSubmissionPage ?? isParentPage
  const { errors } = fields
  const { first, last } = paymentDates(today)
  const change = (part: Partial<typeof form>) => {
    draft.change(part)
    fields.clearErrors(...Object.keys(part))
  }
  const choices = useSubmissionChoices(parentId)
  // Without the choices every payment would be a general one, and nobody would know why.
  useErrorToast(choices.isError, PARENT_FAILED)
  const others = (choices.data ?? []).filter((row) => row.id !== submission?.id)
  const options = [...(submission ? [submission] : []), ...others].map(optionOf)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fields.check(form, paymentRules(today))) onSubmit({ ...form, parent_id: parentId })
  }

  return (
    <Form
      draft={draft}
      isSending={isSending}
      isSamePage={isSamePage}
      unsavedText="This payment hasn't been recorded and will be lost."
      id={formId}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3.5 gap-y-4 sm:grid-cols-2"
    >
      <Field label="Amount" required error={errors.amount}>
        <TextInput
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
          value={form.amount}
          // Scrolling over the field must not change money.
          onWheel={(event) => event.currentTarget.blur()}
          onValueChange={(amount) => change({ amount })}
        />
      </Field>
      <Field label="Payment date" required error={errors.payment_date}>
        <TextInput
          type="date"
          min={first}
          max={last}
          value={form.payment_date}
          onValueChange={(payment_date) => change({ payment_date })}
        />
      </Field>
      <Field label="Method" error={errors.payment_method} className="sm:col-span-2">
        <span className="flex gap-1">
          <SelectInput
            options={METHOD_OPTIONS}
            value={form.payment_method || null}
            placeholder="Select method"
            onValueChange={(payment_method) => change({ payment_method })}
            className="min-w-0"
          />
          {form.payment_method && (
            <IconButton label="Clear method" icon={<X />} onClick={() => change({ payment_method: '' })} />
          )}
        </span>
      </Field>
      <Field label="Apply to" error={errors.submission_id} className="sm:col-span-2">
        <SelectInput
          options={[GENERAL, ...options]}
          value={form.submission_id || GENERAL.value}
          onValueChange={(id) => change({ submission_id: id === GENERAL.value ? '' : id })}
        />
      </Field>
      <Field label="Notes" error={errors.notes} className="sm:col-span-2">
        <TextArea
          rows={3}
          maxLength={MAX_LENGTH.notes}
          placeholder="Check number, reference"
          value={form.notes}
          onValueChange={(notes) => change({ notes })}
        />
      </Field>
    </Form>
  )
}
