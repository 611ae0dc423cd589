import { type DayState, monthStates } from '@aftercare/domain/availability'
import { compareDays, type Day, isWeekend, weekday } from '@aftercare/domain/days'
import { formatUsdShort } from '@aftercare/domain/money'
import type { MonthCalendar } from '@aftercare/domain/months'
import { seatsLeftLabel } from '@aftercare/domain/seats'
import type { DayCell } from '../../ui/month-calendar/day-cell'

type Choice = {
  selected: readonly number[]
  /** In an edit: the days stored when it began. */
  original?: readonly number[]
  /** The full days on which the parent waits for a seat; pressing a full day asks about it. */
  watched?: readonly number[]
  /** The calendar only shows what was chosen: no prices elsewhere, no marks of an edit. */
  isReading?: boolean
}

/** The days of a month as the calendar shows them, by the rules that the server applies too. */
export function monthCells(month: MonthCalendar, today: Day, choice: Choice): DayCell[] {
  const original = choice.isReading ? choice.selected : choice.original
  return monthStates(month, today, original).flatMap((state) =>
    state.date === null ? [] : [cellOf(state, state.date, today, choice)],
  )
}

function cellOf(state: DayState, date: Day, today: Day, choice: Choice): DayCell {
  const selected = choice.selected.includes(state.n)
  const isEdit = choice.original !== undefined && !choice.isReading
  const isPriced = selected || (state.selectable && !choice.isReading)
  const full = state.reason === 'full' && !choice.isReading
  return {
    day: state.n,
    weekday: weekday(date),
    type: state.type,
    priceLabel: isPriced ? formatUsdShort(state.priceCents) : undefined,
    selected,
    original: isEdit && state.original,
    added: isEdit && selected && !state.original,
    removed: isEdit && !selected && state.original,
    closed: state.closed,
    full,
    leftLabel: isPriced && !choice.isReading ? (seatsLeftLabel(state.free) ?? undefined) : undefined,
    watched: full && choice.watched?.includes(state.n),
    opens: full && choice.watched !== undefined,
    today: date === today,
    past: !selected && !isWeekend(date) && compareDays(date, today) < 0,
    weekend: isWeekend(date),
    disabled: !state.selectable,
  }
}
