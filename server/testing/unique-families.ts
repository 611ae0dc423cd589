import { beforeEach } from 'vitest'
import { recordAudit } from '../src/audit/audit.queries'
import { execute, sql } from '../src/db/sql'
import { givePassword } from './auth'
import { buildersFor } from './builders'
import { ok } from './ok'
import { type TestClient, testApp } from './test-app'

export const PASSWORD = 'sunset over water'

/** Families to look for in the whole database, and in what others get to see. */
export async function startWithUniqueFamilies() {
  const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
  const make = buildersFor(app.services.db)
  const admin = await make.anAdmin()
  const december = await make.aMonth()
  const month = await make.aMonth({ month_name: 'November', day_seats: { 6: 1 } })
  await make.aRegistration(await make.aChild(await make.aParent()), month, { selected_days: [6] })
  beforeEach(() => app.setNow('2026-11-16T09:00:00-05:00'))

  let count = 0
  /** Unique values, so that a search for them finds only this family. */
  async function aFamily() {
    const n = `q${++count}z`
    const words = {
      email: `zebulon.${n}@example.com`,
      oldEmail: `zeb.before.${n}@example.com`,
      parent: `Zebulon ${n} Quill`,
      child: `Xanthe ${n} Quill`,
      phone: `555-0177-${n}`,
      allergies: `Kiwi ${n} and walnut`,
      notes: `Bring the ${n} bear`,
      staffNotes: `Called about ${n}`,
      payment: `Check of Zebulon ${n}`,
      grandma: `Grandma ${n}`,
      barred: `Rob ${n}`,
      stranger: `Random ${n}`,
    }
    const parent = await make.aParent({ email: words.oldEmail, full_name: words.parent, phone: words.phone })
    await givePassword(app, parent, PASSWORD)
    return { n, words, parent, client: await app.as(parent), remove: removal(app.as(parent)) }
  }

  /** A family that has used every feature, whose days are over and whose fees are paid. */
  async function aFamilyThatUsedEverything() {
    const family = await aFamily()
    const { words, parent } = family
    const { db } = app.services
    let staff = await app.as(admin)
    const { version } = await ok(staff.get(`/api/admin/parents/${parent.id}`))
    const change = { full_name: words.parent, email: words.email, status: 'active', version }
    await ok(
      staff.patch(`/api/admin/parents/${parent.id}`, change, { 'idempotency-key': `staff-${family.n}` }),
    )
    await execute(
      db,
      sql`update accounts set email_set_by_staff_at = null, email_verified_at = now() where id = ${parent.id}`,
    )
    const client = await app.as(parent)
    const phone = { phone: words.phone, version: version + 1 }
    await ok(client.patch('/api/profile', phone, { 'idempotency-key': `own-${family.n}` }))
    const people = [{ name: words.grandma, phone: words.phone }]
    const about = {
      name: words.child,
      allergies: words.allergies,
      notes: words.notes,
      pickup_people: people,
      must_not_pick_up: [{ name: words.barred, note: words.notes }],
    }
    const child = await ok(client.post('/api/children', about, { 'idempotency-key': `child-${family.n}` }))
    await ok(staff.patch(`/api/admin/children/${child.id}`, { grade: '2', version: child.version }))
    await ok(client.post('/api/children', { name: `Second ${words.child}` }))
    app.setNow('2026-11-02T09:00:00-05:00')
    const now = await app.as(parent)
    staff = await app.as(admin)
    const request = { month_id: month.id, child_ids: [child.id], selected_days: [5], agreed: true }
    const { rows: made } = await ok(
      now.post('/api/submissions', request, { 'idempotency-key': `reg-${family.n}` }),
    )
    await ok(now.post('/api/seat-watches', { month_id: month.id, day: 6 }))
    const { url } = await ok<{ url: string }>(now.post('/api/calendar-feed', {}))
    const dropIn = {
      child_id: child.id,
      dropin_date: '2026-11-03',
      additional_notes: words.notes,
      agreed: true,
    }
    await ok(now.post('/api/drop-ins', dropIn))
    const guest = await make.aGuestRegistration(month, {
      guest_parent_name: words.parent,
      guest_parent_email: ` ${words.email.toUpperCase()}`,
      guest_parent_phone: words.phone,
      guest_child_name: words.child,
      guest_child_allergies: words.allergies,
      guest_child_notes: words.notes,
    })
    const id = made[0].id as string
    const { version: submissionVersion } = await ok(staff.get(`/api/admin/submissions/${id}`))
    await ok(
      staff.patch(`/api/admin/submissions/${id}`, {
        billed_status: 'billed',
        guest_child_notes: words.staffNotes,
        version: submissionVersion,
      }),
    )
    const paid = {
      parent_id: parent.id,
      amount: '100',
      payment_date: '2026-11-02',
      notes: words.payment,
    }
    await ok(staff.post('/api/admin/payments', paid, { 'idempotency-key': `pay-${family.n}` }))
    await execute(
      db,
      sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, note, updated_at)
        values (${id}, ${'2026-11-05'}, now(), now(), ${words.grandma}, ${words.notes}, now())`,
    )
    const by = { services: app.services, viewer: { actorId: admin.id } }
    const released = { day: '2026-11-05', picked_up_by: words.stranger }
    await recordAudit(db, by, 'mark.picked-up', 'attendance_marks', id, released)
    const report = {
      intro: [],
      closing: [],
      table: {
        columns: [],
        rows: [[words.child, 'N/A', words.parent, words.email, words.allergies]],
        submissionIds: [id],
      },
    }
    await execute(
      db,
      sql`insert into outbox (template, to_email, subject, text, content, message_id, state)
        values ('daily-report', ${admin.email}, 'Report', ${words.child}, ${JSON.stringify(report)}::jsonb,
          ${`<report-${family.n}@x>`}, 'sent')`,
    )
    await ok(staff.post('/api/auth/forgot-password', { email: words.email, portal: 'parent' }))
    app.setNow('2026-12-30T09:00:00-05:00')
    return {
      ...family,
      feedPath: new URL(url).pathname,
      guest,
      id,
      client: await app.as(parent),
      remove: removal(app.as(parent)),
    }
  }

  return { app, make, admin, december, aFamily, aFamilyThatUsedEverything }
}

/** The request to delete the account. */
export const removal =
  (signedIn: Promise<TestClient>) =>
  async (password = PASSWORD) =>
    (await signedIn).post('/api/own-data/delete-account', { password })
