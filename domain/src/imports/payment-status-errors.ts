import { headingKey } from './import-table'

/** Columns that nobody has to choose: they only say that a line is no payment in dollars. */
const STATUS_HEADINGS = ['status', 'payment status', 'transaction status']
const CURRENCY_HEADINGS = ['currency', 'currency code', 'transaction currency', 'payment currency']

/**
 * That the money came. A status with any other word is none: staff see a line that is skipped, but not that a payment
 * was never made.
 */
const CAME = (
  'paid complete completed success successful succeeded settled cleared captured deposited approved received posted ' +
  'processed collected reconciled'
).split(' ')
/** It went back, which a line below $0 may record. */
const WENT_BACK = (
  'refund refunded return returned reversal reversed bounced nsf insufficient funds dispute disputed ' +
  'chargeback'
).split(' ')
const NEUTRAL = ['payment', 'transaction', 'ach', 'fully', 'successfully']
const NEUTRAL_BELOW_ZERO = [...NEUTRAL, 'partial', 'partially', 'issued']

function isMoney(status: string, cents: number): boolean {
  const [known, neutral] = cents < 0 ? [[...CAME, ...WENT_BACK], NEUTRAL_BELOW_ZERO] : [CAME, NEUTRAL]
  const words = status
    .toLowerCase()
    .replace(/[\s_,.:;()/–—-]+/g, ' ')
    .replace('paid in full', 'paid')
    .replace(/authori[sz]ed and captured/, 'captured')
    .replace(/charged? back/, 'chargeback')
    .trim()
    .split(' ')
  return (
    words.every((word) => known.includes(word) || neutral.includes(word)) &&
    words.some((word) => known.includes(word))
  )
}

const DOLLARS = /^(?:USD|US ?\$|\$|U\.?S\.? dollars?)$/i
const MAX_SHOWN = 40
/** On one line, and never half a character: PostgreSQL rejects one. */
const shownText = (cell: string) => [...cell.replace(/\s+/g, ' ').trim()].slice(0, MAX_SHOWN).join('')

/** Why a line of the file is skipped for its status or currency. */
export function createStatusErrors(
  headings: readonly string[],
): (cells: readonly string[], cents: number) => string | undefined {
  const keys = headings.map(headingKey)
  const columnsOf = (known: readonly string[]) => keys.flatMap((key, n) => (known.includes(key) ? n : []))
  const [statuses, currencies] = [columnsOf(STATUS_HEADINGS), columnsOf(CURRENCY_HEADINGS)]
  return (cells, cents) => {
    const textsOf = (columns: readonly number[]) =>
      columns.map((column) => cells[column]?.trim() ?? '').filter((text) => text !== '')
    const status = textsOf(statuses).find((text) => !isMoney(text, cents))
    if (status !== undefined) return `The status is "${shownText(status)}"`
    const currency = textsOf(currencies)
      .map(shownText)
      .find((text) => !DOLLARS.test(text))
    return currency === undefined ? undefined : `The currency is "${currency}", not US dollars`
  }
}
