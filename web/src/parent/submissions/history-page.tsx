import { getDayParts } from '@aftercare/domain/lib/days'
import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayTotal } from '@aftercare/domain/submissions/day-count'
import { en as enTitles } from '@aftercare/domain/submissions/texts/en'
import { ChevronRight, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { SubmissionBadges } from '../../features/submissions/submission-badges'
import { type Submission, useSubmissions } from '../../features/submissions/submissions.api'
import { useLanguage, useTexts } from '../../language/language'
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
import { BalanceNote } from '../balance/balance-note'
import { PaidNote } from '../balance/paid-note'
import { LazySubmissionDialog } from './lazy-submission-dialog'
import { cancelledDaysOf, childNameOf, titleOf } from './submission-summary'
import { useOpenSubmission } from './submission-url'
import { en as enSubmissions } from './texts/en'
import { en } from './texts/history.en'

const PAGE_SIZE = 20

/** Everything the parent has registered, newest first. */
export default function HistoryPage() {
  const t = useTexts(en)
  const { params, change } = useUrlState()
  const page = readPage(params)
  const { year } = getDayParts(useToday())
  const history = useSubmissions({ page, size: PAGE_SIZE })
  useErrorToast(history.isError, t.failed)
  const { rows = [], total = 0 } = history.data ?? {}
  return (
    <Container>
      <PageHeader
        actions={
          <ButtonLink variant="quiet" to={`/statement?year=${year}`} icon={<FileText />}>
            {t.statement}
          </ButtonLink>
        }
      />
      <BalanceNote />
      {history.isPending && <SkeletonCards count={3} label={t.loading} />}
      {history.isError && !history.data && (
        <ErrorState message={t.failed} onRetry={() => void history.refetch()} />
      )}
      {history.data && total === 0 && (
        <EmptyState
          illustration={<SleepingCalendar />}
          title={t.empty.title}
          action={<ButtonLink to="/monthly-signup">{t.empty.action}</ButtonLink>}
        >
          {t.empty.text}
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
            noun={t.registrations}
            onPageChange={(next) => change({ page: String(next) })}
          />
        </div>
      )}
      <LazySubmissionDialog />
    </Container>
  )
}

function HistoryEntry({ submission }: { submission: Submission }) {
  const t = useTexts(enSubmissions)
  const { days } = useTexts(en)
  const language = useLanguage()
  const open = useOpenSubmission()
  return (
    <CardButton
      onClick={() => open(submission.id)}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 p-4"
    >
      <span>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-display text-lg font-bold">{titleOf(submission, useTexts(enTitles))}</span>
          <SubmissionBadges submission={submission} />
        </span>
        <span className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 lg:grid-cols-[1.2fr_1.6fr_1fr_1fr]">
          <Fact label={t.submitted}>
            {formatInstantDate(submission.submitted_at, programFacts().timeZone, language)}
          </Fact>
          <Fact label={t.child}>{childNameOf(submission)}</Fact>
          <Fact label={days}>
            {formatDayTotal(submission.selected_days, cancelledDaysOf(submission), language)}
          </Fact>
          <Fact label={t.totalFee}>
            {formatUsd(toCents(submission.total_fee))}
            <PaidNote submission={submission} />
          </Fact>
        </span>
      </span>
      <ChevronRight className="size-5.5 text-muted" />
    </CardButton>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="block min-w-0">
    <span className="block text-sm text-muted">{label} </span>
    <span className="block font-semibold tabular-nums wrap-anywhere">{children}</span>
  </span>
)
