import { dropInAvailability, isDropInDate } from '@aftercare/domain/drop-ins/drop-in-dates'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS } from '@aftercare/domain/lib/enums'
import { dayError } from '@aftercare/domain/months/availability'
import { totalCents } from '@aftercare/domain/pricing/fees'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import type {
  dropInSchema,
  dropInsSchema,
  guestDropInSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { dropInNotes } from '@aftercare/domain/submissions/submissions'
import type { z } from '@hono/zod-openapi'
import { languageOf } from '../auth/language-cookie'
import { lockChildren } from '../children/children.queries'
import type { Tx } from '../db/client'
import type { SubmissionRow } from '../db/tables'
import { AppError } from '../errors'
import { withFreedSeats } from '../guest-confirmation/drop-expired'
import { guestsMustConfirm, type HeldSubmission, holdSubmission } from '../guest-confirmation/hold-submission'
import type { AppContext, Services } from '../http/context'
import type { Shows } from '../http/idempotency'
import { calendarOf } from '../months/month-row'
import { monthTransaction } from '../months/month-transaction'
import { lockDropInMonth } from '../months/months.queries'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findDropInPrices } from '../pricing/drop-in-prices.queries'
import { findAgreementId } from '../site-content/agreement-texts.queries'
import { asRequested } from '../submissions/approval.queries'
import { assertDaysAvailable } from '../submissions/assert-days-available'
import { auditCreated } from '../submissions/audit-created'
import { guestValues } from '../submissions/guest-values'
import { limitGuestEmail } from '../submissions/limit-submissions'
import { queueSubmitted } from '../submissions/submission-events'
import { type SubmissionJson, serializeSubmission } from '../submissions/submission-row'
import { insertSubmissions, type NewSubmission } from '../submissions/submissions.queries'
import { assertChildNotBooked } from './assert-not-booked'
import { dropInMoment, dropInMonthOf, findParentContact } from './drop-ins.queries'

export type DropIn = z.infer<typeof dropInSchema>
export type DropIns = z.infer<typeof dropInsSchema>
export type GuestDropIn = z.infer<typeof guestDropInSchema>

export function requestDropIn(c: AppContext, parentId: string, request: DropIn) {
  return createDropIns(c, request, {
    children: 1,
    loadPeople: (tx) => loadChildren(tx, parentId, [request.child_id.toLowerCase()], request.dropin_date),
    respond: getOnly,
  })
}

/** One drop-in per child, all or none. */
export function requestDropIns(c: AppContext, parentId: string, request: DropIns) {
  return createDropIns(c, request, {
    children: request.child_ids.length,
    loadPeople: (tx) => loadChildren(tx, parentId, request.child_ids, request.dropin_date),
    respond: (rows) => ({ rows }),
  })
}

export async function requestGuestDropIn(c: AppContext, request: GuestDropIn) {
  const mustConfirm = await guestsMustConfirm(c.var.services.db)
  return createDropIns<SubmissionJson | HeldSubmission>(c, request, {
    children: 1,
    loadPeople: async (tx) => {
      await limitGuestEmail(tx, c, request.guest_parent_email)
      return [guestValues(request)]
    },
    respond: getOnly,
    ...(mustConfirm && { hold: (tx, values) => holdSubmission(tx, c.var.services, values, null) }),
  })
}

function getOnly([row]: SubmissionJson[]): SubmissionJson {
  if (!row) throw new Error('The drop-in was not stored')
  return row
}

/** Copies the family's names and allergies as they are now; one booking per child and day. */
async function loadChildren(tx: Tx, parentId: string, childIds: readonly string[], day: Day) {
  const locked = await lockChildren(tx, parentId, childIds)
  const children = childIds.flatMap((id) => locked.find((child) => child.id === id) ?? [])
  const parent = await findParentContact(tx, parentId)
  if (children.length !== childIds.length || !parent) throw new AppError('not-found')
  for (const child of children) await assertChildNotBooked(tx, child, day)
  return children.map((child) => ({
    parent_id: parentId,
    child_id: child.id,
    guest_parent_name: parent.full_name || parent.email,
    guest_parent_email: parent.email,
    guest_child_name: child.name,
    guest_child_allergies: child.allergies,
  }))
}

type Request = { dropin_date: Day; additional_notes: string | null; agreement?: AgreementText; fee?: number }

type Work<T> = {
  children: number
  loadPeople: (tx: Tx) => Promise<Partial<SubmissionRow>[]>
  respond: (rows: SubmissionJson[]) => T
  /** Instead of storing it: a guest has to confirm it. */
  hold?: (tx: Tx, values: NewSubmission) => Promise<T>
}

async function createDropIns<T>(
  c: AppContext,
  { agreement, fee, ...request }: Request,
  { children, loadPeople, respond, hold }: Work<T>,
): Promise<T> {
  const { services } = c.var
  const { clock } = services
  const day = request.dropin_date
  const at = clock.now().toISOString()
  const language = languageOf(c)
  const store = async (tx: Tx, shows: Shows) => {
    const agreement_id = await findAgreementId(tx, services, 'dropin_agreement', language, agreement)
    await lockAvailableDay(tx, services, day, children)
    const people = await loadPeople(tx)
    const { familyCents } = await findDropInPrices(tx)
    assertFeeShown(fee, totalCents(familyCents, people.length))
    const values = people.map((person) => ({
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
    }))
    const [first] = values
    if (hold && first) return hold(tx, first)
    const stored = await insertSubmissions(tx, await asRequested(tx, values))
    await auditCreated(tx, c.var, stored)
    await queueSubmitted(tx, c, stored, null)
    shows(stored)
    return respond(stored.map(serializeSubmission))
  }
  return withFreedSeats(services, () => monthTransaction(c, { day }, request, store))
}

/** Locks the month. */
async function lockAvailableDay(tx: Tx, services: Services, day: Day, children: number): Promise<void> {
  const isOnOffer = isDropInDate(day, services.clock.today())
  const month = await lockDropInMonth(tx, day)
  const moment = await dropInMoment(tx, services)
  const availability = dropInAvailability(month && dropInMonthOf(month), day, moment, children)
  if (isOnOffer && month && availability === 'few_seats')
    assertDaysAvailable([dayError(calendarOf(month), getDayParts(day).dayOfMonth, availability)])
  if (!isOnOffer || availability !== 'available') throw new AppError('drop-in-unavailable', { day })
}
