import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import { type MonthCalendar as MonthDays, monthLabel } from '@aftercare/domain/months/months'
import { isLimited } from '@aftercare/domain/months/seats'
import { typePriceCents } from '@aftercare/domain/pricing/fees'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { type ReactNode, useDeferredValue, useId, useMemo } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import { Badge } from '../../ui/data/badge'
import { FieldError } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { DayLegend } from '../../ui/month-calendar/day-legend'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { useMonthCells } from '../months/month-cells'
import { QuickChoices } from '../months/quick-choices'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

const pricesOf = (calendar: MonthDays) => ({
  regular: formatUsdShort(typePriceCents(calendar, 'regular')),
  special: formatUsdShort(typePriceCents(calendar, 'noon')),
})

/** Full days that a parent can wait for; nobody else can. */
export type FullDays = {
  /** The days with a bell; a guest has none. */
  watched: number[]
  /** Whether full days can be watched: not by guests, who have no account to notify, nor in a month back in draft. */
  mayWatch: boolean
  openDay: (day: number) => void
  /** Rendered beside the calendar. */
  panel: ReactNode
}

type RegistrationCalendarProps = { form: RegistrationFormState; fullDays: FullDays | undefined }

export function RegistrationCalendar({ form, fullDays }: RegistrationCalendarProps) {
  const t = useTexts(en)
  const language = useLanguage()
  const { month, calendar, monthIndex, days } = form
  const children = Math.max(1, form.payingChildren)
  const cells = useMonthCells(calendar, form.today, {
    selected: days,
    children,
    dropIns: form.dropIns,
    mayBeStored: form.mayBeStored,
    watched: fullDays?.watched,
    mayWatch: fullDays?.mayWatch,
    byStaff: form.byStaff,
  })
  const prices = useMemo(() => calendar && pricesOf(calendar), [calendar])
  // The day itself updates at once; the rest is deferred to the next frame.
  const shownDays = useDeferredValue(days)
  const hintId = useId()
  const crowdedId = useId()
  const isMissing = form.missing.includes('days')
  if (!month || !calendar || monthIndex === null) return null
  return (
    <Card as="section" className="-mx-2 px-2 py-3.5 lg:mx-0 lg:px-4" aria-labelledby="calendar-heading">
      <div className="flex items-center justify-between gap-3 px-1.5 lg:px-0">
        <CardTitle id="calendar-heading" className="text-xl">
          {capitalize(monthLabel(month, language))}
        </CardTitle>
        {shownDays.length > 0 && <Badge tone="accent">{formatDayCount(shownDays, [], language)}</Badge>}
      </div>
      <div className="mb-3 px-1.5 lg:px-0">
        {form.hasOpenDay && (
          <QuickChoices
            month={calendar}
            today={form.today}
            seatsNeeded={children}
            dropIns={form.dropIns}
            chosen={shownDays}
            onChoose={form.changeDays}
            earlier={form.earlier}
            childIds={form.childIds}
          />
        )}
      </div>
      <MonthCalendar
        monthIndex={monthIndex}
        year={month.year}
        cells={cells}
        onPressDay={form.pressDay}
        onOpenDay={fullDays?.openDay}
        errorId={cx(isMissing && hintId, form.crowdedDays.length > 0 && crowdedId) || undefined}
      />
      {fullDays?.panel}
      <div className="mt-3 px-1.5 lg:px-0">
        <DayLegend limited={isLimited(calendar.seating)} prices={prices ?? undefined} />
        {isMissing && <FieldError id={hintId}>{t.daysMissing}</FieldError>}
        {/* Announced when it appears: caused by selecting a child or losing a seat, not by a click on the day. */}
        <div id={crowdedId} aria-live="polite">
          {form.crowdedDays.map(({ reason, message }) => (
            <FieldError key={message}>
              {message} {reason === 'few_seats' && t.crowded}
            </FieldError>
          ))}
        </div>
        {!form.byStaff && cells.some(({ fewLabel, selected }) => fewLabel && !selected) && (
          <p className="mt-2 text-sm text-muted">{t.tooFewSeats(children)}</p>
        )}
      </div>
    </Card>
  )
}
