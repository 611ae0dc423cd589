import { selectableDays } from '@aftercare/domain/availability'
import { dayPriceCents } from '@aftercare/domain/fees'
import { formatUsdShort } from '@aftercare/domain/money'
import { monthLabel, toMonthCalendar } from '@aftercare/domain/months'
import { ChevronRight } from 'lucide-react'
import { monthCells } from '../../features/months/month-cells'
import { type Month, useOfferedMonths } from '../../features/months/months.api'
import { useToday } from '../../features/program/program'
import { daysWords } from '../../features/submissions/submission-facts'
import { useRegistered } from '../../features/submissions/submissions.api'
import { CountBadge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { CardLink, CardTitle, SectionHeading } from '../../ui/card'
import { useFailureToast } from '../../ui/failure-toast'
import { MiniMonth } from '../../ui/month-calendar/mini-month'
import { SkeletonCards } from '../../ui/skeleton'
import { ErrorState } from '../../ui/states'

const LOAD_FAILED = 'Failed to load available months.'

/** The months on offer that the family has not registered for yet. */
export function AvailableMonths() {
  const offered = useOfferedMonths()
  const registered = useRegistered()
  const isError = offered.isError || registered.isError
  useFailureToast(isError, LOAD_FAILED)
  const retry = () => void Promise.all([offered.refetch(), registered.refetch()])
  const taken = new Set(registered.data?.map((row) => row.month_id))
  const free = offered.data && registered.data && offered.data.filter((month) => !taken.has(month.id))
  return (
    <section aria-labelledby="available-months">
      <SectionHeading
        id="available-months"
        aside={
          free && (
            <CountBadge
              count={free.length}
              label={free.length === 1 ? 'month available' : 'months available'}
            />
          )
        }
      >
        Available Months
      </SectionHeading>
      {isError && <ErrorState message={LOAD_FAILED} onRetry={retry} />}
      {!isError && !free && <SkeletonCards count={2} label="Loading months" />}
      {free?.length === 0 && <p className="text-muted">{nothingFree(offered.data?.length ?? 0)}</p>}
      <ul className="grid gap-4 sm:grid-cols-2">
        {free?.map((month) => (
          <li key={month.id}>
            <MonthCard month={month} />
          </li>
        ))}
      </ul>
      {offered.data && offered.data.length > 0 && (
        <ButtonLink kind="plain" to="/monthly-signup" className="mt-2 -ml-3">
          Register another child for a month
        </ButtonLink>
      )}
    </section>
  )
}

const nothingFree = (offered: number) =>
  offered === 0 ? 'No month is open for registration right now.' : 'You have registered for every open month.'

function MonthCard({ month }: { month: Month }) {
  const today = useToday()
  const calendar = toMonthCalendar(month)
  const open = selectableDays(calendar, today)
  const prices = open.map((day) => dayPriceCents(calendar, day))
  return (
    <CardLink
      to={`/monthly-signup?month=${month.id}`}
      className="grid h-full grid-cols-[auto_1fr_auto] items-center gap-4 p-4"
    >
      <MiniMonth cells={monthCells(calendar, today, { selected: [] })} />
      <span>
        <CardTitle as="h3">{monthLabel(month)}</CardTitle>
        <span className="block text-sm text-muted">
          {open.length === 0
            ? 'No days open'
            : `${daysWords(open.length)} open, from ${formatUsdShort(Math.min(...prices))}`}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5.5" />
    </CardLink>
  )
}
