import {
  familyCountLabel,
  MESSAGE_RULES,
  subjectFor,
} from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useId, useState } from 'react'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import type { Draft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { useProgram } from '../../ui/program'
import { FeeChoices, familiesAndAmount } from '../months/fee-choices'
import type { AdminMonth } from '../months/months.api'
import { FamiliesNotes } from './families-notes'
import { FAILED, type MessageDraft, useFamiliesOf, useSendMessage } from './family-messages.api'
import { MessageFields } from './message-fields'
import { MessagePreview } from './message-preview'

type FamilyMessageProps = {
  date: Day
  draft: Pick<Draft<MessageDraft>, 'values' | 'change' | 'clear'>
  onClose: () => void
  onCancelled?: (month: AdminMonth) => void
}

/** A message to all families with a child on the day. */
export function FamilyMessageDialog({ date, draft, onClose, onCancelled }: FamilyMessageProps) {
  const { values } = draft
  const formId = useId()
  const { data, isError, refetch } = useFamiliesOf([date])
  const count = data?.families ?? 0
  const program = useProgram()
  const { errors, ...fields } = useFieldErrors()
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast(`family message ${date}`)
  const message = useSendMessage(date, {
    onSuccess: ({ families, month }) => {
      toast.success(`Message sent to ${familyCountLabel(families)}`, sentMessage(date, month !== null))
      setConfirming(false)
      draft.clear()
      onClose()
      if (month) onCancelled?.(month)
    },
    onError: (error) => {
      setConfirming(false)
      fields.showError(error)
      toast.error('Message not sent', formErrorMessage(error, FAILED))
    },
  })
  const change = (part: Partial<MessageDraft>) => {
    fields.clearErrors(...Object.keys(part))
    draft.change(part)
  }
  const discard = () => {
    toast.clear()
    draft.clear()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Write to these families"
      description={data && descriptionOf(date, count, program.contactEmail)}
      width="wide"
      dismissible={false}
      loading={message.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={message.isPending} onClick={discard}>
            Cancel
          </Button>
          {data && count > 0 && (
            <Button
              type="submit"
              form={formId}
              loading={message.isPending}
              disabled={data.left_today === 0}
              className="whitespace-nowrap"
            >
              Send to {familyCountLabel(count)}
            </Button>
          )}
        </>
      }
    >
      {isError && !data ? (
        <TableError message="We couldn't load the families." onRetry={() => void refetch()} />
      ) : !data ? (
        <Spinner label="Loading..." />
      ) : (
        <>
          <div className="grid gap-4">
            <FamiliesNotes day={data} />
            {count > 0 && (
              <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
                <Form
                  draft="guarded by the page"
                  id={formId}
                  onSubmit={() => fields.check(values, MESSAGE_RULES) && setConfirming(true)}
                  className="grid gap-4"
                >
                  {data.cancel_error === null && (
                    <Checkbox
                      variant="row"
                      checked={values.cancelled}
                      onCheckedChange={(cancelled) =>
                        change({ cancelled, subject: subjectFor(date, values.subject, cancelled) })
                      }
                      label="Aftercare is cancelled on this day"
                      description="When you send this, the day becomes Unavailable. The children stay registered."
                    />
                  )}
                  {data.cancel_error === null && values.cancelled && (
                    <FeeChoices
                      amount={familiesAndAmount(data.fee_families, data.fees)}
                      value={values.fees}
                      onValueChange={(fees) => change({ fees })}
                    />
                  )}
                  <MessageFields words={values} errors={errors} onChange={change} rows={9} />
                </Form>
                <MessagePreview message={{ ...values, date }} />
              </div>
            )}
          </div>
          <ConfirmDialog
            open={isConfirming}
            onOpenChange={setConfirming}
            title={`Send to ${familyCountLabel(count)}?`}
            description={confirmMessage(date, count, values)}
            confirmLabel={`Send ${pluralize(count, 'email')}`}
            cancelLabel="Back"
            variant="primary"
            loading={message.isPending}
            onConfirm={() => {
              toast.clear()
              message.mutate(values)
            }}
          />
        </>
      )}
    </Dialog>
  )
}

const sentMessage = (date: Day, isCancelled: boolean) =>
  isCancelled
    ? `${formatWeekdayDate(date)} is cancelled. Check delivery under Settings > Email Templates > Sent Mail.`
    : 'Check delivery under Settings > Email Templates > Sent Mail.'

const descriptionOf = (date: string, count: number, contactEmail: string) =>
  count === 0
    ? formatWeekdayDate(date)
    : `${formatWeekdayDate(date)}: ${familyCountLabel(count)}, one email each. Replies go to ${contactEmail}.`

function confirmMessage(date: string, count: number, { cancelled, fees }: MessageDraft): string {
  const each =
    count === 1
      ? `One email goes to the family booked on ${formatWeekdayDate(date)}.`
      : `Each of the ${count} families booked on ${formatWeekdayDate(date)} gets one email.`
  const credited = fees === 'credit' ? 'is credited to each family' : 'keeps its fees'
  const closed = ` The day becomes Unavailable and ${credited}.`
  return `${each}${cancelled ? closed : ''} Emails can't be unsent.`
}
