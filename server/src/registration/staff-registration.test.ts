import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { countRows, storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

let staff: TestClient
let parent: { id: string; email: string; full_name: string }
let children: { id: string; parent_id: string }[]

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const month = await make.aMonth({ month_name: 'November', year: 2026, closed_days: [19] })
const draft = await make.aMonth({ month_name: 'December', year: 2026, is_active: false })
const october = await make.aMonth({ month_name: 'October', year: 2026 })

/** November, on the 16th: the 13th has passed, the 19th is closed. */
beforeEach(async () => {
  await execute(db, sql`delete from guest_links`)
  await execute(db, sql`delete from submissions`)
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from rate_limits`)
  await execute(db, sql`update months set seats = null, regular_price = 20`)
  staff = await app.as(admin)
  parent = await make.aParent()
  children = [await make.aChild(parent, { name: 'Sofía' }), await make.aChild(parent, { name: 'Kofi' })]
})

const GUEST = {
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'Grace@Example.com',
  guest_child_name: 'Otis Whitfield',
  guest_child_allergies: 'Eggs',
}

const post = (values: object, headers?: Record<string, string>) =>
  staff.post(
    '/api/admin/submissions',
    { month_id: month.id, selected_days: [17, 18], agreed: true, ...values },
    headers,
  )
const register = (values: object = {}, headers?: Record<string, string>) =>
  post({ child_ids: children.map(({ id }) => id), ...values }, headers)
const stored = () => storedRows(db, 'submissions', sql`order by child_id`)
const messageOf = ({ status, body }: { status: number; body: { error: { message: string } } }) => [
  status,
  body.error.message,
]

describe('a registration that staff enter', () => {
  it("is the family's own, at the same prices, with who entered it, one mail per adult and one log entry per row", async () => {
    const second = await make.aParent()
    await joinInto(app, parent, second)
    await execute(db, sql`delete from outbox`)
    const { status, body } = await register()
    expect(status).toBe(200)
    expect(body.rows.map((row: { entered_by: string }) => row.entered_by)).toEqual(
      Array(2).fill('Rosa Medina'),
    )
    const rows = await stored()
    expect(rows.map((row) => row.child_id).sort()).toEqual(children.map(({ id }) => id).sort())
    for (const row of rows) {
      expect(row).toMatchObject({
        parent_id: parent.id,
        month_id: month.id,
        selected_days: [17, 18],
        total_fee_cents: 4000,
        day_prices: { 17: 20, 18: 20 },
        status: 'submitted',
        entered_by: 'Rosa Medina',
        agreed_at: expect.any(String),
        agreement_id: expect.any(String),
        language: 'en',
      })
    }
    expect((await app.visitor.get(`/api/months/${month.id}`)).status).toBe(200)
    const mails = await storedRows(
      db,
      'outbox',
      sql`where template = 'monthly-parent' and account_id in (${parent.id}, ${second.id})`,
    )
    expect(mails.map(({ to_email }) => to_email).sort()).toEqual(
      [parent.email, parent.email, second.email, second.email].sort(),
    )
    const log = await storedRows(
      db,
      'audit_log',
      sql`where row_id = any(${rows.map(({ id }) => id)}::text[])`,
    )
    expect(log.map((entry) => [entry.action, entry.actor_id, entry.detail.by_phone])).toEqual(
      Array(2).fill(['submission.create', admin.id, true]),
    )
    const activity = await staff.get('/api/admin/activity?kind=submissions')
    expect(activity.body.rows[0]).toMatchObject({
      person: 'Rosa Medina',
      sentence: expect.stringMatching(
        /^Dana Okafor \d+ registered (Sofía|Kofi) for November 2026 \(2 days, \$40\) by phone\. Entered by Rosa Medina$/,
      ),
    })
  })

  it('is shown to the family as entered by the office, and is theirs to edit', async () => {
    await register({ child_ids: [children[0]?.id] })
    const own = await app.as(parent)
    const [row] = (await own.get('/api/submissions')).body.rows
    expect(row).toMatchObject({ entered_by: 'Rosa Medina', selected_days: [17, 18] })
    const edit = await own.patch(`/api/submissions/${row.id}`, {
      selected_days: [18],
      agreed: true,
      version: 1,
    })
    expect([edit.status, edit.body.entered_by]).toEqual([200, 'Rosa Medina'])
  })

  it('takes a closed, past or full day once staff were asked about it by name', async () => {
    await execute(db, sql`update months set seats = 1`)
    await make.aRegistration(await make.aChild(await make.aParent()), month, { selected_days: [20] })
    const days = { child_ids: [children[0]?.id], selected_days: [13, 16, 18, 19, 20] }
    const asked = await register(days)
    expect(messageOf(asked)).toEqual([
      409,
      'Friday, November 13 has passed. Monday, November 16 is today. Thursday, November 19 is closed to new registrations. Friday, November 20 is full. Add anyway?',
    ])
    expect(asked.body.error.stored).toMatchObject({ id: month.id, taken_seats: { 20: 1 } })
    const partly = await register({ ...days, confirmed_days: [13, 16, 20] })
    expect(messageOf(partly)).toEqual([
      409,
      'Thursday, November 19 is closed to new registrations. Add anyway?',
    ])
    expect(await countRows(db, 'submissions')).toBe(1)
    expect((await register({ ...days, confirmed_days: [13, 16, 19, 20] })).status).toBe(200)
    const [counted] = await storedRows(db, 'months', sql`where id = ${month.id}`)
    expect(counted?.taken_seats).toEqual({ 13: 1, 16: 1, 18: 1, 19: 1, 20: 2 })
  })

  it('asks where seats are left, but not for every child', async () => {
    await execute(db, sql`update months set seats = 1`)
    const asked = await register({ selected_days: [18] })
    expect(messageOf(asked)).toEqual([409, 'Only 1 seat is left on Wednesday, November 18. Add anyway?'])
    expect((await register({ selected_days: [18], confirmed_days: [18] })).status).toBe(200)
  })

  it('takes no day without aftercare, whatever was confirmed', async () => {
    const weekend = await register({ selected_days: [21], confirmed_days: [21] })
    expect(messageOf(weekend)).toEqual([
      409,
      'Saturday, November 21 is on a weekend, when there is no aftercare.',
    ])
    expect(await countRows(db, 'submissions')).toBe(0)
  })

  it('takes no day of a drop-in of the child', async () => {
    await make.aDropIn('2026-11-18', { parent_id: parent.id, child_id: children[0]?.id ?? '' })
    expect(messageOf(await register({ confirmed_days: [18] }))).toEqual([
      409,
      'Sofía already has a drop-in on Wednesday, November 18. Please leave that day out.',
    ])
    expect(await countRows(db, 'submissions')).toBe(1)
  })

  it('takes no day that a cancelled registration still charges, as the child was here, nor does undoing one', async () => {
    const [child] = children
    if (!child) throw new Error('No child')
    const hereOn = (id: string, day: string) =>
      execute(
        db,
        sql`insert into attendance_marks (submission_id, day, arrived_at, version, updated_at)
          values (${id}, ${day}, now(), 1, now())`,
      )
    const cancel = (id: string) =>
      staff.post(`/api/admin/submissions/${id}/cancel`, { reason: 'Moved', fee: 'none', version: 1 })
    const again = (...selected_days: number[]) =>
      register({ child_ids: [child.id], selected_days, confirmed_days: selected_days })
    const refusal = (day: string) => [
      409,
      `Sofía was here on ${day}, and the cancelled registration still charges that day. Please leave it out.`,
    ]
    const first = await make.aRegistration(child, month, { selected_days: [12, 13, 20] })
    await hereOn(first.id, '2026-11-13')
    expect((await cancel(first.id)).status).toBe(200)
    expect(messageOf(await again(13, 17))).toEqual(refusal('Friday, November 13'))

    const second = (await again(12, 17)).body.rows[0].id
    const edited = await staff.patch(`/api/admin/submissions/${second}/days`, {
      selected_days: [12, 13, 17],
      confirmed_days: [13],
      version: 1,
    })
    expect(messageOf(edited)).toEqual(refusal('Friday, November 13'))
    await hereOn(second, '2026-11-12')
    expect((await cancel(second)).status).toBe(200)
    const undone = await staff.post(`/api/admin/submissions/${first.id}/undo-cancel`, { version: 2 })
    expect(messageOf(undone)).toEqual(refusal('Thursday, November 12'))
    expect((await again(17)).status).toBe(200)
  })

  it('is for published months, past ones included', async () => {
    expect(messageOf(await register({ month_id: draft.id }))).toEqual([
      409,
      "This month isn't open for registration.",
    ])
    const past = { month_id: october.id, selected_days: [1] }
    expect((await register(past)).body.error.code).toBe('confirm-days')
    expect((await register({ ...past, confirmed_days: [1] })).status).toBe(200)
  })

  it('is one per child and month', async () => {
    await make.aRegistration(children[1] as { id: string; parent_id: string }, month)
    expect(messageOf(await register())).toEqual([
      409,
      'One or more selected children already have a registration for this month.',
    ])
    expect(await countRows(db, 'submissions')).toBe(1)
  })

  it('is stored once for a double click and a lost response', async () => {
    const key = { 'idempotency-key': 'once' }
    const [first, second] = await Promise.all([register({}, key), register({}, key)])
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.body).toEqual(first?.body)
    // Asked about days that are full by what was stored already.
    expect((await register({ confirmed_days: [17, 18] }, key)).body).toEqual(first?.body)
    expect(await countRows(db, 'submissions')).toBe(2)
  })

  it('stores nothing at another fee than the one that was shown', async () => {
    await execute(db, sql`update months set regular_price = 22`)
    expect(messageOf(await register({ fee: 80 }))).toEqual([
      409,
      'The price has changed meanwhile. The new total is $88.00. Please check it and submit again.',
    ])
    expect((await register({ fee: 88 })).status).toBe(200)
  })

  it('needs the agreement by phone, days and children', async () => {
    for (const wrong of [{ agreed: false }, { agreed: undefined }, { selected_days: [] }, { child_ids: [] }])
      expect((await register(wrong)).status).toBe(422)
    expect(await countRows(db, 'submissions')).toBe(0)
  })

  it('is for a family that is suspended or has not signed in yet, too', async () => {
    await execute(db, sql`update profiles set status = 'suspended' where id = ${parent.id}`)
    expect((await register()).status).toBe(200)
  })

  it('names what is missing where a child was removed or belongs to another family', async () => {
    const gone = [
      404,
      'This family or one of these children is no longer there. Please choose the children again.',
    ]
    const other = await make.aChild(await make.aParent())
    expect(messageOf(await register({ child_ids: [children[0]?.id, other.id] }))).toEqual(gone)
    await execute(db, sql`update children set deleted_at = now() where id = ${children[1]?.id}`)
    expect(messageOf(await register())).toEqual(gone)
    expect(messageOf(await register({ child_ids: ['00000000-0000-4000-8000-000000000000'] }))).toEqual(gone)
    expect(await countRows(db, 'submissions')).toBe(0)
  })

  it("is in the family's language, not in that of staff's browser", async () => {
    expect((await register({ language: 'es', child_ids: [children[0]?.id] })).status).toBe(200)
    const [row] = await stored()
    expect(row?.language).toBe('es')
    const [text] = await storedRows(db, 'agreement_texts', sql`where id = ${row?.agreement_id}`)
    expect(text?.language).toBe('es')
    const [mail] = await storedRows(db, 'outbox', sql`where account_id = ${parent.id}`)
    expect(mail?.subject).toContain('noviembre')
  })

  it('stores no agreement that is no longer the one that staff read out', async () => {
    const other = await register({ agreement: { language: 'en', items: ['Something else'] } })
    expect(other.body.error.code).toBe('agreement-changed')
    expect(await countRows(db, 'submissions')).toBe(0)
  })

  it('is refused to the Attendance role, parents and visitors', async () => {
    const body = { month_id: month.id, child_ids: [children[0]?.id], selected_days: [18], agreed: true }
    const clients = [await app.as(await make.anAide()), await app.as(parent), app.visitor]
    const responses = await Promise.all(clients.map((client) => client.post('/api/admin/submissions', body)))
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 401])
    expect(await countRows(db, 'submissions')).toBe(0)
  })
})

describe("a guest's registration that staff enter", () => {
  it('is stored and mailed with the private link, whether guests have to confirm or not', async () => {
    const { version } = (await staff.get('/api/admin/guest-confirmation')).body
    await staff.put('/api/admin/guest-confirmation', { required: true, version })
    const { status, body } = await post(GUEST)
    expect([status, body.rows?.length]).toEqual([200, 1])
    const [row] = await stored()
    expect(row).toMatchObject({
      parent_id: null,
      child_id: null,
      guest_parent_email: 'grace@example.com',
      guest_child_allergies: 'Eggs',
      entered_by: 'Rosa Medina',
      total_fee_cents: 4000,
    })
    const [mail] = await storedRows(db, 'outbox', sql`where to_email = 'grace@example.com'`)
    expect([mail?.template, mail?.content?.guestLink?.submissionId]).toEqual(['monthly-parent', row?.id])
    await staff.put('/api/admin/guest-confirmation', { required: false, version: version + 1 })
  })

  it('is not limited like what guests send', async () => {
    for (let n = 1; n <= 6; n += 1)
      expect((await post({ ...GUEST, guest_child_name: `Otis ${n}` })).status).toBe(200)
  })

  it('needs name, email and child', async () => {
    const { body } = await post({ ...GUEST, guest_parent_email: '', guest_child_name: ' ' })
    expect(Object.keys(body.error.fields).sort()).toEqual(['guest_child_name', 'guest_parent_email'])
  })
})

describe('what the form shows', () => {
  it('of a family: who is registered when, drop-ins of this month, and earlier registrations', async () => {
    const child = children[0] as { id: string; parent_id: string }
    await make.aRegistration(child, october, { selected_days: [5, 12] })
    await make.aDropIn('2026-11-03', { parent_id: parent.id, child_id: child.id })
    await make.aDropIn('2026-10-30', { parent_id: parent.id, child_id: child.id })
    const registered = (await staff.get(`/api/admin/parents/${parent.id}/registered`)).body.rows
    expect(registered).toHaveLength(2)
    expect(registered).toContainEqual({ month_id: october.id, child_id: child.id, dropin_date: null })
    expect(registered).toContainEqual({ month_id: null, child_id: child.id, dropin_date: '2026-11-03' })
    const earlier = await staff.get(
      `/api/admin/parents/${parent.id}/earlier-registrations?month_id=${month.id}`,
    )
    expect(earlier.body.rows).toMatchObject([{ child_id: child.id, selected_days: [5, 12] }])
  })
})
