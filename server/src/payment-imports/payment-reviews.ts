import { recogniseColumns, validMapping } from '@aftercare/domain/imports/import-columns'
import type { DateOrder } from '@aftercare/domain/imports/import-dates'
import type { ImportTable } from '@aftercare/domain/imports/import-table'
import { PAYMENT_FIELDS, type PaymentColumns } from '@aftercare/domain/imports/payment-fields'
import { type PaymentLine, readPayments } from '@aftercare/domain/imports/payment-lines'
import {
  NO_CHOICES,
  type ReviewChoices,
  type ReviewedLine,
  reviewPayments,
} from '@aftercare/domain/imports/payment-review'
import type { Queryable } from '../db/client'
import type { AppContext, Services } from '../http/context'
import { findRememberedColumns, type ImportReview, saveNewReview } from '../imports/import-reviews.queries'
import { loadReviewContext } from './review-context.queries'

/** Staff's choices for a file of payments. Without a chosen date order the file decides. */
export type PaymentChoices = ReviewChoices & { columns: PaymentColumns; dateOrder: DateOrder | null }
/** What is shown: the file's lines with their state. */
export type PaymentOutcome = { dateOrder: DateOrder; lines: (PaymentLine & ReviewedLine)[] }
export type PaymentReview = ImportReview<PaymentChoices, PaymentOutcome>

/** Reads the lines by the chosen columns and compares them with what is stored now. */
export async function reviewTable(
  db: Queryable,
  services: Pick<Services, 'clock' | 'config'>,
  table: ImportTable,
  choices: PaymentChoices,
): Promise<PaymentOutcome> {
  const { lines, dateOrder } = readPayments(table, choices.columns, {
    today: services.clock.today(),
    dateOrder: choices.dateOrder,
  })
  const reviewed = reviewPayments(lines, choices, await loadReviewContext(db, services, lines, choices))
  return { dateOrder, lines: lines.map((line, n) => ({ ...line, ...(reviewed[n] as ReviewedLine) })) }
}

/** Starts a review with the columns that were remembered for such files, else with those recognised. */
export async function startReview(c: AppContext, fileName: string, table: ImportTable): Promise<void> {
  const { db } = c.var.services
  const remembered = await findRememberedColumns(db, 'payments', table)
  const columns = remembered
    ? validMapping(remembered, PAYMENT_FIELDS, table.headings.length)
    : recogniseColumns(table, PAYMENT_FIELDS)
  const choices: PaymentChoices = { ...NO_CHOICES, columns, dateOrder: null }
  const outcome = await reviewTable(db, c.var.services, table, choices)
  await saveNewReview(db, c, 'payments', { file_name: fileName, contents: table, choices, outcome })
}
