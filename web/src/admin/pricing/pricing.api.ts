import { parseAmount } from '@aftercare/domain/lib/money'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'pricing'] as const

const fetchPricing = () => request(api.admin.pricing.$get())

export type Pricing = Awaited<ReturnType<typeof fetchPricing>>

/** The newest published month's prices, or the saved defaults, and how many months a save would change. */
export const usePricing = () => useQuery({ queryKey: KEY, queryFn: fetchPricing })

/** "21" and "21.00" are the same price. */
export const isSamePrice = (one: unknown, other: unknown) => {
  const [first, second] = [parseAmount(String(one)), parseAmount(String(other))]
  return first === null || second === null ? one === other : first === second
}

export const storedPricing = ({ regular_price, special_price, version }: Pricing) => ({
  values: { regular_price: regular_price.toFixed(2), special_price: special_price.toFixed(2) },
  version,
  isSame: isSamePrice,
})

export const savePricingOptions = saveSettingOptions(KEY, storedPricing, ({ values, version }, headers) =>
  request(api.admin.pricing.$put({ json: { ...values, version } }, { headers })),
)
