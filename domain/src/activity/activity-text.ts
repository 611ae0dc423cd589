import { joinList } from '../lib/join-list'
import { isArrayOf, isDayNumber, isRecord, isString } from '../lib/json-guards'
import { formatUsdShort, parseAmount } from '../lib/money'
import { DAY_TYPE_LABELS, type DayType } from '../months/months'
import { buildEditEntry } from '../submissions/submissions'

/** Reads the detail of a log entry. Older entries have less of it, so any part may be missing. */

export const partOf = (detail: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), detail)

export const textOf = (detail: unknown, ...path: string[]): string | null => {
  const value = partOf(detail, ...path)
  return isString(value) && value !== '' ? value : null
}

export const numberOf = (detail: unknown, ...path: string[]): number | null => {
  const value = partOf(detail, ...path)
  return typeof value === 'number' ? value : null
}

const daysOf = (detail: unknown, key: string): number[] => {
  const value = partOf(detail, key)
  return isArrayOf(value, isDayNumber) ? value : []
}

/** "$20", from cents or from an amount in dollars. */
export const moneyOf = (detail: unknown, ...path: string[]): string | null => {
  const value = partOf(detail, ...path)
  const isCents = path.at(-1)?.endsWith('_cents')
  if (isCents) return typeof value === 'number' ? formatUsdShort(value) : null
  const [, minus, amount] =
    /^(-?)(.*)$/.exec(isString(value) || typeof value === 'number' ? `${value}` : '') ?? []
  const cents = parseAmount(amount ?? '')
  return cents === null ? null : formatUsdShort(minus ? -cents : cents)
}

/** "day 3", "days 3 and 4" */
const dayList = (days: readonly number[]) =>
  `${days.length === 1 ? 'day' : 'days'} ${joinList([...days].sort((a, b) => a - b))}`

