import { familyCountLabel, MAX_MESSAGES_PER_DAY } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Info, TriangleAlert } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import type { FamiliesOfDay } from './family-messages.api'

/** What staff should know first: no families, unreachable families, earlier messages, the daily limit. */
export function FamiliesNotes({ day }: { day: FamiliesOfDay }) {
  return (
    <div className="grid gap-2.5 empty:hidden">
      {day.families + day.unreachable.length === 0 && (
        <Callout icon={<Info />}>
          No one is booked for {formatWeekdayDate(day.date)}, so there is no one to email.
        </Callout>
      )}
      {day.is_cancelled && <Callout icon={<Info />}>Aftercare is cancelled on this day.</Callout>}
      <MessageNotes found={day} earlierTitle="Already sent about this day" />
    </div>
  )
}

type WaitingRequestsProps = {
  day: Pick<FamiliesOfDay, 'waiting'>
  /** What staff are about to do: cancel the day, with a message to its families or without one. */
  cancelling: 'with message' | 'without message' | null
}

export const WaitingRequestsNote = ({ day: { waiting }, cancelling }: WaitingRequestsProps) =>
  waiting > 0 ? <Callout icon={<Info />}>{waitingText(waiting, cancelling)}</Callout> : null

function waitingText(waiting: number, cancelling: WaitingRequestsProps['cancelling']): string {
  const [requests, them, familiesGet] =
    waiting === 1
      ? ['1 drop-in request is', 'it', 'the family gets']
      : [`${waiting} drop-in requests are`, 'them', 'the families get']
  if (cancelling === 'with message')
    return `${requests} still waiting. Cancelling declines ${them}, and ${familiesGet} an email.`
  const answer = cancelling ? 'Decline' : 'Answer'
  return `${requests} still waiting. ${answer} ${them} on the dashboard: then ${familiesGet} an email.`
}

type MessageNotesProps = {
  found: Pick<FamiliesOfDay, 'unreachable' | 'held' | 'left_today' | 'earlier'>
  earlierTitle: string
}

/** The same for every message. */
export function MessageNotes({ found, earlierTitle }: MessageNotesProps) {
  const { unreachable, held, left_today, earlier } = found
  return (
    <>
      {left_today === 0 && (
        <Callout tone="danger" icon={<TriangleAlert />}>
          Families have already been emailed {MAX_MESSAGES_PER_DAY} times today. Try again tomorrow, or call.
        </Callout>
      )}
      {unreachable.length > 0 && (
        <Callout tone="warning" icon={<TriangleAlert />}>
          No usable email address, so not reached: {unreachable.map(isolate).join(', ')}.
        </Callout>
      )}
      {held.length > 0 && (
        <Callout tone="warning" icon={<TriangleAlert />}>
          Email address not confirmed yet, so not reached until it is: {held.map(isolate).join(', ')}. Please
          call.
        </Callout>
      )}
      {earlier.length > 0 && (
        <Callout icon={<Info />}>
          <p className="font-semibold">{earlierTitle}</p>
          <ul className="mt-1 grid gap-1">
            {earlier.map((message) => (
              <li key={message.id}>
                “{message.subject}”, {message.sent_by},{' '}
                {formatDateTime(message.sent_at, programFacts().timeZone)}, to{' '}
                {familyCountLabel(message.families)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
