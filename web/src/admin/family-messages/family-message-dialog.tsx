import { familyCountLabel, subjectFor } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import type { Draft } from '../../lib/use-draft'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Checkbox } from '../../ui/inputs/checkbox'
import { useProgram } from '../../ui/program'
import { FeeChoices, familiesAndAmount } from '../months/fee-choices'
import { FamiliesNotes, WaitingRequestsNote } from './families-notes'
import { CHECK_DELIVERY, type MessageDraft, sendAboutDay, useFamiliesOf } from './family-messages.api'
import { MessageDialog } from './message-dialog'

type FamilyMessageProps = {
  date: Day
  draft: Pick<Draft<MessageDraft>, 'values' | 'change' | 'clear'>
  onClose: () => void
  onCancelled?: () => void
}

/** A message to all families with a child on the day. */
export function FamilyMessageDialog({ date, draft, onClose, onCancelled }: FamilyMessageProps) {
  const { values } = draft
  const { data, isError, refetch } = useFamiliesOf([date])
  const count = data?.families ?? 0
  const program = useProgram()
  const day = formatWeekdayDate(date)
  const notes = () => {
    if (data)
      return (
        <div className="grid gap-2.5">
          <FamiliesNotes day={data} />
          {!values.cancelled && (
            <WaitingRequestsNote day={data} cancelling={data.is_cancelled ? 'without message' : null} />
          )}
        </div>
      )
    if (isError) return <TableError message="We couldn't load the families." onRetry={() => void refetch()} />
    return <Spinner label="Loading..." />
  }
  return (
    <MessageDialog
      scope={`family message ${date}`}
      title="Write to these families"
      description={data && descriptionOf(day, count, program.contactEmail)}
      draft={draft}
      reach={data}
      question={questionOf(day, count, values)}
      sending={sendAboutDay(date)}
      sentText={({ month }) => (month ? `${day} is cancelled. ${CHECK_DELIVERY}` : CHECK_DELIVERY)}
      onSent={({ month }) => month && onCancelled?.()}
      onClose={onClose}
      above={notes()}
      preview={count > 0 ? { ...values, date } : undefined}
    >
      {(_, change) =>
        data?.cancel_error === null && (
          <>
            <Checkbox
              variant="row"
              checked={values.cancelled}
              onCheckedChange={(cancelled) =>
                change({ cancelled, subject: subjectFor(date, values.subject, cancelled) })
              }
              label="Aftercare is cancelled on this day"
              description="When you send this, the day becomes Unavailable. The children stay registered."
            />
            {values.cancelled && (
              <>
                <FeeChoices
                  amount={familiesAndAmount(data.fee_families, data.fees)}
                  value={values.fees}
                  onValueChange={(fees) => change({ fees })}
                />
                <WaitingRequestsNote day={data} cancelling="with message" />
              </>
            )}
          </>
        )
      }
    </MessageDialog>
  )
}

const descriptionOf = (day: string, count: number, contactEmail: string) =>
  count === 0 ? day : `${day}: ${familyCountLabel(count)}, one email each. Replies go to ${contactEmail}.`

function questionOf(day: string, count: number, { cancelled, fees }: MessageDraft): string {
  const each =
    count === 1
      ? `One email goes to the family booked on ${day}.`
      : `Each of the ${count} families booked on ${day} gets one email.`
  const credited = fees === 'credit' ? 'is credited to each family' : 'keeps its fees'
  return cancelled ? `${each} The day becomes Unavailable and ${credited}.` : each
}
