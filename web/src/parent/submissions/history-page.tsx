import { formatInstantDate } from '@aftercare/domain/lib/dates-format'
import { getDayParts } from '@aftercare/domain/lib/days'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { ChevronRight, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { SubmissionBadges } from '../../features/submissions/submission-badges'
import { type Submission, useSubmissions } from '../../features/submissions/submissions.api'
import { programFacts, useToday } from '../../lib/program'
import { readPage, useUrlState } from '../../lib/url-state'
import { LastPageNote } from '../../ui/data/last-page-note'
import { Pagination } from '../../ui/data/pagination'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { SleepingCalendar } from '../../ui/illustrations/sleeping-calendar'
import { ButtonLink } from '../../ui/inputs/button'
import { CardButton } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { SubmissionDialog } from './submission-dialog'
import { childNameOf, titleOf } from './submission-summary'
import { useOpenSubmission } from './submission-url'

const PAGE_SIZE = 20
const LOAD_FAILED = 'Failed to load submission history.'

/** Everything the parent has registered, newest first. */
export default function HistoryPage() {
  const { params, change } = useUrlState()
  const page = readPage(params)
  const { year } = getDayParts(useToday())
  const history = useSubmissions({ page, size: PAGE_SIZE })
  useErrorToast(history.isError, LOAD_FAILED)
  const { rows = [], total = 0 } = history.data ?? {}
  return (
    <Container>
      <PageHeader
        actions={
          <ButtonLink variant="quiet" to={`/statement?year=${year}`} icon={<FileText aria-hidden="true" />}>
            Yearly statement
          </ButtonLink>
        }
      />
      {history.isPending && <SkeletonCards count={3} label="Loading history" />}
      {history.isError && <ErrorState message={LOAD_FAILED} onRetry={() => void history.refetch()} />}
      {history.isSuccess && total === 0 && (
        <EmptyState
          illustration={<SleepingCalendar />}
          title="No Registrations Yet"
          action={<ButtonLink to="/monthly-signup">Register for a month</ButtonLink>}
        >
          Your registrations and drop-ins will be listed here.
        </EmptyState>
      )}
      <LastPageNote
        list={history.data && { total, size: PAGE_SIZE }}
        page={page}
        goTo={(last) => change({ page: String(last) }, { replace: true })}
      />
      <ul className="grid gap-3">
        {rows.map((submission) => (
          <li key={submission.id}>
            <HistoryEntry submission={submission} />
          </li>
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <div className="mt-4">
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            noun="registrations"
            onPageChange={(next) => change({ page: String(next) })}
          />
        </div>
      )}
      <SubmissionDialog />
    </Container>
  )
}

function HistoryEntry({ submission }: { submission: Submission }) {
  const open = useOpenSubmission()
  return (
    <CardButton
      onClick={() => open(submission.id)}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 p-4"
    >
      <span>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-display text-lg font-bold">{titleOf(submission)}</span>
          <SubmissionBadges submission={submission} />
        </span>
        <span className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-[1.2fr_1.6fr_1fr_1fr]">
          <Fact label="Submitted">{formatInstantDate(submission.submitted_at, programFacts().timeZone)}</Fact>
          <Fact label="Child">{childNameOf(submission)}</Fact>
          <Fact label="Days registered">{submission.selected_days.length}</Fact>
          <Fact label="Total Fee">{formatUsd(toCents(submission.total_fee))}</Fact>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5.5 text-muted" />
    </CardButton>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="block min-w-0">
    <span className="block text-sm text-muted">{label} </span>
    <span className="block font-semibold tabular-nums wrap-anywhere">{children}</span>
  </span>
)
