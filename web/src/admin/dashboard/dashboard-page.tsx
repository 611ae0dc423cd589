import { type DayCounts, todayLine } from '@aftercare/domain/board/board'
import { monthLabel } from '@aftercare/domain/months/months'
import { ASKED_TO_CANCEL } from '@aftercare/domain/submissions/cancel-requests'
import {
  CalendarPlus,
  ClipboardCheck,
  ClipboardList,
  FilePen,
  type LucideIcon,
  MessageCircleQuestion,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../router/router'
import { StatCard, StatRow } from '../../ui/data/stat-card'
import { Callout } from '../../ui/feedback/callout'
import { loadErrorNote } from '../../ui/feedback/retry-note'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { CardLink } from '../../ui/layout/card'
import { PageHeader } from '../../ui/layout/page-header'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { AndMore } from '../and-more'
import { cappedCount } from '../months/submission-count'
import { useDashboard } from './dashboard.api'
import { FailingJobs } from './failing-jobs'
import { RecentSubmissions } from './recent-submissions'

const OnboardingCard = lazyWithRetry(
  () => import('./onboarding-card'),
  (m) => m.OnboardingCard,
  { renderError: loadErrorNote("We couldn't load the checklist.") },
)
const Charts = lazyWithRetry(
  () => import('../charts/charts'),
  (m) => m.Charts,
  { renderError: loadErrorNote("We couldn't load the charts.", 'mt-8') },
)

/** Only programmes whose drop-ins need approval have any. */
const WaitingDropIns = lazyWithRetry(
  () => import('../drop-ins/waiting-drop-ins'),
  (m) => m.WaitingDropIns,
  { renderError: loadErrorNote("We couldn't load the drop-ins that are waiting.") },
)

const actions: { to: string; label: string; line: string; Icon: LucideIcon }[] = [
  {
    to: '/admin/months',
    label: 'Create New Month',
    line: 'Set the days and publish it to parents',
    Icon: CalendarPlus,
  },
  {
    to: '/admin/day-reports',
    label: 'Generate Day Report',
    line: "Who's coming, with allergies",
    Icon: ClipboardList,
  },
  {
    to: '/admin/parent-users',
    label: 'Manage Parent Users',
    line: 'Families, balances and payments',
    Icon: Users,
  },
]

export default function DashboardPage() {
  const { data, isError, refetch } = useDashboard()
  const failed = isError && data === undefined
  useErrorToast(failed, 'Failed to load dashboard data.')
  const isAnyWaiting = data !== undefined && data.waiting_drop_ins.length > 0
  // Once shown it stays: somebody else may answer the last one beside the open answer.
  const [wasAnyWaiting, setAnyWaiting] = useState(isAnyWaiting)
  if (isAnyWaiting && !wasAnyWaiting) setAnyWaiting(true)
  return (
    <>
      <PageHeader />
      <div className="grid gap-3 lg:grid-cols-3">
        {actions.map(({ to, label, line, Icon }) => (
          <CardLink key={to} to={to} className="flex items-center gap-3.5">
            <span className="grid size-11 flex-none place-items-center rounded-control bg-accent-soft text-accent-ink">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
            <span className="min-w-0">
              <span className="block font-display text-lg leading-snug font-bold">{label}</span>
              <span className="block text-note text-muted">{line}</span>
            </span>
          </CardLink>
        ))}
      </div>
      <div className="mt-3 mb-6 grid gap-3">
        <StatRow>
          <StatCard
            label="Total Parent Users"
            value={failed ? '-' : data?.parent_users.toLocaleString('en-US')}
            note="Registered parents, not counting guests"
          />
          <StatCard
            label="Unpaid"
            value={failed ? '-' : data && cappedCount(data.unpaid)}
            note="Submissions not fully paid"
          />
        </StatRow>
        {data?.today && <TodayCounts counts={data.today} />}
        {data !== undefined && <FailingJobs jobs={data.failing_jobs} overdueBackup={data.overdue_backup} />}
        {data !== undefined && data.cancel_requests.length > 0 && (
          <CancelRequests rows={data.cancel_requests} total={data.cancel_request_count} />
        )}
        {data !== undefined && wasAnyWaiting && (
          <WaitingDropIns rows={data.waiting_drop_ins} total={data.waiting_drop_in_count} />
        )}
        {data !== undefined && data.edited_since_billed > 0 && (
          <EditedSinceBilledCount count={data.edited_since_billed} />
        )}
      </div>
      <RecentSubmissions rows={data?.recent_submissions} failed={failed} onRetry={() => void refetch()} />
      {data?.onboarding && (
        <div className="mt-6">
          <OnboardingCard steps={data.onboarding} />
        </div>
      )}
      <Charts />
    </>
  )
}

function TodayCounts({ counts }: { counts: DayCounts }) {
  return (
    <Callout icon={<ClipboardCheck />}>
      <Link to="/admin/day-reports/board" className="font-semibold underline underline-offset-2">
        {todayLine(counts)}
      </Link>
    </Callout>
  )
}

type CancelRequest = { id: string; child_name: string; month_name: string; year: number }

/** The oldest requests first; each stays until staff cancel or decline. */
function CancelRequests({ rows, total }: { rows: readonly CancelRequest[]; total: number }) {
  return (
    <Callout tone="warning" icon={<MessageCircleQuestion />}>
      <b className="font-semibold">{ASKED_TO_CANCEL}</b>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to={`/admin/submissions?id=${row.id}`}
              className="font-semibold underline underline-offset-2"
            >
              <bdi>{row.child_name}</bdi>, {monthLabel(row)}
            </Link>
          </li>
        ))}
      </ul>
      <AndMore
        total={total}
        shown={rows.length}
        noun="requests"
        to="/admin/submissions?request=asked_to_cancel"
      />
    </Callout>
  )
}

/** A parent changed a fee after billing: nothing else on this page shows it. */
function EditedSinceBilledCount({ count }: { count: number }) {
  return (
    <Callout tone="warning" icon={<FilePen />}>
      <Link
        to="/admin/submissions?billing=edited_since_billed"
        className="font-semibold underline underline-offset-2"
      >
        {count === 1 ? '1 submission was' : `${count.toLocaleString('en-US')} submissions were`} edited after
        billing
      </Link>
      <span className="block">The fee has changed since it was billed.</span>
    </Callout>
  )
}
