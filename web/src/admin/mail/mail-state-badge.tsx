import type { MailState } from '@aftercare/domain/lib/enums'
import { Check, CirclePause, Clock4, Send, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeTone } from '../../ui/data/badge'

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  queued: 'Queued',
  held: 'Held',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
}

const STYLES: Record<MailState, readonly [BadgeTone, typeof Check]> = {
  queued: ['warning', Clock4],
  held: ['warning', CirclePause],
  sending: ['info', Send],
  sent: ['success', Check],
  failed: ['danger', TriangleAlert],
}

export function MailStateBadge({ state }: { state: MailState }) {
  const [tone, Icon] = STYLES[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {MAIL_STATE_LABELS[state]}
    </Badge>
  )
}
