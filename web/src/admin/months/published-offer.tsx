import { openMonthSubject } from '@aftercare/domain/family-messages/audiences'
import { isCurrentOrLater } from '@aftercare/domain/months/months'
import { Mail } from 'lucide-react'
import { useToday } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { useWritingToAudience } from '../family-messages/use-writing-to-audience'
import type { AdminMonth } from './months.api'

type PublishedOfferProps = { month: AdminMonth; isOffered: boolean; onDone: () => void }

/** Once a month was published: to tell all active families. */
export function PublishedOffer({ month, isOffered, onDone }: PublishedOfferProps) {
  const subject = openMonthSubject(month)
  const { open, dialog } = useWritingToAudience(`message about month ${month.id}`, {
    subject,
    onSent: onDone,
  })
  const today = useToday()
  const isShown = isOffered && month.is_active && isCurrentOrLater(month, today)
  return (
    <>
      {isShown && (
        <Callout tone="success" icon={<Mail />} className="my-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p>{subject}. Tell the families?</p>
            <span className="flex flex-wrap gap-2">
              <Button variant="plain" onClick={onDone}>
                Not now
              </Button>
              <Button variant="quiet" onClick={open}>
                Write to Families
              </Button>
            </span>
          </div>
        </Callout>
      )}
      {dialog}
    </>
  )
}
