import { formatUsdShort } from '@aftercare/domain/lib/money'
import { selectableDays } from '@aftercare/domain/months/availability'
import { monthLabel, toMonthCalendar } from '@aftercare/domain/months/months'
import { dayPriceCents } from '@aftercare/domain/pricing/fees'
import { partlyRegistered } from '@aftercare/domain/registration/registration'
import { en as titles } from '@aftercare/domain/submissions/texts/en'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { monthCells } from '../../features/months/month-cells'
import { type Month, useOfferedMonths } from '../../features/months/months.api'
import { useRegistered } from '../../features/submissions/submissions.api'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { useToday } from '../../lib/program'
import { CountBadge } from '../../ui/data/badge'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { ButtonLink } from '../../ui/inputs/button'
import { CardLink, CardTitle, SectionHeading } from '../../ui/layout/card'
import { MiniMonth } from '../../ui/month-calendar/mini-month'
import type { Child } from '../children/children.api'
import { en } from './texts/en'

/** The months on offer that the family has not registered for yet, and who is left in those that it has. */
export function AvailableMonths({ childRows }: { childRows: readonly Child[] }) {
  const t = useTexts(en).months
  const language = useLanguage()
  const offered = useOfferedMonths()
  const registered = useRegistered()
  const today = useToday()
  const isError = offered.isError || registered.isError
  useErrorToast(isError, t.loadFailed)
  const retry = () => void Promise.all([offered.refetch(), registered.refetch()])
  const taken = new Set(registered.data?.map((row) => row.month_id))
  const free = offered.data && registered.data && offered.data.filter((month) => !taken.has(month.id))
  const left = partlyRegistered(offered.data ?? [], childRows, registered.data ?? []).filter(
    ({ month }) => selectableDays(toMonthCalendar(month), today).length > 0,
  )
  return (
    <section aria-labelledby="available-months">
      <SectionHeading
        id="available-months"
        aside={free && <CountBadge count={free.length} label={t.count(free.length)} />}
      >
        {t.title}
      </SectionHeading>
      {isError && !free && <ErrorState message={t.loadFailed} onRetry={retry} />}
      {!isError && !free && <SkeletonCards count={2} label={t.loading} />}
      {free?.length === 0 && (
        <p className="text-muted">{t[nothingFree(offered.data?.length ?? 0, left.length > 0)]}</p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {free?.map((month) => (
          <li key={month.id}>
            <MonthCard month={month} />
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <ul className="mt-2 -ml-3">
          {left.map(({ month, children }) => (
            <li key={month.id}>
              <ButtonLink
                variant="plain"
                to={`/monthly-signup?month=${month.id}`}
                className="text-left wrap-anywhere"
              >
                <span>
                  {richText(t.register(monthLabel(month, language)), {
                    children: children.map(({ id, name }, index) => (
                      <Fragment key={id}>
                        {index > 0 && ', '}
                        <bdi>{name}</bdi>
                      </Fragment>
                    )),
                  })}
                </span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {offered.data && offered.data.length > 0 && (
        <ButtonLink variant="plain" to="/monthly-signup" className="mt-2 -ml-3">
          {t.registerAnother}
        </ButtonLink>
      )}
    </section>
  )
}

function nothingFree(offered: number, isAnyChildLeft: boolean) {
  if (offered === 0) return 'none'
  return isAnyChildLeft ? 'someChildrenLeft' : 'allRegistered'
}

function MonthCard({ month }: { month: Month }) {
  const t = useTexts(en).months
  const titleTexts = useTexts(titles)
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
        <CardTitle as="h3">{titleTexts.month(month)}</CardTitle>
        <span className="block text-sm text-muted">
          {open.length === 0 ? t.noDays : t.daysOpen(open.length, formatUsdShort(Math.min(...prices)))}
        </span>
      </span>
      <ChevronRight className="size-5.5" />
    </CardLink>
  )
}
