import { formatShortDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { MAX_LENGTH } from '../lib/field-lengths'
import type { PaymentMethod } from '../payments/balances'
import { paymentDates } from '../payments/payment-dates'
import { normaliseEmail } from '../submissions/guests'
import { type AmountReading, type DecimalMark, decimalMarkOf, readAmount } from './import-amounts'
import { cellOf } from './import-columns'
import { type DateOrder, dateOrderOf, readDate } from './import-dates'
import { type ImportRecord, type ImportTable, recordError } from './import-table'
import { payerIn, payerKey } from './payer-names'
import { type PaymentColumns, type PaymentField, readMethod } from './payment-fields'
import { createStatusErrors } from './payment-status-errors'

/** A line of the file as a payment; `error` says why it cannot be one. */
export type PaymentLine = {
  line: number
  date: Day | null
  cents: number | null
  /** As written in the file, where they could not be read. */
  dateText: string
  amountText: string
  payer: string
  email: string
  reference: string
  method: PaymentMethod | null
  note: string
  payerKey: string
  error: string | undefined
}

export type PaymentReading = { lines: PaymentLine[]; dateOrder: DateOrder; decimalMark: DecimalMark }

/** Reads every line. Date order and decimal mark are decided over the whole file; staff may choose another date order. */
export function readPayments(
  table: ImportTable,
  columns: PaymentColumns,
  { today, dateOrder: chosen }: { today: Day; dateOrder?: DateOrder | null },
): PaymentReading {
  const textsOf = (field: PaymentField) => table.records.map(({ cells }) => cellOf(cells, columns, field))
  const dateOrder = chosen ?? dateOrderOf(textsOf('date'))
  const decimalMark = decimalMarkOf(textsOf('amount'))
  const statusErrorOf = createStatusErrors(table.headings)
  const read = (record: ImportRecord) =>
    readLine(record, table.headings, columns, { dateOrder, decimalMark, today, statusErrorOf })
  return { lines: table.records.map(read), dateOrder, decimalMark }
}

const MAX_SHOWN = 200
/** Never half a character: PostgreSQL rejects one. */
const shortened = (text: string, maxLength = MAX_SHOWN) =>
  text.length > maxLength
    ? `${text
        .slice(0, maxLength - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : text
/** A name or a reference is one line. */
const oneLine = (text: string) => shortened(text.replace(/\s+/g, ' ').trim())

type Reading = {
  dateOrder: DateOrder
  decimalMark: DecimalMark
  today: Day
  statusErrorOf: ReturnType<typeof createStatusErrors>
}

function readLine(
  record: ImportRecord,
  headings: readonly string[],
  columns: PaymentColumns,
  { dateOrder, decimalMark, today, statusErrorOf }: Reading,
): PaymentLine {
  const cell = (field: PaymentField) => cellOf(record.cells, columns, field)
  const [dateText, amountText] = [cell('date'), cell('amount')]
  const date = readDate(dateText, dateOrder)
  const amount = readAmount(amountText, decimalMark)
  const email = shortened(normaliseEmail(cell('email')), MAX_LENGTH.email)
  const payer = oneLine(payerIn(cell('payer')))
  return {
    line: record.line,
    date,
    cents: 'cents' in amount ? amount.cents : null,
    dateText: oneLine(dateText),
    amountText: oneLine(amountText),
    payer,
    email,
    reference: oneLine(cell('reference')),
    method: readMethod(cell('method')),
    note: shortened(cell('note'), MAX_LENGTH.notes),
    payerKey: payerKey(payer, email),
    error:
      recordError(record, headings) ??
      amountError(amount) ??
      dateError(date, dateText, today) ??
      statusErrorOf(record.cells, 'cents' in amount ? amount.cents : 0),
  }
}

const AMOUNT_ERRORS = {
  missing: 'No amount',
  unreadable: 'The amount cannot be read',
  zero: 'The amount is zero',
} as const

const amountError = (amount: AmountReading) => ('error' in amount ? AMOUNT_ERRORS[amount.error] : undefined)

function dateError(date: Day | null, text: string, today: Day): string | undefined {
  if (date === null) return text === '' ? 'No date' : 'The date cannot be read'
  const { first, last } = paymentDates(today)
  if (date >= first && date <= last) return undefined
  return `The date is not from ${formatShortDate(first)} to ${formatShortDate(last)}`
}

/** The notes of the payment: the file's note and its reference. */
export function paymentNotes({ note, reference }: Pick<PaymentLine, 'note' | 'reference'>): string | null {
  const suffix = reference === '' ? '' : `Reference: ${reference}`
  const room = MAX_LENGTH.notes - suffix.length - 1
  return [shortened(note, room), suffix].filter((part) => part !== '').join('\n') || null
}
