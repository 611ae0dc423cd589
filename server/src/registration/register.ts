import type { Day } from '@aftercare/domain/lib/days'
import { REGISTRATION_STATUS } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import { checkSelectedDays, type DayNeeds } from '@aftercare/domain/months/availability'
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
import { maybeOne, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import { withFreedSeats } from '../guest-confirmation/drop-expired'
import { guestsMustConfirm, holdSubmission } from '../guest-confirmation/hold-submission'
import type { Account, AppContext } from '../http/context'
import type { Shows } from '../http/idempotency'
import { calendarOf, serializeMonth } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findAgreementId } from '../site-content/agreement-texts.queries'
import { assertDaysAvailable, confirmDays, findUnconfirmed } from '../submissions/assert-days-available'
import { auditCreated } from '../submissions/audit-created'
import { assertNotChargedBefore, listDropIns } from '../submissions/bookings.queries'
import { guestValues } from '../submissions/guest-values'
import { limitGuestEmail } from '../submissions/limit-submissions'
import { staffName } from '../submissions/staff-name'
import { queueSubmitted } from '../submissions/submission-events'
import { type SubmissionJson, serializeSubmission } from '../submissions/submission-row'
import { insertSubmissions, type NewSubmission } from '../submissions/submissions.queries'

export type Registration = z.infer<typeof registrationSchema>
export type GuestRegistration = z.infer<typeof guestRegistrationSchema>

/** A family or guest registers itself; staff do it for those who call, and confirm exceptions. */
export type RegisteredBy =
  | { by: 'family' }
  | {
      by: 'staff'
      account: Pick<Account, 'fullName' | 'email'>
      confirmedDays: readonly number[]
      /** Of the family: staff's own screens are English. */
      language: Language
    }

const BY_FAMILY: RegisteredBy = { by: 'family' }

/**
 * One row per child, all or none. Fees are computed here: the request's is only compared with them. `parentId`: whose
 * children they must be; staff may register those of any one family.
 */
export async function registerChildren(
  c: AppContext,
  parentId: string | null,
  request: Registration,
  registeredBy = BY_FAMILY,
) {
  const childIds = request.child_ids
  const lockFamily = async (tx: Tx, month: MonthRow) => {
    const parent_id = parentId ?? (await findParentId(tx, childIds[0]))
    const children = parent_id === null ? [] : await lockChildren(tx, parent_id, childIds)
    if (children.length !== childIds.length)
      throw new AppError(registeredBy.by === 'staff' ? 'children-gone' : 'not-found')
    const needs = { children: childIds.length, dropIns: await listDropIns(tx, parent_id, childIds, month) }
    if (registeredBy.by === 'staff') await assertNotChargedBefore(tx, childIds, month, request.selected_days)
    assertMayChoose(c, registeredBy, month, request.selected_days, needs)
    return childIds.map((child_id) => ({ parent_id, child_id }))
  }
  try {
    return await createRegistrations(c, request, lockFamily, { registeredBy })
  } catch (error) {
    if (isUniqueViolation(error, 'submissions_child_id_month_id_key')) throw new AppError('already-submitted')
    throw error
  }
}

export async function registerGuest(c: AppContext, request: GuestRegistration) {
  const { db, ...services } = c.var.services
  const loadGuest = async (tx: Tx, month: MonthRow) => {
    assertMayChoose(c, BY_FAMILY, month, request.selected_days)
    await limitGuestEmail(tx, c, request.guest_parent_email)
    return [guestOf(request)]
  }
  const hold = (tx: Tx, guest: NewSubmission, month: MonthRow) => holdSubmission(tx, services, guest, month)
  const mustConfirm = await guestsMustConfirm(db)
  const options = { registeredBy: BY_FAMILY, hold: mustConfirm ? hold : undefined }
  return createRegistrations(c, request, loadGuest, options)
}

/** Neither limited nor to be confirmed: staff talk to them. */
export function registerCallingGuest(c: AppContext, request: GuestRegistration, registeredBy: RegisteredBy) {
  const loadGuest = async (_: Tx, month: MonthRow) => {
    assertMayChoose(c, registeredBy, month, request.selected_days)
    return [guestOf(request)]
  }
  return createRegistrations(c, request, loadGuest, { registeredBy })
}

const guestOf = (request: GuestRegistration) => ({
  ...guestValues(request),
  guest_child_notes: request.guest_child_notes,
})

type Request = { month_id: string; selected_days: number[]; agreement?: AgreementText; fee?: number }
type Options<Held> = {
  registeredBy: RegisteredBy
  /** Stores it apart until its guest has confirmed it. */
  hold?: ((tx: Tx, guest: NewSubmission, month: MonthRow) => Promise<Held>) | undefined
}

async function createRegistrations<Held = never>(
  c: AppContext,
  { agreement, fee, ...request }: Request,
  /** Also checks that the days can be chosen. */
  loadPeople: (tx: Tx, month: MonthRow) => Promise<Partial<SubmissionRow>[]>,
  { registeredBy, hold }: Options<Held>,
): Promise<{ rows: SubmissionJson[] } | Held> {
  const { services } = c.var
  const { clock } = services
  const { month_id, selected_days } = request
  const at = clock.now().toISOString()
  const language = registeredBy.by === 'staff' ? registeredBy.language : languageOf(c)
  const store = async (tx: Tx, shows: Shows) => {
    const agreement_id = await findAgreementId(tx, services, 'registration_agreement', language, agreement)
    // Lock order: the month before the children.
    const month = await lockMonth(tx, month_id)
    if (!month || !isOfferedTo(registeredBy, month, clock.today())) throw new AppError('month-unavailable')
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
      entered_by: registeredBy.by === 'staff' ? staffName(registeredBy.account) : null,
    }))
    const [guest] = values
    if (hold && guest) return hold(tx, guest, month)
    const stored = await insertSubmissions(tx, values)
    await auditCreated(tx, c.var, stored)
    await queueSubmitted(tx, c, stored, month)
    shows(stored)
    return { rows: stored.map(serializeSubmission) }
  }
  return withFreedSeats(services, () => monthTransaction(c, { monthId: month_id }, request, store))
}

/** Staff enter what was agreed by phone for a past month too, as they edit one. */
const isOfferedTo = ({ by }: RegisteredBy, month: MonthRow, today: Day): boolean =>
  by === 'staff' ? month.is_active : isOpenForRegistration(month, today)

/** Staff get the month as it is now, to be asked with. */
function assertMayChoose(
  c: AppContext,
  registeredBy: RegisteredBy,
  month: MonthRow,
  days: readonly number[],
  needs: DayNeeds = {},
): void {
  const calendar = calendarOf(month)
  const today = c.var.services.clock.today()
  const byStaff = registeredBy.by === 'staff'
  assertDaysAvailable(checkSelectedDays(calendar, days, today, { ...needs, byStaff }))
  if (!byStaff) return
  const reason = findUnconfirmed(calendar, days, today, needs, registeredBy.confirmedDays)
  if (reason) throw confirmDays(reason, serializeMonth(month))
}

async function findParentId(tx: Tx, childId: string | undefined): Promise<string | null> {
  const child = await maybeOne<{ parent_id: string }>(
    tx,
    sql`select parent_id from children where id = ${childId}`,
  )
  return child?.parent_id ?? null
}
