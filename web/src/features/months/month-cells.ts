import { compareDays, type Day, isWeekend, weekday } from '@aftercare/domain/lib/days'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import { type DayState, monthStates } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { fewSeatsLabel, seatsLeftLabel } from '@aftercare/domain/months/seats'
import { useMemo } from 'react'
import type { DayCell } from '../../ui/month-calendar/day-cell'

type Choice = {
  selected: readonly number[]
  /** In an edit: the days stored when it began. */
  original?: readonly number[]
  /** How many children need a seat on each day. */
  children?: number
  /** The days chosen were sent, and may hold the very seats that are missing now. */
  mayBeStored?: boolean
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
  return groundOf(month, today, original, choice.children).map((day) => cellOf(day, choice))
}

/** The same while days are being chosen: a press works out again only what it can change. */
export function useMonthCells(month: MonthCalendar | null, today: Day, choice: Choice): DayCell[] {
  const { original, children } = choice
  const ground = useMemo(
    () => (month ? groundOf(month, today, original, children) : []),
    [month, today, original, children],
  )
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
function groundOf(
  month: MonthCalendar,
  today: Day,
  originalDays: readonly number[] | undefined,
  children: number | undefined,
): Ground[] {
  return monthStates(month, today, { originalDays, children }).flatMap((state) => {
    const { date } = state
    if (date === null) return []
    return {
      state,
      weekday: weekday(date),
      weekend: isWeekend(date),
      today: date === today,
      isBefore: compareDays(date, today) < 0,
      priceLabel: formatUsdShort(state.priceCents),
      leftLabel:
        state.reason === 'few_seats' ? `${state.free} left` : (seatsLeftLabel(state.free) ?? undefined),
    }
  })
}

function cellOf({ state, weekday, weekend, today, ...ground }: Ground, choice: Choice): DayCell {
  const selected = choice.selected.includes(state.n)
  const isEdit = choice.original !== undefined && !choice.isReading
  const isPriced = selected || (state.selectable && !choice.isReading)
  const isFull = state.reason === 'full' && !selected && !choice.isReading
  const isFew = state.reason === 'few_seats' && !choice.isReading && !(selected && choice.mayBeStored)
  const watched = isFull && choice.watched?.includes(state.n)
  return {
    day: state.n,
    weekday,
    type: state.type,
    // What is left stands in the place of the type.
    label: isFew && !selected ? ground.leftLabel : undefined,
    priceLabel: isPriced ? ground.priceLabel : undefined,
    selected,
    original: isEdit ? state.original : undefined,
    added: isEdit && selected && !state.original,
    removed: isEdit && !selected && state.original,
    closed: state.closed,
    full: isFull || (isFew && !selected),
    leftLabel: isPriced && !choice.isReading ? ground.leftLabel : undefined,
    fewLabel: isFew ? fewSeatsLabel(choice.children ?? 1) : undefined,
    watched,
    opens: watched || (isFull && choice.mayWatch),
    today,
    past: !selected && !weekend && ground.isBefore,
    weekend,
    // What is chosen can be taken out, whatever became of it.
    disabled: !state.selectable && (!selected || choice.isReading),
  }
}
