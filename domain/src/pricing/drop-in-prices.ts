import { isRecord, isString } from '../lib/json-guards'
import { parseAmount } from '../lib/money'

/** What a drop-in costs: requested by a family or guest, and entered by staff. */
export type DropInPrices = { familyCents: number; staffCents: number }

export const DEFAULT_DROP_IN_PRICES: DropInPrices = { familyCents: 2500, staffCents: 3000 }

/** The stored prices, with the default for each one that is missing. */
export function readDropInPrices(stored: unknown): DropInPrices {
  const price = (key: string, byDefault: number) => {
    const value = isRecord(stored) ? stored[key] : undefined
    return (isString(value) ? parseAmount(value) : null) ?? byDefault
  }
  return {
    familyCents: price('family', DEFAULT_DROP_IN_PRICES.familyCents),
    staffCents: price('staff', DEFAULT_DROP_IN_PRICES.staffCents),
  }
}
