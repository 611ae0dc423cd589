import { DAY_TYPES, type MonthCalendar } from '@aftercare/domain/months/months'
import type { Seating } from '@aftercare/domain/months/seats'
import { z } from '@hono/zod-openapi'
import type { MonthRow } from '../db/tables'
import { centsToDollarsOrNull } from '../http/cents-to-dollars'

/** A month in API responses. */
export const monthRow = z.object({
  id: z.string(),
  month_name: z.string(),
  year: z.number().int(),
  is_active: z.boolean(),
  regular_price: z.number().nullable(),
  special_price: z.number().nullable(),
  special_days: z.array(z.number().int()),
  closed_days: z.array(z.number().int()),
  cancelled_days: z.array(z.number().int()),
  day_types: z.record(z.string(), z.enum(DAY_TYPES)),
  seats: z.number().int().nullable(),
  day_seats: z.record(z.string(), z.number().int()),
  taken_seats: z.record(z.string(), z.number().int()),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

export type MonthJson = z.infer<typeof monthRow>

export function serializeMonth(row: MonthRow): MonthJson {
  const { regular_price_cents, special_price_cents, cancelled_day_types: _, ...month } = row
  return {
    ...month,
    regular_price: centsToDollarsOrNull(regular_price_cents),
    special_price: centsToDollarsOrNull(special_price_cents),
  }
}

/** Numbers only, never who. */
export const seatingOf = (row: Pick<MonthRow, 'seats' | 'day_seats' | 'taken_seats'>): Seating => ({
  seats: row.seats,
  daySeats: row.day_seats,
  taken: row.taken_seats,
})

/** A stored month as the rules use it. */
export function calendarOf(
  row: Omit<MonthRow, 'cancelled_day_types' | 'created_at' | 'updated_at' | 'version'>,
): MonthCalendar {
  return {
    monthName: row.month_name,
    year: row.year,
    regularPriceCents: row.regular_price_cents,
    specialPriceCents: row.special_price_cents,
    specialDays: row.special_days,
    closedDays: row.closed_days,
    cancelledDays: row.cancelled_days,
    dayTypes: row.day_types,
    seating: seatingOf(row),
  }
}