/** "added 4, removed 10, fee from $60 to $80" */
export function describeEdit(detail: unknown): string {
  const { days_added, days_removed } = buildEditEntry(
    daysOf(detail, 'previous_days'),
    daysOf(detail, 'new_days'),
    '',
  )
  const [from, to] = [moneyOf(detail, 'previous_fee_cents'), moneyOf(detail, 'new_fee_cents')]
  return [
    days_added.length > 0 && `added ${joinList(days_added)}`,
    days_removed.length > 0 && `removed ${joinList(days_removed)}`,
    from !== null && to && from !== to && `fee from ${from} to ${to}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a save of a month changed: "days 3 and 4 to Noon Dismissal, closed day 9" */
export function monthChanges(detail: unknown): string[] {
  const [closed, reopened] = [daysOf(detail, 'closed'), daysOf(detail, 'reopened')]
  return [
    ...retyped(partOf(detail, 'retyped')),
    ...(closed.length > 0 ? [`closed ${dayList(closed)}`] : []),
    ...(reopened.length > 0 ? [`reopened ${dayList(reopened)}`] : []),
    ...seatChanges(detail),
    ...ownPriceChanges(detail),
  ]
}

function retyped(stored: unknown): string[] {
  if (!isRecord(stored)) return []
  const byType = new Map<string, number[]>()
  for (const [n, pair] of Object.entries(stored)) {
    const type = Array.isArray(pair) ? DAY_TYPE_LABELS[pair[1] as DayType] : undefined
    if (type !== undefined) byType.set(type, [...(byType.get(type) ?? []), Number(n)])
  }
  return [...byType].map(([type, days]) => `${dayList(days)} to ${type}`)
}

const seatsText = (seats: unknown) => (typeof seats === 'number' ? String(seats) : 'no limit')

function seatChanges(detail: unknown): string[] {
  const [all, own] = [partOf(detail, 'seats'), partOf(detail, 'day_seats')]
  const changes: string[] = []
  if (Array.isArray(all) && all[0] !== all[1])
    changes.push(`seats per day from ${seatsText(all[0])} to ${seatsText(all[1])}`)
  if (Array.isArray(own)) {
    const [before, after] = own.map((seats) => (isRecord(seats) ? seats : {}))
    const days = Object.keys({ ...before, ...after }).filter((n) => before?.[n] !== after?.[n])
    if (days.length > 0) changes.push(`seats on ${dayList(days.map(Number))}`)
  }
  return changes
}

const PRICES = [
  ['regular_price', 'regular price'],
  ['special_price', 'special price'],
] as const
const DROP_IN_PRICES = [
  ['family_drop_in_price', 'families'],
  ['staff_drop_in_price', 'staff'],
] as const
const MAX_LISTED_MONTHS = 3

/** "regular price from $20 to $25", for a draft that was published at the current prices. */
function ownPriceChanges(detail: unknown): string[] {
  return PRICES.flatMap(([key, name]) => {
    const [from, to] = pricePair(partOf(detail, 'prices', key))
    return to && from !== to ? [`${name} from ${from ?? 'none'} to ${to}`] : []
  })
}

/** "the regular price of December 2026 from $20 to $22". Months with the same old and new price are grouped. */
export function priceChanges(detail: unknown, months: Readonly<Record<string, string>>): string[] {
  const stored = partOf(detail, 'months')
  const ofMonths = Object.entries(isRecord(stored) ? stored : {})
  const ofDays = PRICES.flatMap(([key, name]) =>
    ofMonths.length > 0
      ? monthPrices(key, ofMonths, months).map((change) => `the ${name} of ${change}`)
      : priceChange(key, detail).map((change) => `the ${name} for new months ${change}`),
  )
  const ofDropIns = DROP_IN_PRICES.flatMap(([key, name]) =>
    priceChange(key, detail).map((change) => `the drop-in price for ${name} ${change}`),
  )
  return [...ofDays, ...ofDropIns]
}

/** "the seats per day for new months from 20 to 30"; null if they are the same. */
export function defaultSeatChange(detail: unknown): string | null {
  const [before, after] = [partOf(detail, 'before', 'seats'), partOf(detail, 'seats')]
  if (after === undefined || before === undefined || before === after) return null
  return `the seats per day for new months from ${seatsText(before)} to ${seatsText(after)}`
}

function monthPrices(
  key: string,
  ofMonths: readonly (readonly [string, unknown])[],
  months: Readonly<Record<string, string>>,
): string[] {
  const groups = new Map<string, string[]>()
  for (const [id, pairs] of ofMonths) {
    const [from, to] = pricePair(partOf(pairs, key))
    const change = `from ${from ?? 'none'} to ${to}`
    if (to && from !== to)
      groups.set(change, [...(groups.get(change) ?? []), months[id] ?? 'a deleted month'])
  }
  return [...groups].map(([change, names]) => `${monthList(names)} ${change}`)
}

function priceChange(key: string, detail: unknown): string[] {
  const [from, to] = [moneyOf(detail, 'before', key), moneyOf(detail, key)]
  return from === null || to === null || from === to ? [] : [`from ${from} to ${to}`]
}

const pricePair = (pair: unknown) =>
  Array.isArray(pair)
    ? [moneyOf({ price: pair[0] }, 'price'), moneyOf({ price: pair[1] }, 'price')]
    : [null, null]

function monthList(names: readonly string[]): string {
  const shown = names.length > MAX_LISTED_MONTHS + 1 ? names.slice(0, MAX_LISTED_MONTHS) : names
  const more = names.length - shown.length
  return joinList(more > 0 ? [...shown, `${more} more months`] : shown)
}

const FIELD_NAMES: Record<string, string> = {
  full_name: 'name',
  email: 'email address',
  phone: 'phone number',
  language: 'language',
  status: 'status',
  preferences: 'email preferences',
}

/** The fields that differ between before and after, or that the entry lists. Never their values. */
export function changedFields(detail: unknown): string[] {
  const named = partOf(detail, 'fields')
  const [before, after] = [partOf(detail, 'before'), partOf(detail, 'after')]
  const keys = isArrayOf(named, isString)
    ? named
    : Object.keys(isRecord(after) ? after : {}).filter(
        (key) => JSON.stringify(partOf(after, key)) !== JSON.stringify(partOf(before, key)),
      )
  return keys.flatMap((key) => FIELD_NAMES[key] ?? [])
}
