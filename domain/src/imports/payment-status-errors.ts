import { headingKey } from './import-table'

/** Columns that nobody has to choose: they only say that a line is no payment in dollars. */
const STATUS_HEADINGS = ['status', 'payment status', 'transaction status']
const CURRENCY_HEADINGS = ['currency', 'currency code', 'transaction currency', 'payment currency']

/** The money has not come. */
const NOT_COME = new RegExp(
  String.raw`\b(?:${[
    'failed|failure|denied|declined|rejected|voided|void|cancell?ed|expired|incomplete|unpaid',
    'pending|on hold|in process|in progress|uncaptured|unclaimed|requires',
    String.raw`authori[sz]ed(?!.*\bcaptured)`,
  ].join('|')})\b|^(?:payment )?(?:processing|scheduled)$`,
  'i',
)
/** The money has gone back, which a line below $0 may record. */
const WENT_BACK =
  /\b(?:returned|bounced|refunded|(?<!charge ?back )reversed|disputed(?!.*\bwon)|charged? ?back(?!.*\b(?:won|reversed)))\b/i
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
    const textOf = (column: number) => shownText(cells[column] ?? '')
    const status = statuses.map(textOf).find((text) => {
      const words = text.replace(/[_-]+/g, ' ')
      return NOT_COME.test(words) || (cents > 0 && WENT_BACK.test(words))
    })
    if (status !== undefined) return `The status is "${status}"`
    const currency = currencies.map(textOf).find((text) => text !== '' && !DOLLARS.test(text))
    return currency === undefined ? undefined : `The currency is "${currency}", not US dollars`
  }
}
