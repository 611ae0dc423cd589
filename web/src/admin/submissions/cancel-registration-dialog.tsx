import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { dateInMonth, toMonthCalendar } from '@aftercare/domain/months/months'
import {
  attendedPart,
  CANCELLATION_RULES,
  CANCELLED_FEE_LABELS,
  type CancelledFee,
} from '@aftercare/domain/submissions/cancellations'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { Field, FieldError, TextArea } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { errorReason } from '../error-reason'
import { type AdminSubmission, useCancelRegistration } from './submissions.api'

type CancelRegistrationDialogProps = { submission: AdminSubmission; open: boolean; onClose: () => void }

const EMPTY = { reason: '', fee: null as CancelledFee | null }

/** The days on which the child was here. */
const leftOf = ({ month, attended_days, ...row }: AdminSubmission) =>
  month
    ? attendedPart(toMonthCalendar(month), row, toCents(row.total_fee), attended_days)
    : { days: [], feeCents: 0 }

const dayName = ({ month }: AdminSubmission, n: number): string => {
  const date = month && dateInMonth(toMonthCalendar(month), n)
  return date ? formatWeekdayDate(date) : String(n)
}

export function CancelRegistrationDialog({ submission, open, onClose }: CancelRegistrationDialogProps) {
  const { id, version } = submission
  const left = leftOf(submission)
  const childName = submission.child?.name ?? submission.guest_child_name ?? ''
  const draft = useDraft(`cancel ${id}`, { empty: EMPTY })
  const { reason, fee } = draft.values
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(`cancel ${id}`)
  const close = () => {
    draft.clear()
    fields.clear()
    toast.clear()
    onClose()
  }
  const cancel = useCancelRegistration({
    onSuccess: () => {
      close()
      toast.success('Registration cancelled', 'The family gets an email.')
    },
    onError: (error) => {
      toast.error('Registration not cancelled', errorReason(error))
      fields.showError(error)
    },
  })
  const change = (part: Partial<typeof EMPTY>) => {
    draft.change(part)
    fields.clearErrors(...Object.keys(part))
    toast.clear()
  }
  const submit = () => {
    if (fields.check({ reason, fee }, CANCELLATION_RULES) && fee !== null)
      cancel.mutate({ id, reason, fee, version })
  }
  return (
    <FormDialog
      open={open}
      draft={{ isUnsaved: reason.trim() !== '' }}
      loading={cancel.isPending}
      title="Cancel Registration"
      description={
        <>
          <bdi>{childName}</bdi>, {submissionTitle(submission.month, null)}. All{' '}
          {left.days.length > 0 && 'other '}days are given up, and the family gets an email. Payments stay.
        </>
      }
      saveLabel="Cancel Registration"
      danger
      cancelLabel="Keep Registration"
      onSubmit={submit}
      onClose={close}
    >
      {left.days.length > 0 && (
        <Callout tone="warning">
          {`${isolate(childName)} was here on ${left.days.map((n) => dayName(submission, n)).join('; ')}. ${
            left.days.length === 1
              ? 'This day stays booked at its price.'
              : 'These days stay booked at their price.'
          }`}
        </Callout>
      )}
      <Field
        label="Reason"
        required
        error={errors.reason}
        description="For the record. The email to the family doesn't contain it."
      >
        <TextArea
          rows={3}
          maxLength={MAX_LENGTH.cancelReason}
          value={reason}
          onValueChange={(next) => change({ reason: next })}
        />
      </Field>
      <div>
        <RadioGroup
          label="Fee"
          required
          options={[
            {
              value: 'none',
              label: CANCELLED_FEE_LABELS.none,
              description: `${formatUsd(toCents(submission.total_fee))} now, ${formatUsd(left.feeCents)} afterwards`,
            },
            {
              value: 'keep',
              label: CANCELLED_FEE_LABELS.keep,
              description: `${formatUsd(toCents(submission.total_fee))} stays due`,
            },
          ]}
          value={fee}
          onValueChange={(next) => change({ fee: next })}
        />
        {errors.fee && <FieldError role="alert">{errors.fee}</FieldError>}
      </div>
    </FormDialog>
  )
}
