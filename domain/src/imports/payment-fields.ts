import { isEmail } from '../lib/field-lengths'
import type { PaymentMethod } from '../payments/balances'
import { isAmount, looksLikeAmount } from './import-amounts'
import type { ColumnMapping, ImportField } from './import-columns'
import { isDate } from './import-dates'

/** The headings that billers and banks use: brightwheel, FACTS, Procare, PayPal, Stripe, Zelle and banks. */
export const PAYMENT_FIELDS = [
  {
    name: 'date',
    label: 'Date',
    headings:
      'payment date, date paid, paid on, paid date, date received, received date, date, ' +
      'transaction date, posted at, post date, posted date, posting date, date posted, created date, ' +
      'created, deposit date, effective date, settlement date, booking date',
    matches: isDate,
  },
  {
    name: 'amount',
    label: 'Amount',
    headings:
      'payment amount, amount paid, paid amount, amount received, gross, amount, gross amount, ' +
      'transaction amount, credit, credits, credit amount, deposit, deposits, payment, paid, ' +
      'net amount, total',
    matches: looksLikeAmount,
    accepts: isAmount,
  },
  {
    name: 'email',
    label: 'Email',
    headings:
      'payer email, from email address, customer email, parent email, guardian email, email, ' +
      'email address, e mail',
    matches: isEmail,
  },
  {
    name: 'payer',
    label: 'Payer',
    headings:
      'payer, payer name, payor, payor name, paid by, customer name, customer, parent name, parent, ' +
      'guardian, sender name, sender, from, account name, family name, family, card name, name, ' +
      'student name, student, child name, child, description, transaction description, details',
    matches: (cell) => /\p{L}{2}/u.test(cell),
  },
  {
    name: 'reference',
    label: 'Reference',
    headings:
      'transaction id, payment id, reference, reference number, reference no, ref, ref no, ' +
      'confirmation number, confirmation, receipt number, receipt, invoice number, check number, ' +
      'check no, check, check or slip, id',
  },
  {
    name: 'method',
    label: 'Method',
    headings:
      'payment method, method, payment type, tender type, tender, funding source, card brand, ' +
      'transaction type, type',
  },
  {
    name: 'note',
    label: 'Note',
    headings:
      'note, notes, memo, message, comment, comments, subject, transaction description, description, ' +
      'item title',
  },
] as const satisfies readonly ImportField[]

export type PaymentField = (typeof PAYMENT_FIELDS)[number]['name']
export type PaymentColumns = ColumnMapping<PaymentField>

/** The words of each method, the most particular first: an eCheck is a bank transfer, "Cash App" is not cash. */
const METHOD_WORDS: readonly (readonly [PaymentMethod, RegExp])[] = [
  ['brightwheel', /\bbrightwheel\b/],
  ['facts', /\bfacts\b/],
  ['other', /\b(cash ?app|venmo|paypal|apple pay|google pay)\b/],
  [
    'bank_transfer',
    /\b(ach|eft|zelle|quickpay|e ?checks?|electronic check|transfers?|wires?|bank|direct (debit|deposit))\b/,
  ],
  ['credit_card', /\b(cards?|visa|mastercard|amex|american express|discover)\b/],
  ['check', /\b(checks?|cheques?)\b/],
  ['cash', /\bcash\b/],
]

/** One of the seven methods; empty stays empty, and an unknown word is Other. */
export function readMethod(text: string): PaymentMethod | null {
  const words = text.toLowerCase().replace(/[^a-z]+/g, ' ')
  if (text.trim() === '') return null
  return METHOD_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
}
