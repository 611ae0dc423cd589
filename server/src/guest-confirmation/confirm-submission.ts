import { dropInAvailability } from '@aftercare/domain/drop-ins/drop-in-dates'
import { confirmationState } from '@aftercare/domain/guest-confirmation/guest-confirmation'
import { dayInZone } from '@aftercare/domain/lib/days'
import { checkSelectedDays } from '@aftercare/domain/months/availability'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import { findPickupSettings } from '../board/pickup-times.queries'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext, Viewer } from '../http/context'
import { calendarOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { isOpenForRegistration, lockMonthOf } from '../months/months.queries'
import { asRequested } from '../submissions/approval.queries'
import { assertDaysAvailable } from '../submissions/assert-days-available'
import { auditCreated } from '../submissions/audit-created'
import { queueSubmitted } from '../submissions/submission-events'
import { insertSubmissions } from '../submissions/submissions.queries'
import { endUnconfirmed, findUnconfirmed, lockUnconfirmed, type Unconfirmed } from './unconfirmed.queries'

/** The guest, whoever is signed in where the link is opened. */
const GUEST: Viewer = { account: null, roles: [] }

export async function getUnconfirmed(c: AppContext, secret: string): Promise<Unconfirmed> {
  const { db, rateLimiter } = c.var.services
  await rateLimiter.consume('link-check-ip', c.var.ipAddress)
  const found = await findUnconfirmed(db, secret)
  if (!found) throw new AppError('invalid-guest-link')
  return found
}

/**
 * Makes it a submission, as sent: at the price the guest saw, on the seats that it holds. From now on it counts. Confirmed
 * again, nothing happens.
 */
export async function confirmSubmission(c: AppContext, secret: string): Promise<void> {
  const { services } = c.var
  const { clock } = services
  const found = await getUnconfirmed(c, secret)
  const { month_id, dropin_date } = found
  const monthOf = month_id ? { monthId: month_id } : { day: dropin_date ?? clock.today() }
  await monthTransaction(c, monthOf, { secret }, async (tx) => {
    const month = await lockMonthOf(tx, found)
    const held = await lockUnconfirmed(tx, found.id)
    const state = held ? confirmationState(held, clock.now()) : 'dropped'
    if (state === 'confirmed') return
    if (!held?.submission || state === 'dropped') throw new AppError('confirmation-too-late')
    if (!month) throw new AppError('month-unavailable')
    await assertStillOffered(tx, services, held, month)
    const at = clock.now().toISOString()
    // With its id the seats are counted as one until it has ended.
    const values = { ...held.submission, id: held.id, submitted_at: at, updated_at: at }
    const stored = await insertSubmissions(tx, dropin_date ? await asRequested(tx, [values]) : [values])
    await endUnconfirmed(tx, held.id, 'confirmed')
    await auditCreated(tx, { services, viewer: GUEST }, stored)
    await queueSubmitted(tx, c, stored, month_id ? month : null)
  })
}

/** As of the moment when it was sent: its seats are held, over midnight too. Only what staff changed since counts. */
async function assertStillOffered(
  tx: Tx,
  { config }: AppContext['var']['services'],
  { created_at, dropin_date, selected_days }: Unconfirmed,
  month: MonthRow,
): Promise<void> {
  const { timeZone } = config.program
  const sentAt = new Date(created_at)
  if (dropin_date) {
    const pickup = await findPickupSettings(tx)
    const moment = { now: sentAt, timeZone, pickup }
    if (dropInAvailability({ ...month, seating: NO_SEATING }, dropin_date, moment) !== 'available')
      throw new AppError('drop-in-unavailable', { day: dropin_date })
    return
  }
  const sentOn = dayInZone(sentAt, timeZone)
  if (!isOpenForRegistration(month, sentOn)) throw new AppError('month-unavailable')
  assertDaysAvailable(checkSelectedDays({ ...calendarOf(month), seating: NO_SEATING }, selected_days, sentOn))
}
