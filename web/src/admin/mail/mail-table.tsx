import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import { programFacts } from '../../features/program/program'
import { TimeAgo } from '../../features/program/time-ago'
import { ApiError } from '../../lib/api-client'
import { useMessages } from '../../lib/scoped-toast'
import { Pagination } from '../../ui/data/pagination'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { type LoggedMail, useSendAgain } from './mail.admin.api'
import { mailLabel } from './mail-labels'
import { MailStateBadge } from './mail-state-badge'

const COLUMNS: readonly Column[] = [
  { key: 'to', label: 'To' },
  { key: 'mail', label: 'Mail' },
  { key: 'when', label: 'When' },
  { key: 'state', label: 'State' },
  { key: 'error', label: 'Last Error' },
  { key: 'again', label: 'Send again', hidden: true },
]

type MailTableProps = {
  list?: { rows: LoggedMail[]; total: number; size: number }
  page: number
  failure?: { message: string; onRetry: () => void }
  isFiltered: boolean
  onPageChange: (page: number) => void
}

export function MailTable(props: MailTableProps) {
  const { list, failure } = props
  return (
    <TableFrame label="Sent Mail" footer={<Footer {...props} />}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {!list && !failure && <SkeletonRows columns={COLUMNS.length} rows={8} />}
        {list?.rows.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function Footer({ list, failure, isFiltered, page, onPageChange }: MailTableProps) {
  if (failure) return <TableError {...failure} />
  if (!list) return null
  if (list.total === 0)
    return <TableMessage>{isFiltered ? 'No mail matches these filters' : 'No mail sent yet'}</TableMessage>
  return (
    <Pagination
      page={page}
      pageSize={list.size}
      total={list.total}
      onPageChange={onPageChange}
      noun="mails"
    />
  )
}

const timeOf = (instant: string) => formatDateTime(instant, programFacts().timeZone)

/** Most mails leave in the minute they are written: only a later sending is worth a line. */
function whenWords({ state, created_at, sent_at, next_attempt_at, attempts }: LoggedMail) {
  if (sent_at) return timeOf(sent_at) === timeOf(created_at) ? undefined : `Sent ${timeOf(sent_at)}`
  if (state === 'queued' && attempts > 0) return `Next try ${timeOf(next_attempt_at)}`
  return undefined
}

function MailRow({ mail }: { mail: LoggedMail }) {
  return (
    <Row>
      <Cell sub={mail.to_name ? mail.to_address : undefined}>{mail.to_name || mail.to_address}</Cell>
      <Cell wrap className="min-w-52 wrap-anywhere" sub={mailLabel(mail.template)}>
        {mail.subject}
      </Cell>
      <Cell sub={whenWords(mail)}>
        <TimeAgo at={mail.created_at} />
      </Cell>
      <Cell sub={mail.attempts > 1 ? `${mail.attempts} tries` : undefined}>
        <MailStateBadge state={mail.state} />
      </Cell>
      <Cell wrap className="min-w-40 wrap-anywhere text-note">
        {mail.last_error ?? <span className="text-muted">-</span>}
      </Cell>
      <Cell align="right">
        <SendAgain mail={mail} />
      </Cell>
    </Row>
  )
}

/** A mail with a one-time link is not kept once it is out: a new link is asked for where it belongs. */
function SendAgain({ mail }: { mail: LoggedMail }) {
  const say = useMessages(`mail ${mail.id}`)
  const again = useSendAgain({
    onSuccess: ({ to_address }) => say.success('Success', `The mail to ${to_address} is on its way again.`),
    onError: (error) =>
      say.error(
        'Error',
        error instanceof ApiError && error.status > 0 ? error.message : 'Failed to send the mail again',
      ),
  })
  if (mail.state === 'sent' && mail.is_secret) {
    return <span className="text-note text-muted">One-time link, not kept</span>
  }
  return (
    <Button
      kind="quiet"
      aria-label={`Send again: ${mail.subject}, to ${mail.to_address}`}
      busy={again.isPending}
      disabled={mail.state === 'sending'}
      onClick={() => again.send(mail.id)}
    >
      Send again
    </Button>
  )
}
