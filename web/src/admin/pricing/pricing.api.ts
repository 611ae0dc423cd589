import { parseAmount } from '@aftercare/domain/lib/money'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import type { SaveOptions } from '../../lib/use-versioned-form'

const KEY = ['admin', 'pricing'] as const

const fetchPricing = () => request(api.admin.pricing.$get())

export type Pricing = Awaited<ReturnType<typeof fetchPricing>>

const MONTH_PRICES = ['regular_price', 'special_price'] as const
const PRICES = [...MONTH_PRICES, 'family_drop_in_price', 'staff_drop_in_price'] as const
type PriceValues = Record<(typeof PRICES)[number], string>

/** The newest published month's prices, or the saved defaults, and those of every published month. */
export const usePricing = ({ enabled = true } = {}) =>
  useQuery({ queryKey: KEY, queryFn: fetchPricing, enabled })

/** "21" and "21.00" are the same price. */
const isSamePrice = (one: unknown, other: unknown) => {
  const [first, second] = [parseAmount(String(one)), parseAmount(String(other))]
  return first === null || second === null ? one === other : first === second
}

export const storedPricing = (pricing: Pricing) => ({
  values: Object.fromEntries(PRICES.map((name) => [name, pricing[name].toFixed(2)])) as PriceValues,
  version: pricing.version,
  isSame: isSamePrice,
})

/** How many published months a save of these prices would change. */
export const countOtherPrices = ({ published_prices }: Pricing, values: PriceValues): number =>
  published_prices.filter((month) => MONTH_PRICES.some((name) => !isSamePrice(month[name], values[name])))
    .length

/**
 * Unlike other settings never sent again by itself after a colleague's save: staff confirmed these prices for the months
 * they were told of.
 */
export const savePricingOptions: SaveOptions<Pricing & { only_drop_ins: boolean }, PriceValues> = {
  mutationKey: KEY,
  mutationFn: ({ values, version }) =>
    withIdempotencyKey(KEY.join(' '), [values, version], (headers) =>
      request(api.admin.pricing.$put({ json: { ...values, version } }, { headers })),
    ),
  onSuccess: ({ only_drop_ins: _, ...pricing }) => void queryClient.setQueryData(KEY, pricing),
  onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
}
