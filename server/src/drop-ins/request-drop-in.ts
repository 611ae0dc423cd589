import { dropInAvailability, isDropInDate } from '@aftercare/domain/drop-ins/drop-in-dates'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS } from '@aftercare/domain/lib/enums'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import type { dropInSchema, guestDropInSchema } from '@aftercare/domain/submissions/submission-schemas'
import { dropInNotes } from '@aftercare/domain/submissions/submissions'
import type { z } from '@hono/zod-openapi'
import { languageOf } from '../auth/language-cookie'
import { lockChildren } from '../children/children.queries'
import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import { withFreedSeats } from '../guest-confirmation/drop-expired'
import { guestsMustConfirm, type HeldSubmission, holdSubmission } from '../guest-confirmation/hold-submission'
import type { AppContext } from '../http/context'
import type { Shows } from '../http/idempotency'
import { monthTransaction } from '../months/month-transaction'
import { lockDropInMonth } from '../months/months.queries'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findDropInPrices } from '../pricing/drop-in-prices.queries'
import { findAgreementId } from '../site-content/agreement-texts.queries'
import { asRequested } from '../submissions/approval.queries'
import { auditCreated } from '../submissions/audit-created'
import { alreadyBooked, findBooking } from '../submissions/bookings.queries'
import { guestValues } from '../submissions/guest-values'
import { limitGuestEmail } from '../submissions/limit-submissions'
import { queueSubmitted } from '../submissions/submission-events'
import { type SubmissionJson, serializeSubmission } from '../submissions/submission-row'
import { insertSubmissions } from '../submissions/submissions.queries'
import { dropInMoment, dropInMonthOf, findParentContact } from './drop-ins.queries'

export type DropIn = z.infer<typeof dropInSchema>
export type GuestDropIn = z.infer<typeof guestDropInSchema>
/** Copies the family's names and allergies as they are now; one booking per child and day. */
export function requestDropIn(c: AppContext, parentId: string, request: DropIn) {
  return createDropIn(c, request, async (tx) => {
    const [child] = await lockChildren(tx, parentId, [request.child_id])
    const parent = await findParentContact(tx, parentId)
    if (!child || !parent) throw new AppError('not-found')
    const day = request.dropin_date
    const kind = await findBooking(tx, { ...child, parentEmail: parent.email }, day)
    if (kind) throw alreadyBooked(child.name, kind, day)
    return {
      parent_id: parentId,
      child_id: child.id,
      guest_parent_name: parent.full_name || parent.email,
      guest_parent_email: parent.email,
      guest_child_name: child.name,
      guest_child_allergies: child.allergies,
    }
  })
}

export async function requestGuestDropIn(c: AppContext, request: GuestDropIn) {
  const mustConfirm = await guestsMustConfirm(c.var.services.db)
  const loadGuest = async (tx: Tx) => {
    await limitGuestEmail(tx, c, request.guest_parent_email)
    return guestValues(request)
  }
  return createDropIn(c, request, loadGuest, mustConfirm)
}

type Request = { dropin_date: Day; additional_notes: string | null; agreement?: AgreementText; fee?: number }

async function createDropIn(
  c: AppContext,
  { agreement, fee, ...request }: Request,
  loadPerson: (tx: Tx) => Promise<Partial<SubmissionRow>>,
  mustConfirm = false,
): Promise<SubmissionJson | HeldSubmission> {
  const { services } = c.var
  const { clock } = services
  const day = request.dropin_date
  const at = clock.now().toISOString()
  const language = languageOf(c)
  const store = async (tx: Tx, shows: Shows) => {
    const agreement_id = await findAgreementId(tx, services, 'dropin_agreement', language, agreement)
    const isOnOffer = isDropInDate(day, clock.today())
    const month = await lockDropInMonth(tx, day)
    const moment = await dropInMoment(tx, services)
    const availability = dropInAvailability(month && dropInMonthOf(month), day, moment)
    if (!isOnOffer || availability !== 'available') {
      throw new AppError('drop-in-unavailable', { day })
    }
    const person = await loadPerson(tx)
    const { familyCents } = await findDropInPrices(tx)
    assertFeeShown(fee, familyCents)
    const values = {
      ...person,
      month_id: null,
      dropin_date: day,
      selected_days: [getDayParts(day).dayOfMonth],
      total_fee_cents: familyCents,
      status: DROP_IN_STATUS,
      guest_child_notes: dropInNotes(day, request.additional_notes),
      submitted_at: at,
      updated_at: at,
      language,
      agreed_at: at,
      agreement_id,
    }
    if (mustConfirm) return holdSubmission(tx, services, values, null)
    const [stored] = await insertSubmissions(tx, [await asRequested(tx, values)])
    if (!stored) throw new Error('The drop-in was not stored')
    await auditCreated(tx, c.var, [stored])
    await queueSubmitted(tx, c, [stored], null)
    shows([stored])
    return serializeSubmission(stored)
  }
  return withFreedSeats(services, () => monthTransaction(c, { day }, request, store))
}
