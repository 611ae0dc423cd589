import { REGISTRATION_STATUS } from '@aftercare/domain/lib/enums'
import { checkSelectedDays } from '@aftercare/domain/months/availability'
import { dayPricesToDollars, priceDays } from '@aftercare/domain/pricing/day-prices'
import { totalCents } from '@aftercare/domain/pricing/fees'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import type {
  guestRegistrationSchema,
  registrationSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import type { z } from '@hono/zod-openapi'
import { languageOf } from '../auth/language-cookie'
import { lockChildren } from '../children/children.queries'
import { isUniqueViolation, type Tx } from '../db/client'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import { withFreedSeats } from '../guest-confirmation/drop-expired'
import { guestsMustConfirm, type HeldSubmission, holdSubmission } from '../guest-confirmation/hold-submission'
import type { AppContext } from '../http/context'
import type { Shows } from '../http/idempotency'
import { calendarOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findAgreementId } from '../site-content/agreement-texts.queries'
import { assertDaysAvailable } from '../submissions/assert-days-available'
import { auditCreated } from '../submissions/audit-created'
import { listDropIns } from '../submissions/bookings.queries'
import { guestValues } from '../submissions/guest-values'
import { limitGuestEmail } from '../submissions/limit-submissions'
import { queueSubmitted } from '../submissions/submission-events'
import { type SubmissionJson, serializeSubmission } from '../submissions/submission-row'
import { insertSubmissions } from '../submissions/submissions.queries'

export type Registration = z.infer<typeof registrationSchema>
export type GuestRegistration = z.infer<typeof guestRegistrationSchema>

/** One row per child, all or none. Fees are computed here: the request's is only compared with them. */
export async function registerChildren(c: AppContext, parentId: string, request: Registration) {
  const today = c.var.services.clock.today()
  const childIds = [...new Set(request.child_ids.map((id) => id.toLowerCase()))]
  try {
    return await createRegistrations(c, request, async (tx, month) => {
      const children = await lockChildren(tx, parentId, childIds)
      if (children.length !== childIds.length) throw new AppError('not-found')
      const needs = { children: childIds.length, dropIns: await listDropIns(tx, childIds, month) }
      assertDaysAvailable(checkSelectedDays(calendarOf(month), request.selected_days, today, needs))
      return childIds.map((child_id) => ({ parent_id: parentId, child_id }))
    })
  } catch (error) {
    if (isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw new AppError('already-submitted')
    throw error
  }
}

export async function registerGuest(c: AppContext, request: GuestRegistration) {
  const { clock, db } = c.var.services
  const guest = { ...guestValues(request), guest_child_notes: request.guest_child_notes }
  const mustConfirm = await guestsMustConfirm(db)
  const loadGuest = async (tx: Tx, month: MonthRow) => {
    assertDaysAvailable(checkSelectedDays(calendarOf(month), request.selected_days, clock.today()))
    await limitGuestEmail(tx, c, request.guest_parent_email)
    return [guest]
  }
  return createRegistrations(c, request, loadGuest, mustConfirm)
}

type Request = { month_id: string; selected_days: number[]; agreement?: AgreementText; fee?: number }

async function createRegistrations(
  c: AppContext,
  { agreement, fee, ...request }: Request,
  /** Also checks that the days can be chosen. */
  loadPeople: (tx: Tx, month: MonthRow) => Promise<Partial<SubmissionRow>[]>,
  mustConfirm = false,
): Promise<{ rows: SubmissionJson[] } | HeldSubmission> {
  const { services } = c.var
  const { clock } = services
  const { month_id, selected_days } = request
  const at = clock.now().toISOString()
  const language = languageOf(c)
  const store = async (tx: Tx, shows: Shows) => {
    const agreement_id = await findAgreementId(tx, services, 'registration_agreement', language, agreement)
    // Lock order: the month before the children.
    const month = await lockMonth(tx, month_id)
    if (!month || !isOpenForRegistration(month, clock.today())) throw new AppError('month-unavailable')
    const people = await loadPeople(tx, month)
    const priced = priceDays(calendarOf(month), selected_days)
    assertFeeShown(fee, totalCents(priced.feeCents, people.length))
    const values = people.map((person) => ({
      ...person,
      month_id,
      selected_days,
      total_fee_cents: priced.feeCents,
      day_prices: priced.dayPrices && dayPricesToDollars(priced.dayPrices),
      status: REGISTRATION_STATUS,
      submitted_at: at,
      updated_at: at,
      language,
      agreed_at: at,
      agreement_id,
    }))
    const [guest] = values
    if (mustConfirm && guest) return holdSubmission(tx, services, guest, month)
    const stored = await insertSubmissions(tx, values)
    await auditCreated(tx, c.var, stored)
    await queueSubmitted(tx, c, stored, month)
    shows(stored)
    return { rows: stored.map(serializeSubmission) }
  }
  return withFreedSeats(services, () => monthTransaction(c, { monthId: month_id }, request, store))
}
