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
import { useCallback, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { randomKey } from '../../lib/idempotency-key'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { AmountInput } from '../../ui/inputs/amount-input'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { IconButton } from '../../ui/inputs/icon-button'
import { SelectInput } from '../../ui/inputs/select-input'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { parentHref } from '../parent-href'
import { type NewPayment, useRecordPayment } from '../payments/payments.api'
import { PARENT_FAILED, type ParentDetail, type ParentSubmission, useSubmissionChoices } from './parents.api'

const METHOD_OPTIONS = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }))
const GENERAL = { value: 'general', label: 'General Payment' }

type PayableSubmission = Pick<
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

export type RecordPaymentDialogProps = {
  parent: ParentDetail
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Filled in with what is open on it, where the dialog opens from a submission. */
  submission?: PayableSubmission
  /** Where the dialog is open without the navigation being blocked; the parent's page by default. */
  isSamePage?: (url: URL) => boolean
}

/** A new form each time it is opened. */
export function RecordPaymentDialog({ open, ...props }: RecordPaymentDialogProps) {
  return open && <OpenDialog {...props} />
}

function OpenDialog(props: Omit<RecordPaymentDialogProps, 'open'>) {
  const { parent, onOpenChange, submission, isSamePage: isSubmissionPage } = props
  const today = useToday()
  // Fixed when opened, so that the date does not change at midnight.
  const [empty] = useState(() => emptyForm(today, submission))
  const draft = useDraft(`payment of ${parent.id} ${submission?.id ?? ''}`, { empty })
  const form = draft.values
  const path = parentHref(parent.id)
  const isParentPage = useCallback((url: URL) => url.pathname === path, [path])
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(`payment of ${parent.id}`)
  const [dialog] = useState(randomKey)
  const [question, setQuestion] = useState<{ message: string; json: NewPayment } | null>(null)
  const record = useRecordPayment(parent.id, {
    onSuccess: () => {
      setQuestion(null)
      toast.success('Success', 'Payment recorded successfully')
      onOpenChange(false)
    },
    onError: (error, { json }) => {
      setQuestion(null)
      if (error instanceof ApiError && error.code === 'payment-recorded') {
        toast.clear()
        return setQuestion({ message: error.message, json: { ...json, allow_duplicate: true } })
      }
      toast.error('Error', formErrorMessage(error, 'Failed to record payment'))
      fields.showError(error)
    },
  })
  const { first, last } = paymentDates(today)
  const change = (part: Partial<typeof form>) => {
    draft.change(part)
    fields.clearErrors(...Object.keys(part))
  }
  const control = controlsOf(form, change)
  const choices = useSubmissionChoices(parent.id)
  // Without the choices every payment would be a general one, and nobody would know why.
  useErrorToast(choices.isError, PARENT_FAILED)
  const others = (choices.data ?? []).filter((row) => row.id !== submission?.id)
  const options = [...(submission ? [submission] : []), ...others].map(optionOf)

  const submit = () => {
    if (fields.check(form, paymentRules(today)))
      record.mutate({ dialog, json: { ...form, parent_id: parent.id } })
  }

  return (
    <FormDialog
      draft={draft}
      isSamePage={isSubmissionPage ?? isParentPage}
      unsavedText="This payment hasn't been recorded and will be lost."
      loading={record.isPending}
      title="Record Payment"
      description={
        <>
          <bdi>{parent.full_name || parent.email}</bdi>, Balance Due{' '}
          <b className="text-text">{formatUsd(toCents(parent.totals.balance))}</b>
        </>
      }
      formClassName="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3.5 gap-y-4 sm:grid-cols-2"
      saveLabel="Record Payment"
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <Field label="Amount" required error={errors.amount}>
        <AmountInput placeholder="0.00" {...control('amount')} />
      </Field>
      <Field label="Payment date" required error={errors.payment_date}>
        <TextInput type="date" min={first} max={last} {...control('payment_date')} />
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
          {...control('notes')}
        />
      </Field>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={() => setQuestion(null)}
        title="Already recorded"
        description={question?.message ?? ''}
        confirmLabel="Record another"
        cancelLabel="Back to the form"
        variant="primary"
        loading={record.isPending}
        onConfirm={() => question && record.mutate({ dialog, json: question.json })}
      />
    </FormDialog>
  )
}
