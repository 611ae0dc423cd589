import { MAIL_STATES } from '@aftercare/domain/lib/enums'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { TimeAgo } from '../../features/program/time-ago'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { readSearch } from '../../lib/url-state'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { errorReason } from '../error-reason'
import { ListSearch } from '../list-search'
import { PagedList } from '../paged-list'
import { useListUrlState } from '../use-list-url-state'
import { type LoggedMail, type MailFilter, useMailLog, useSendAgain } from './mail.api'
import { mailLabel } from './mail-labels'
import { MAIL_STATE_LABELS, MailStateBadge } from './mail-state-badge'

const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  ...MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
] as const

const timeOf = (instant: string) => formatDateTime(instant, programFacts().timeZone)

/** Most mails are sent in the minute they are created: only a later time is shown separately. */
function timesText({ state, created_at, sent_at, next_attempt_at, attempts }: LoggedMail) {
  if (sent_at) return timeOf(sent_at) === timeOf(created_at) ? undefined : `Sent ${timeOf(sent_at)}`
  if (state === 'queued' && attempts > 0) return `Next attempt ${timeOf(next_attempt_at)}`
  return undefined
}

const COLUMNS: readonly Column<LoggedMail>[] = [
  {
    label: 'To',
    role: 'subtitle',
    cell: (mail) => (
      <TwoLines sub={mail.to_name ? mail.to_email : undefined}>{mail.to_name || mail.to_email}</TwoLines>
    ),
  },
  {
    label: 'Email',
    role: 'title',
    wrap: 'min-w-52',
    cell: (mail) => <TwoLines sub={mailLabel(mail.template)}>{mail.subject}</TwoLines>,
  },
  {
    label: 'When',
    role: 'meta',
    cell: (mail) => (
      <TwoLines sub={timesText(mail)}>
        <TimeAgo at={mail.created_at} />
      </TwoLines>
    ),
  },
  {
    label: 'Status',
    role: 'status',
    cell: (mail) => (
      <TwoLines sub={mail.attempts > 1 ? `${mail.attempts} attempts` : undefined}>
        <MailStateBadge state={mail.state} />
      </TwoLines>
    ),
  },
  {
    label: 'Last Error',
    role: 'meta',
    wrap: 'min-w-40 text-note',
    cell: (mail) =>
      mail.last_error ??
      (mail.state === 'held' ? 'Email not confirmed' : <span className="text-muted">-</span>),
  },
  { label: 'Send again', role: 'actions', align: 'right', cell: (mail) => <SendAgain mail={mail} /> },
]

const FAILED = 'Failed to load sent mail'

/** Every mail: recipient, subject matter, time and delivery state. Never its text. */
export function MailLog() {
  const listState = useListUrlState()
  const filter: MailFilter = {
    state: listState.choice('state', ['all', ...MAIL_STATES]),
    search: readSearch(listState.params),
  }
  const list = useMailLog(filter, listState.page)
  useErrorToast(list.isError, FAILED)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <ListSearch
          label="Search recipient or subject"
          placeholder="Recipient or subject"
          listState={listState}
        />
        <SegmentedControl
          label="Status"
          options={STATE_OPTIONS}
          value={filter.state}
          onValueChange={(state) => listState.change({ state: state === 'all' ? null : state })}
        />
      </div>
      <PagedList
        label="Sent Mail"
        noun="emails"
        columns={COLUMNS}
        query={list}
        listState={listState}
        error={FAILED}
        empty={
          filter.state !== 'all' || filter.search !== ''
            ? 'No emails match these filters'
            : 'No emails sent yet'
        }
        loadingRows={8}
      />
    </>
  )
}

/** Mails with a one-time link cannot be resent: their content is deleted after sending. */
function SendAgain({ mail }: { mail: LoggedMail }) {
  const toast = useToast(`mail ${mail.id}`)
  const resend = useSendAgain(mail.id, {
    onSuccess: ({ to_email }) =>
      toast.success('Email queued again', `The email to ${to_email} is on its way again.`),
    onError: (error) => toast.error('Email not queued again', errorReason(error)),
  })
  if (mail.state === 'held') {
    return <span className="text-note text-muted">Sent once the email is confirmed</span>
  }
  if (mail.state === 'sent' && mail.is_secret) {
    return <span className="text-note text-muted">One-time link, not stored</span>
  }
  return (
    <Button
      variant="quiet"
      aria-label={`Send again: ${mail.subject}, to ${mail.to_email}`}
      loading={resend.isPending}
      disabled={mail.state === 'sending'}
      onClick={() => resend.mutate()}
    >
      Send again
    </Button>
  )
}
