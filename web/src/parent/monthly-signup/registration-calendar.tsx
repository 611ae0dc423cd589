import { typePriceCents } from '@aftercare/domain/fees'
import { formatUsdShort } from '@aftercare/domain/money'
import { monthLabel } from '@aftercare/domain/months'
import { monthCells } from '../../features/months/month-cells'
import { daysWords } from '../../features/submissions/submission-facts'
import { Badge } from '../../ui/badge'
import { Card, CardTitle } from '../../ui/card'
import { DayLegend } from '../../ui/month-calendar/day-legend'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { MonthCalendarSkeleton } from '../../ui/month-calendar/month-calendar-skeleton'
import { Missing } from './missing'
import type { RegistrationForm } from './use-registration-form'

const shape = '-mx-2 px-2 py-3.5 desk:mx-0 desk:px-4'

export function RegistrationCalendar({ form }: { form: RegistrationForm }) {
  const { month, calendar, monthIndex, days } = form
  if (form.isLoading) {
    return (
      <Card className={shape}>
        <MonthCalendarSkeleton />
      </Card>
    )
  }
  if (!month || !calendar || monthIndex === null) return null
  const price = (type: 'regular' | 'noon') => formatUsdShort(typePriceCents(calendar, type))
  return (
    <Card as="section" className={shape} aria-labelledby="calendar-heading">
      <div className="mb-3 flex items-center justify-between gap-3 px-1.5 desk:px-0">
        <CardTitle id="calendar-heading" className="text-xl">
          {monthLabel(month)}
        </CardTitle>
        {days.length > 0 && <Badge tone="accent">{daysWords(days.length)}</Badge>}
      </div>
      <MonthCalendar
        monthIndex={monthIndex}
        year={month.year}
        cells={monthCells(calendar, form.today, { selected: days })}
        onPressDay={form.pressDay}
      />
      <div className="mt-3 px-1.5 desk:px-0">
        <DayLegend prices={{ regular: price('regular'), special: price('noon') }} />
        <Missing when={form.missing.includes('days')}>Select at least one day.</Missing>
      </div>
    </Card>
  )
}
