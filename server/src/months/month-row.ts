import { DAY_TYPES } from '@aftercare/domain/months'
import { z } from '@hono/zod-openapi'
import type { months } from '../db/schema'

/** A month as the API answers it. Money leaves the server in dollars, as the column holds it. */
export const monthRow = z.object({
  id: z.string(),
  month_name: z.string(),
  year: z.number().int(),
  is_active: z.boolean(),
  regular_price: z.number().nullable(),
  special_price: z.number().nullable(),
  special_days: z.array(z.number().int()),
  closed_days: z.array(z.number().int()),
  day_types: z.record(z.string(), z.enum(DAY_TYPES)),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

export type MonthJson = z.infer<typeof monthRow>

export const inDollars = (cents: number) => cents / 100
const inDollarsOrNull = (cents: number | null) => (cents === null ? null : inDollars(cents))

export function presentMonth(row: typeof months.$inferSelect): MonthJson {
  const { regular_price_cents, special_price_cents, ...month } = row
  return {
    ...month,
    regular_price: inDollarsOrNull(regular_price_cents),
    special_price: inDollarsOrNull(special_price_cents),
  }
}
