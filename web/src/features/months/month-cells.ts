import { compareDays, type Day, isWeekend, weekday } from '@aftercare/domain/lib/days'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import { type DayNeeds, type DayState, monthStates } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { fewSeatsLabel, seatsLeftLabel } from '@aftercare/domain/months/seats'
import { en } from '@aftercare/domain/months/texts/en'
import type { DayPrices } from '@aftercare/domain/pricing/day-prices'
import { useMemo } from 'react'
import { useTexts } from '../../language/language'
import type { DayCell } from '../../ui/month-calendar/day-cell'

type Choice = {
  selected: readonly number[]
  /** In an edit: the days stored when it began. */
  original?: readonly number[]
  /** In an edit: the days on which the child was here, which stay. */
  attended?: readonly number[]
  /** In an edit: today and past days stay too. */
  begunDaysStay?: boolean
  /** What selected and stored days cost, if not their price now. Null: not known, so that no price is shown. */
  dayPrices?: DayPrices | null
  /** How many children need a seat on each day. */
  children?: number
  /** Staff may add past, closed and full days. */
  byStaff?: boolean
  /** The selected days were sent without a response, and may have taken the very seats that are missing now. */
  mayBeStored?: boolean
  /** The full days with a seat watch. */
  watched?: readonly number[]
  /** A click on a full day offers a seat watch. */
  mayWatch?: boolean
  /** Shows the selection only: no other prices, no edit marks. */
  isReadOnly?: boolean
}

/** The calendar's cells, by the same rules as the server's; to be read only, where no cell has words of its own. */
export function monthCells(month: MonthCalendar, today: Day, choice: Choice): DayCell[] {
  const original = choice.isReadOnly ? choice.selected : choice.original
  return baseCells(month, today, needsOf({ ...choice, original }), en).map((day) => toCell(day, choice, en))
}

/** The same while days are being selected: a click recomputes only what it can change. */
export function useMonthCells(month: MonthCalendar | null, today: Day, choice: Choice): DayCell[] {
  const { original, attended, begunDaysStay, children, byStaff } = choice
  const t = useTexts(en)
  const base = useMemo(
    () =>
      month
        ? baseCells(month, today, needsOf({ original, attended, begunDaysStay, children, byStaff }), t)
        : [],
    [month, today, original, attended, begunDaysStay, children, byStaff, t],
  )
  return base.map((day) => toCell(day, choice, t))
}

const needsOf = ({
  original,
  attended = [],
  ...needs
}: Pick<Choice, 'original' | 'attended' | 'begunDaysStay' | 'children' | 'byStaff'>): DayNeeds => ({
  ...needs,
  originalDays: original,
  attended: { days: attended, child: '' },
})

type BaseCell = {
  state: DayState
  weekday: number
  weekend: boolean
  today: boolean
  isBefore: boolean
  priceLabel: string
  leftLabel: string | undefined
}

/** The part of a cell that does not depend on the selection. */
function baseCells(month: MonthCalendar, today: Day, needs: DayNeeds, t: typeof en): BaseCell[] {
  return monthStates(month, today, needs).flatMap((state) => {
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
        state.reason === 'few_seats' && state.free !== null
          ? t.seatsLeft(state.free)
          : (seatsLeftLabel(state.free, t) ?? undefined),
    }
  })
}

function priceLabel({ n, original }: DayState, current: string, { dayPrices }: Choice): string | undefined {
  if (dayPrices === null && original) return undefined
  const booked = dayPrices?.[String(n)]
  return booked === undefined ? current : formatUsdShort(booked)
}

/** Neither a tick nor a way to give it up; the price only if it was kept. */
function cancelledCell({ n, type }: DayState, { selected, dayPrices }: Choice) {
  const kept = selected.includes(n) ? (dayPrices?.[String(n)] ?? 0) : 0
  return {
    day: n,
    type,
    cancelled: true,
    priceLabel: kept > 0 ? formatUsdShort(kept) : undefined,
    disabled: true,
  }
}

function toCell(
  { state, weekday, weekend, today, ...base }: BaseCell,
  choice: Choice,
  t: typeof en,
): DayCell {
  const selected = choice.selected.includes(state.n)
  if (state.cancelled && (selected || state.original || state.reason === 'cancelled'))
    return { ...cancelledCell(state, choice), weekday, today }
  const isEdit = choice.original !== undefined && !choice.isReadOnly
  const isPriced = selected || (state.selectable && !choice.isReadOnly)
  const isFull = state.reason === 'full' && !selected && !choice.isReadOnly
  const isFew = state.reason === 'few_seats' && !choice.isReadOnly && !(selected && choice.mayBeStored)
  const isStaying = state.reason === 'attended' || state.reason === 'begun'
  const watched = isFull && choice.watched?.includes(state.n)
  return {
    day: state.n,
    weekday,
    type: state.type,
    // The seats left replace the day type.
    label: isFew && !selected ? base.leftLabel : undefined,
    priceLabel: isPriced ? priceLabel(state, base.priceLabel, choice) : undefined,
    selected,
    original: isEdit ? state.original : undefined,
    added: isEdit && selected && !state.original,
    removed: isEdit && !selected && state.original,
    closed: state.closed,
    full: isFull || (isFew && !selected),
    leftLabel: isPriced && !choice.isReadOnly ? base.leftLabel : undefined,
    fewLabel: isFew ? fewSeatsLabel(choice.children ?? 1, t) : undefined,
    watched,
    opens: watched || (isFull && choice.mayWatch),
    today,
    past: !selected && !weekend && base.isBefore,
    weekend,
    attended: state.reason === 'attended',
    // A selected day can be removed, unless it stays.
    disabled: !state.selectable && (!selected || isStaying || choice.isReadOnly),
  }
}
