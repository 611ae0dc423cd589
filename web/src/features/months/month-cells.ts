import { type DayState, monthStates } from '@aftercare/domain/availability'
import { compareDays, type Day, isWeekend, weekday } from '@aftercare/domain/days'
import { formatUsdShort } from '@aftercare/domain/money'
import type { MonthCalendar } from '@aftercare/domain/months'
import { seatsLeftLabel } from '@aftercare/domain/seats'
import { useMemo } from 'react'
import type { DayCell } from '../../ui/month-calendar/day-cell'

type Choice = {
  selected: readonly number[]
  /** In an edit: the days stored when it began. */
  original?: readonly number[]
  /** The full days on which the parent waits for a seat. */
  watched?: readonly number[]
  /** Pressing a full day asks about it, also where nobody waits yet. */
  mayWatch?: boolean
  /** The calendar only shows what was chosen: no prices elsewhere, no marks of an edit. */
  isReading?: boolean
}

/** The days of a month as the calendar shows them, by the rules that the server applies too. */
export function monthCells(month: MonthCalendar, today: Day, choice: Choice): DayCell[] {
  const original = choice.isReading ? choice.selected : choice.original
  return groundOf(month, today, original).map((day) => cellOf(day, choice))
}

/** The same while days are being chosen: a press works out again only what it can change. */
export function useMonthCells(month: MonthCalendar | null, today: Day, choice: Choice): DayCell[] {
  const { original } = choice
  const ground = useMemo(() => (month ? groundOf(month, today, original) : []), [month, today, original])
  return ground.map((day) => cellOf(day, choice))
}

type Ground = {
  state: DayState
  weekday: number
  weekend: boolean
  today: boolean
  isBefore: boolean
  priceLabel: string
  leftLabel: string | undefined
}

/** What is so whether or not a day is chosen. */
function groundOf(month: MonthCalendar, today: Day, original: readonly number[] | undefined): Ground[] {
  return monthStates(month, today, original).flatMap((state) => {
    const { date } = state
    if (date === null) return []
    return {
      state,
      weekday: weekday(date),
      weekend: isWeekend(date),
      today: date === today,
      isBefore: compareDays(date, today) < 0,
      priceLabel: formatUsdShort(state.priceCents),
      leftLabel: seatsLeftLabel(state.free) ?? undefined,
    }
  })
}

function cellOf({ state, weekday, weekend, today, ...ground }: Ground, choice: Choice): DayCell {
  const selected = choice.selected.includes(state.n)
  const isEdit = choice.original !== undefined && !choice.isReading
  const isPriced = selected || (state.selectable && !choice.isReading)
  const full = state.reason === 'full' && !choice.isReading
  const watched = full && choice.watched?.includes(state.n)
  return {
    day: state.n,
    weekday,
    type: state.type,
    priceLabel: isPriced ? ground.priceLabel : undefined,
    selected,
    original: isEdit ? state.original : undefined,
    added: isEdit && selected && !state.original,
    removed: isEdit && !selected && state.original,
    closed: state.closed,
    full,
    leftLabel: isPriced && !choice.isReading ? ground.leftLabel : undefined,
    watched,
    opens: watched || (full && choice.mayWatch),
    today,
    past: !selected && !weekend && ground.isBefore,
    weekend,
    disabled: !state.selectable,
  }
}
