/** Money is whole cents in code and a decimal string with two places ("20.00") in forms and in the database. */

/** Eight digits before the point: what numeric(10,2) can hold. */
const AMOUNT_PATTERN = /^(\d{1,8})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/
/** A sum may be larger than any single amount. */
const SUM_PATTERN = /^(\d{1,13})(?:\.(\d{0,2}))?$/

/**
 * Cents of a typed amount: digits with at most two decimals, not negative, at most 99,999,999.99.
 * Null for anything else. Reads the text digit by digit: 0.1 + 0.2 must never reach a fee.
 */
export function parseAmount(input: string | number): number | null {
  const text = typeof input === 'number' ? String(input) : input.trim()
  return centsOf(AMOUNT_PATTERN.exec(text))
}

function centsOf(match: RegExpExecArray | null): number | null {
  if (!match) return null
  const whole = Number(match[1] ?? 0)
  const decimals = (match[2] ?? match[3] ?? '').padEnd(2, '0')
  return whole * 100 + Number(decimals)
}

/** Cents of a sum of amounts, which may be larger than any one of them. Null for anything else. */
export const parseSum = (input: string | number): number | null =>
  centsOf(SUM_PATTERN.exec(String(input).trim()))

/** Cents of a stored amount or sum; throws if it is not an amount. */
export function toCents(decimal: string | number): number {
  const text = String(decimal)
  const negative = text.startsWith('-')
  const cents = centsOf(SUM_PATTERN.exec(negative ? text.slice(1) : text))
  if (cents === null) throw new RangeError(`"${text}" is not an amount of money`)
  return negative && cents !== 0 ? -cents : cents
}

/** Like toCents; a missing price stays missing (0 is a price). */
export function toCentsOrNull(decimal: string | number | null): number | null {
  return decimal === null ? null : toCents(decimal)
}

/** "20.00", as stored and as written to CSV files. Fractions of a cent are rounded half up. */
export function toDecimal(cents: number): string {
  const whole = Math.round(cents)
  const digits = String(Math.abs(whole)).padStart(3, '0')
  return `${whole < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * "$1,234.50", always with cents; fractions of a cent are rounded half up. By hand: creating a page's first `Intl`
 * formatter takes about 20 ms of CPU on a server, more on a phone, and many pages need no other.
 */
export function formatUsd(cents: number): string {
  const [whole = '', decimals] = toDecimal(cents).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return grouped.startsWith('-') ? `-$${grouped.slice(1)}.${decimals}` : `$${grouped}.${decimals}`
}

/** "+$20.00" or "-$20.00" */
export function formatUsdDifference(cents: number): string {
  return cents > 0 ? `+${formatUsd(cents)}` : formatUsd(cents)
}

/** "$20" for whole dollars, else "$22.50": for calendar cells, where space is short. */
export function formatUsdShort(cents: number): string {
  const full = formatUsd(cents)
  return full.endsWith('.00') ? full.slice(0, -3) : full
}

export function sumCents(amounts: Iterable<number>): number {
  let sum = 0
  for (const cents of amounts) sum += cents
  return sum
}
