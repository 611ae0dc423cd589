import { parseAmount } from '../lib/money'

/** Which character separates dollars and cents: "1,234.50" or "1.234,50". One for a whole file. */
export type DecimalMark = 'point' | 'comma'

/** Bare digits and separators, with a sign or in parentheses, and the dollar sign on either side. */
const AMOUNT = /^(\()?([-+])?(?:US\$|USD|\$)?\s*([-+])?\s*([\d.,]*\d[.,]?)\s*(?:USD|\$)?\s*(-)?(\))?$/i
/** Longer than any amount; the pattern's time grows with the square. */
const MAX_AMOUNT_LENGTH = 60
const GROUPED = /^(?:\d*|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/

type Parts = { digits: string; isNegative: boolean }

function partsOf(text: string): Parts | null {
  const plain = text
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .trim()
  const match = plain.length > MAX_AMOUNT_LENGTH ? null : AMOUNT.exec(plain)
  if (!match) return null
  const [, open, before, after, digits = '', behind, close] = match
  const signs = [before, after, behind].filter((sign) => sign !== undefined)
  if ((open === undefined) !== (close === undefined) || signs.length + (open ? 1 : 0) > 1) return null
  return { digits, isNegative: open !== undefined || signs.includes('-') }
}

/**
 * "1.234,50" counts only where the whole file is so: one amount with a decimal point is enough to read all of them with a
 * point.
 */
export function decimalMarkOf(amounts: Iterable<string>): DecimalMark {
  let mark: DecimalMark = 'point'
  for (const text of amounts) {
    const decimals = /([.,])\d{1,2}$/.exec(partsOf(text)?.digits ?? '')
    if (decimals?.[1] === '.') return 'point'
    if (decimals) mark = 'comma'
  }
  return mark
}

export type AmountReading = { cents: number } | { error: 'missing' | 'unreadable' | 'zero' }

/** Whole cents, below 0 for money that went back. Exponents, three decimals and the other kind of separator are not read. */
export function readAmount(text: string, mark: DecimalMark): AmountReading {
  if (text.trim() === '') return { error: 'missing' }
  const parts = partsOf(text)
  if (!parts) return { error: 'unreadable' }
  const digits = mark === 'point' ? parts.digits : swapSeparators(parts.digits)
  const cents = GROUPED.test(digits) ? parseAmount(digits.replaceAll(',', '')) : null
  if (cents === null) return { error: 'unreadable' }
  if (cents === 0) return { error: 'zero' }
  return { cents: parts.isNegative ? -cents : cents }
}

const swapSeparators = (digits: string) =>
  digits.replace(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))

/** For recognising a column. A bare whole number may be anything: a check, a room, a year. */
export const looksLikeAmount = (text: string): boolean => {
  const parts = partsOf(text)
  return parts !== null && (/[.,]\d{2}$/.test(parts.digits) || /\$|USD/i.test(text))
}

export const isAmount = (text: string): boolean => partsOf(text) !== null
