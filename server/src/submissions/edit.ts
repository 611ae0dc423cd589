import { checkSelectedDays } from '@aftercare/domain/months/availability'
import { isMonthEditable } from '@aftercare/domain/months/months'
import { bookedDaysOf, dayPricesToDollars } from '@aftercare/domain/pricing/day-prices'
import type { submissionEditSchema } from '@aftercare/domain/submissions/submission-schemas'
import { applyEdit, buildEditEntry } from '@aftercare/domain/submissions/submissions'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { execute, sql } from '../db/sql'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'
import { calendarOf } from '../months/month-row'
import { lockMonth } from '../months/months.queries'
import { notifyOpenedSeats } from '../months/opened-seats.queries'
import { assertDaysAvailable } from './assert-days-available'
import { lockChild } from './bookings.queries'
import { serializeOwnSubmission } from './own-submission-row'
import { findOwnSubmission, lockOwnSubmission } from './submissions.queries'

export type Edit = z.infer<typeof submissionEditSchema>

/**
 * A parent changes the days: booked days keep their price, and the previous days go into the history. If the days are
 * unchanged, nothing is written.
 */
export async function editSubmission(c: AppContext, parentId: string, id: string, edit: Edit): Promise<void> {
  const { db, clock } = c.var.services
  await db.transaction((tx) =>
    withIdempotency(c, tx, edit, async () => {
      const found = await findOwnSubmission(tx, parentId, id)
      if (!found) throw new AppError('not-found')
      if (found.month_id === null) throw new AppError('drop-in-not-editable')
      const month = await lockMonth(tx, found.month_id)
      if (found.child_id !== null) await lockChild(tx, found.child_id)
      const submission = await lockOwnSubmission(tx, parentId, id)
      if (!month || !submission) throw new AppError('not-found')
      const { days_added, days_removed } = buildEditEntry(submission.selected_days, edit.selected_days, '')
      if (days_added.length + days_removed.length === 0) return { id }
      if (submission.version !== edit.version)
        throw staleVersion(serializeOwnSubmission({ ...found, ...month, ...submission }))
      if (!isMonthEditable(month, clock.today())) throw new AppError('not-editable')

      const calendar = calendarOf(month)
      assertDaysAvailable(
        checkSelectedDays(calendar, edit.selected_days, clock.today(), {
          originalDays: submission.selected_days,
        }),
      )
      const changed = applyEdit(
        bookedDaysOf(submission, submission.total_fee_cents),
        submission.edit_history,
        calendar,
        edit.selected_days,
        clock.now().toISOString(),
      )
      const stored = setClause('submissions', {
        selected_days: changed.selectedDays,
        total_fee_cents: changed.feeCents,
        day_prices: dayPricesToDollars(changed.dayPrices),
        is_edited: changed.isEdited,
        edit_history: changed.editHistory,
        original_selected_days: changed.originalSelectedDays,
        updated_at: changed.updatedAt,
        agreed_at: changed.updatedAt,
        version: submission.version + 1,
      })
      await execute(tx, sql`update submissions set ${stored} where id = ${id}`)
      await notifyOpenedSeats(tx, month, c.var.services)
      await recordAudit(tx, clock, c.var.viewer, {
        action: 'submission.edit',
        table: 'submissions',
        rowId: id,
        detail: {
          previous_days: changed.originalSelectedDays,
          new_days: changed.selectedDays,
          previous_fee_cents: submission.total_fee_cents,
          new_fee_cents: changed.feeCents,
        },
      })
      return { id }
    }),
  )
}
