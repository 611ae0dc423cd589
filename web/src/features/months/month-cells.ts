import { type Day, isWeekend, weekday } from '@aftercare/domain/lib/days'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import {
  type BookedDropIn,
  type DayNeeds,
  type DayState,
  monthStates,
} from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { fewSeatsLabel, seatsLeftLabel } from '@aftercare/domain/months/seats'
import { en } from '@aftercare/domain/months/texts/en'
import type { DayPrices } from '@aftercare/domain/pricing/day-prices'
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
  /** The days on which one of the children has a drop-in. */
  dropIns?: readonly BookedDropIn[]
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

/** The calendar's cells, by the same rules as the server's; in English, except with `t`. */
export function monthCells(month: MonthCalendar, today: Day, choice: Choice, t = en): DayCell[] {
  return monthStates(month, today, needsOf(choice)).flatMap((state) =>
    state.date === null ? [] : toCell(state, state.date, today, choice, t),
  )
}

/** The same in the user's language. */
export function useMonthCells(month: MonthCalendar | null, today: Day, choice: Choice): DayCell[] {
  const t = useTexts(en)
  return month ? monthCells(month, today, choice, t) : []
}

const needsOf = ({ selected, original, attended = [], isReadOnly, ...choice }: Choice): DayNeeds => ({
  originalDays: isReadOnly ? selected : original,
  attended: { days: attended, child: '' },
  begunDaysStay: choice.begunDaysStay,
  children: choice.children,
  dropIns: isReadOnly ? undefined : choice.dropIns,
  byStaff: choice.byStaff,
})

function priceLabel({ n, original, priceCents }: DayState, { dayPrices }: Choice): string | undefined {
  if (dayPrices === null && original) return undefined
  return formatUsdShort(dayPrices?.[String(n)] ?? priceCents)
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

function toCell(state: DayState, date: Day, today: Day, choice: Choice, t: typeof en): DayCell {
  const selected = choice.selected.includes(state.n)
  const day = { weekday: weekday(date), today: date === today }
  if (state.cancelled && (selected || state.original || state.reason === 'cancelled'))
    return { ...cancelledCell(state, choice), ...day }
  const weekend = isWeekend(date)
  const isEdit = choice.original !== undefined && !choice.isReadOnly
  const isPriced = selected || (state.selectable && !choice.isReadOnly)
  const isFull = state.reason === 'full' && !selected && !choice.isReadOnly
  const isFew = state.reason === 'few_seats' && !choice.isReadOnly && !(selected && choice.mayBeStored)
  const isFewOpen = isFew && !selected
  const isStaying = state.reason === 'attended' || state.reason === 'begun'
  const watched = isFull && choice.watched?.includes(state.n)
  const leftLabel =
    state.reason === 'few_seats' && state.free !== null
      ? t.seatsLeft(state.free)
      : (seatsLeftLabel(state.free, t) ?? undefined)
  return {
    ...day,
    day: state.n,
    type: state.type,
    // What is in the way replaces the day type.
    label: state.reason === 'drop_in' ? t.dropIn : isFewOpen ? leftLabel : undefined,
    priceLabel: isPriced ? priceLabel(state, choice) : undefined,
    selected,
    original: isEdit ? state.original : undefined,
    added: isEdit && selected && !state.original,
    removed: isEdit && !selected && state.original,
    closed: state.closed,
    full: isFull || isFewOpen,
    leftLabel: isPriced && !choice.isReadOnly && !isFewOpen ? leftLabel : undefined,
    fewLabel: isFew ? fewSeatsLabel(choice.children ?? 1, t) : undefined,
    watched,
    opens: watched || (isFull && choice.mayWatch),
    past: !selected && !weekend && date < today,
    weekend,
    attended: state.reason === 'attended',
    // A selected day can be removed, unless it stays.
    disabled: !state.selectable && (!selected || isStaying || choice.isReadOnly),
  }
}
