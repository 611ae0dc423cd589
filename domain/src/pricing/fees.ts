import { sortedDayNumbers } from '../lib/days'
import { formatUsd, sumCents } from '../lib/money'
import { DAY_TYPES, type DayType, dayType, type MonthCalendar } from '../months/months'
import { en } from '../months/texts/day-types.en'

export const DEFAULT_REGULAR_PRICE_CENTS = 2000
export const DEFAULT_SPECIAL_PRICE_CENTS = 3000

export type Prices = Pick<MonthCalendar, 'regularPriceCents' | 'specialPriceCents'>

/** Only a missing price falls back to the default: 0 is a price. */
export function typePriceCents(prices: Prices, type: DayType): number {
  switch (type) {
    case 'regular':
      return prices.regularPriceCents ?? DEFAULT_REGULAR_PRICE_CENTS
    case 'noon':
    case 'early':
      return prices.specialPriceCents ?? DEFAULT_SPECIAL_PRICE_CENTS
    case 'unavailable':
    case 'no_school':
      return 0
  }
}

export const isSamePrices = (one: Prices, other: Prices): boolean =>
  (['regular', 'noon'] as const).every((type) => typePriceCents(one, type) === typePriceCents(other, type))

/** The prices at which staff want to publish a draft, and the current prices they saw when choosing. */
export type PriceChoice = { use: 'own' | 'current'; seen: Prices }

/** The prices to publish a draft at. Null: they differ from the current ones, and staff must choose. */
export function pricesToPublish(own: Prices, current: Prices, choice?: PriceChoice): Prices | null {
  const isSeen = choice !== undefined && isSamePrices(choice.seen, current)
  if (choice?.use === 'current') return isSeen ? current : null
  return isSamePrices(own, current) || isSeen ? own : null
}

/** "$20.00 (special $30.00)" */
export const pricesLabel = (prices: Prices): string =>
  `${formatUsd(typePriceCents(prices, 'regular'))} (special ${formatUsd(typePriceCents(prices, 'noon'))})`

export function dayPriceCents(month: MonthCalendar, n: number): number {
  return typePriceCents(month, dayType(month, n))
}

/** The fee for one child: the sum over the chosen days, each counted once. */
export function feeCents(month: MonthCalendar, days: readonly number[]): number {
  return sumCents(sortedDayNumbers(days).map((n) => dayPriceCents(month, n)))
}

export function totalCents(feePerChildCents: number, children: number): number {
  return feePerChildCents * children
}

export type FeeLine = {
  type: DayType
  label: string
  days: number[]
  priceCents: number
  subtotalCents: number
}

/** One line per chosen day type, in the order of the day types; the subtotals add up to feeCents. */
export function feeBreakdown(month: MonthCalendar, days: readonly number[], t: typeof en = en): FeeLine[] {
  const chosen = sortedDayNumbers(days)
  return DAY_TYPES.flatMap((type) => {
    const ofType = chosen.filter((n) => dayType(month, n) === type)
    if (ofType.length === 0) return []
    const priceCents = typePriceCents(month, type)
    const subtotalCents = priceCents * ofType.length
    return [{ type, label: t.dayTypes[type], days: ofType, priceCents, subtotalCents }]
  })
}
