import { familyCountLabel } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useId } from 'react'
import { Form } from '../../lib/form'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { useProgram } from '../../ui/program'
import { FeeChoices, familiesAndAmount } from '../months/fee-choices'
import { FamiliesNotes } from './families-notes'
import type { FamiliesOfDay, MessageDraft } from './family-messages.api'
import { MessageFields } from './message-fields'
import { MessagePreview } from './message-preview'
import { type FamilyMessageProps, useFamilyMessage } from './use-family-message'

/** A message to all families with a child on the day. */
export function FamilyMessageDialog(props: FamilyMessageProps) {
  const { date } = props
  const draft = props.draft.values
  const message = useFamilyMessage(props)
  const formId = useId()
  const { data, isError, refetch } = message.families
  const count = data?.families ?? 0
  const program = useProgram()
  const form = data && count > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Write to these families"
      description={data && descriptionOf(date, count, program.contactEmail)}
      width="wide"
      dismissible={false}
      loading={message.isSending}
      footer={
        <>
          <Button variant="quiet" disabled={message.isSending} onClick={message.discard}>
            Cancel
          </Button>
          {form && (
            <Button
              type="submit"
              form={formId}
              loading={message.isSending}
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
            {form && (
              <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
                <MessageForm id={formId} day={data} draft={draft} message={message} />
                <MessagePreview date={date} draft={draft} />
              </div>
            )}
          </div>
          <ConfirmDialog
            open={message.isConfirming}
            onOpenChange={message.keepWriting}
            title={`Send to ${familyCountLabel(count)}?`}
            description={confirmMessage(date, count, draft)}
            confirmLabel={`Send ${pluralize(count, 'email')}`}
            cancelLabel="Back"
            variant="primary"
            loading={message.isSending}
            onConfirm={message.send}
          />
        </>
      )}
    </Dialog>
  )
}

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

type MessageFormProps = {
  id: string
  day: FamiliesOfDay
  draft: MessageDraft
  message: ReturnType<typeof useFamilyMessage>
}

function MessageForm({ id, day, draft, message }: MessageFormProps) {
  const { errors, change } = message

  function submit() {
    message.confirm()
  }

  return (
    <Form draft="guarded by the page" id={id} onSubmit={submit} className="grid gap-4">
      {day.cancel_error === null && (
        <Checkbox
          variant="row"
          checked={draft.cancelled}
          onCheckedChange={message.cancelDay}
          label="Aftercare is cancelled on this day"
          description="When you send this, the day becomes Unavailable. The children stay registered."
        />
      )}
      {day.cancel_error === null && draft.cancelled && (
        <FeeChoices
          amount={familiesAndAmount(day.fee_families, day.fees)}
          value={draft.fees}
          onValueChange={(fees) => change({ fees })}
        />
      )}
      <MessageFields words={draft} errors={errors} onChange={change} rows={9} />
    </Form>
  )
}
