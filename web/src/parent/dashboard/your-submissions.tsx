import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { en as titles } from '@aftercare/domain/submissions/texts/en'
import { ChevronRight, Zap } from 'lucide-react'
import { monthCells } from '../../features/months/month-cells'
import { SubmissionBadges } from '../../features/submissions/submission-badges'
import { type Submission, useSubmissions } from '../../features/submissions/submissions.api'
import { useLanguage, useTexts } from '../../language/language'
import { useToday } from '../../lib/program'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { KiteFamily } from '../../ui/illustrations/kite-family'
import { ButtonLink } from '../../ui/inputs/button'
import { CardButton, CardLink, CardTitle, SectionHeading } from '../../ui/layout/card'
import { MiniMonth } from '../../ui/month-calendar/mini-month'
import { PaidNote } from '../balance/paid-note'
import { cancelledDaysOf, childNameOf, monthCalendarOf } from '../submissions/submission-summary'
import { useOpenSubmission } from '../submissions/submission-url'
import { SHOWN_SUBMISSIONS } from './dashboard.prefetch'
import { en } from './texts/en'

export function YourSubmissions() {
  const { submissions: t, loadingSubmissions } = useTexts(en)
  const submissions = useSubmissions({ size: SHOWN_SUBMISSIONS })
  useErrorToast(submissions.isError, t.loadFailed)
  const { rows = [], total = 0 } = submissions.data ?? {}
  return (
    <section aria-labelledby="your-submissions">
      <SectionHeading id="your-submissions">{t.title}</SectionHeading>
      {submissions.isPending && <SkeletonCards count={2} label={loadingSubmissions} />}
      {submissions.isError && !submissions.data && (
        <ErrorState message={t.loadFailed} onRetry={() => void submissions.refetch()} />
      )}
      {submissions.data && total === 0 && <GetStartedCard />}
      <ul className="grid gap-4 sm:grid-cols-2">
        {rows.map((submission) => (
          <li key={submission.id}>
            <SubmissionCard submission={submission} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <ButtonLink variant="plain" to="/history" className="mt-2 -ml-3">
          {t.seeAll(total)}
        </ButtonLink>
      )}
    </section>
  )
}

function GetStartedCard() {
  const t = useTexts(en).start
  return (
    <CardLink to="/monthly-signup" className="grid grid-cols-[auto_1fr_auto] items-center gap-4">
      <KiteFamily className="w-24 lg:w-34" />
      <span>
        <CardTitle as="h3">{t.title}</CardTitle>
        <span className="block text-muted">{t.text}</span>
      </span>
      <ChevronRight className="size-5.5" />
    </CardLink>
  )
}

function SubmissionCard({ submission }: { submission: Submission }) {
  const titleTexts = useTexts(titles)
  const language = useLanguage()
  const open = useOpenSubmission()
  const { dropin_date } = submission
  return (
    <CardButton
      onClick={() => open(submission.id)}
      className="grid h-full grid-cols-[auto_1fr] items-center gap-4 p-4"
    >
      <SubmissionPicture submission={submission} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <CardTitle as="h3">
            {submission.months ? titleTexts.month(submission.months) : titleTexts.dropIn}
          </CardTitle>
          <SubmissionBadges submission={submission} />
        </span>
        <span className="block text-sm text-muted wrap-anywhere">
          <bdi>{childNameOf(submission)}</bdi>
          {!submission.cancellation &&
            ` · ${formatDayCount(submission.selected_days, cancelledDaysOf(submission), language)}`}
          {dropin_date && ` · ${formatShortDate(dropin_date, language)}`}
        </span>
        <span className="mt-0.5 block font-display text-lg font-bold tabular-nums">
          {formatUsd(toCents(submission.total_fee))}
        </span>
        <PaidNote submission={submission} />
      </span>
    </CardButton>
  )
}

function SubmissionPicture({ submission }: { submission: Submission }) {
  const today = useToday()
  const month = monthCalendarOf(submission)
  if (month) {
    return (
      <MiniMonth
        cells={monthCells(month.calendar, today, { selected: submission.selected_days, isReadOnly: true })}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid h-14 w-[5.125rem] place-items-center rounded-control bg-day-noon text-day-noon-ink"
    >
      <Zap className="size-6" />
    </span>
  )
}
