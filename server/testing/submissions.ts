import { expect } from 'vitest'
import type { SubmissionRow } from '../src/db/tables'
import type { ListedSubmission } from '../src/submissions/submissions.admin.rows'
import { buildersFor } from './builders'
import { emptyTables } from './databases'
import { startTestApp } from './test-app'

/** Staff, the Okafor family and a function that requests the list, on its own database. */
export async function startWithStaff() {
  const app = await startTestApp()
  const { db } = app.services
  const build = buildersFor(db)
  const admin = await build.anAdmin()
  const dana = await build.aParent({
    full_name: 'Dana Okafor',
    email: 'dana@family.example',
    phone: '(555) 014-2210',
  })
  const staff = await app.as(admin)

  type ListResponse = {
    rows: ListedSubmission[]
    total: number
    is_capped: boolean
    edited_since_billed: number
  }

  async function list(query = ''): Promise<ListResponse> {
    const { status, body } = await staff.get(`/api/admin/submissions${query}`)
    expect(status).toBe(200)
    return body
  }

  /** December: a registered child each unbilled, billed, partly paid and paid; a guest's month and a guest's drop-in. */
  async function aFullList() {
    const { aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment } = build
    const month = await aMonth()
    const child = async (name: string, at: string, values: Partial<SubmissionRow> = {}) =>
      aRegistration(await aChild(dana, { name, allergies: name === 'Kavi' ? 'Egg' : null }), month, {
        submitted_at: at,
        ...values,
      })
    const open = await child('Amara', '2026-11-01T15:00:00Z')
    const billed = await child('Tobias', '2026-11-02T15:00:00Z', {
      billed_status: 'billed',
      total_fee_cents: 9000,
    })
    const partial = await child('Kavi', '2026-11-03T15:00:00Z', { billed_status: 'billed' })
    const paid = await child('June', '2026-11-04T15:00:00Z')
    await aPayment(dana, admin, { submission_id: partial.id, amount_cents: 1500 })
    await aPayment(dana, admin, { submission_id: paid.id, amount_cents: 6000 })
    const guest = await aGuestRegistration(month, { submitted_at: '2026-11-05T15:00:00Z' })
    const dropIn = await aDropIn('2026-11-17', {
      submitted_at: '2026-11-06T04:30:00Z',
      guest_parent_name: 'Joel Abernathy',
      guest_parent_email: 'joel@guest.example',
      guest_child_name: 'Wren',
      guest_child_allergies: 'Dairy',
    })
    return { month, open, billed, partial, paid, guest, dropIn }
  }

  // Payments cannot be deleted by design, so tests truncate the tables.
  const empty = () => emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log')

  return { app, db, build, admin, dana, staff, list, aFullList, empty }
}
