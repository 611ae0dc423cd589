import { may } from '@aftercare/domain/auth/access'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS } from '@aftercare/domain/lib/enums'
import { isFull, seatsOn, takenOn } from '@aftercare/domain/months/seats'
import type { Tx } from '../db/client'
import { maybeOne, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { seatingOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { lockDropInMonth } from '../months/months.queries'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findDropInPrices } from '../pricing/drop-in-prices.queries'
import { auditCreated } from '../submissions/audit-created'
import { serializeSubmission } from '../submissions/submission-row'
import { insertSubmissions } from '../submissions/submissions.queries'

/** Stores a drop-in that staff enter; `loadValues` locks the child and checks its bookings. */
export function addDropIn(
  c: AppContext,
  { fee, ...form }: { dropin_date: Day; allow_overbooking: boolean; fee?: number },
  loadValues: (tx: Tx) => Promise<Partial<SubmissionRow>>,
) {
  const { clock } = c.var.services
  const day = form.dropin_date
  const at = clock.now().toISOString()
  return monthTransaction(c, { day }, form, async (tx, shows) => {
    // Before the child, even if overbooking is allowed: storing the drop-in locks the month anyway.
    const month = await lockDropInMonth(tx, day)
    if (!form.allow_overbooking) assertNotFull(month, day)
    const values = await loadValues(tx)
    const { staffCents } = await findDropInPrices(tx)
    // Whoever may not read fees is shown none, and the error would name it.
    if (may('admin.fees', c.var.viewer.roles)) assertFeeShown(fee, staffCents)
    const [stored] = await insertSubmissions(tx, [
      {
        ...values,
        month_id: null,
        selected_days: [getDayParts(day).dayOfMonth],
        // The same for every dismissal type.
        total_fee_cents: staffCents,
        status: DROP_IN_STATUS,
        submitted_at: at,
        updated_at: at,
      },
    ])
    if (!stored) throw new Error('The drop-in was not stored')
    await auditCreated(tx, c.var, [stored])
    shows([stored])
    return serializeSubmission(stored)
  })
}

/** Staff may overbook a day, but only knowingly. */
function assertNotFull(month: MonthRow | null, day: Day): void {
  const n = getDayParts(day).dayOfMonth
  if (!month || !isFull(seatingOf(month), n)) return
  const seats = seatsOn(seatingOf(month), n) ?? 0
  throw new AppError('day-full', { taken: takenOn(seatingOf(month), n), seats })
}

type OnFile = Pick<ChildRow, 'id' | 'parent_id' | 'name' | 'allergies'> &
  Pick<ProfileRow, 'full_name' | 'email' | 'phone'>

/** A child that its family has not removed, locked, with what a drop-in copies of the family. */
export async function lockChildOnFile(tx: Tx, id: string) {
  const found = await maybeOne<OnFile>(
    tx,
    sql`select c.id, c.parent_id, c.name, c.allergies, p.full_name, p.email, p.phone
      from children c join profiles p on p.id = c.parent_id
      where c.id = ${id} and c.deleted_at is null for no key update of c`,
  )
  if (!found) throw new AppError('not-found')
  const { parent_id, name, allergies, full_name, email, phone } = found
  return {
    child: { id, name, parent_id },
    person: {
      parent_id,
      child_id: id,
      guest_parent_name: full_name || email,
      guest_parent_email: email,
      guest_parent_phone: phone,
      guest_child_name: name,
      guest_child_allergies: allergies,
    },
  }
}
