import { headingKey } from './import-table'

/** Columns that nobody has to choose: they only say that a line is no payment in dollars. */
const STATUS_HEADINGS = ['status', 'payment status', 'transaction status']
const CURRENCY_HEADINGS = ['currency', 'currency code', 'transaction currency', 'payment currency']

/** Money that has not come, or has gone back. */
const NOT_RECEIVED =
  /\b(?:failed|failure|denied|declined|pending|refunded|reversed|returned|voided|void|cancell?ed|expired)\b/i
const DOLLARS = /^(?:USD|US ?\$|\$|U\.?S\.? dollars?)$/i
const MAX_SHOWN = 40
/** On one line, and never half a character: PostgreSQL rejects one. */
const shownText = (cell: string) => [...cell.replace(/\s+/g, ' ').trim()].slice(0, MAX_SHOWN).join('')

/** Why a line of the file is skipped for its status or currency. */
export function createStatusErrors(
  headings: readonly string[],
): (cells: readonly string[]) => string | undefined {
  const keys = headings.map(headingKey)
  const columnsOf = (known: readonly string[]) => keys.flatMap((key, n) => (known.includes(key) ? n : []))
  const [statuses, currencies] = [columnsOf(STATUS_HEADINGS), columnsOf(CURRENCY_HEADINGS)]
  return (cells) => {
    const textOf = (column: number) => shownText(cells[column] ?? '')
    const status = statuses.map(textOf).find((text) => NOT_RECEIVED.test(text))
    if (status !== undefined) return `The status is "${status}"`
    const currency = currencies.map(textOf).find((text) => text !== '' && !DOLLARS.test(text))
    return currency === undefined ? undefined : `The currency is "${currency}", not US dollars`
  }
}
