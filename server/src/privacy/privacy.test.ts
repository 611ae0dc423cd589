import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { givePassword, linkMailedTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { insertMany } from '../../testing/databases'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

const PASSWORD = 'sunset over water'
let staff: TestClient

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
const december = await make.aMonth()
const month = await make.aMonth({ month_name: 'November', day_seats: { 6: 1 } })
beforeAll(async () => {
  await make.aRegistration(await make.aChild(await make.aParent()), month, { selected_days: [6] })
})
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  staff = await app.as(admin)
})

let count = 0
/** Unique values, so that a search for them finds only this family. */
async function aFamily() {
  const n = `q${++count}z`
  const words = {
    email: `zebulon.${n}@example.com`,
    oldEmail: `zeb.before.${n}@example.com`,
    parent: `Zebulon ${n} Quill`,
    child: `Xanthe ${n} Quill`,
    phone: `555-77-${n}`,
    allergies: `Kiwi ${n} and walnut`,
    notes: `Bring the ${n} bear`,
    staffNotes: `Called about ${n}`,
    payment: `Check of Zebulon ${n}`,
    grandma: `Grandma ${n}`,
  }
  const parent = await make.aParent({ email: words.oldEmail, full_name: words.parent, phone: words.phone })
  await givePassword(app, parent, PASSWORD)
  return { n, words, parent, client: await app.as(parent), remove: removal(app.as(parent)) }
}
const removal =
  (signedIn: Promise<TestClient>) =>
  async (password = PASSWORD) =>
    (await signedIn).post('/api/own-data/delete-account', { password })

async function ok<T>(response: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await response
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A family that has used every feature, whose days are over and whose fees are paid. */
async function aFamilyThatUsedEverything() {
  const family = await aFamily()
  const { words, parent } = family
  const { db } = app.services
  const { version } = await ok(staff.get(`/api/admin/parents/${parent.id}`))
  const change = { full_name: words.parent, email: words.email, status: 'active', version }
  await ok(staff.patch(`/api/admin/parents/${parent.id}`, change, { 'idempotency-key': `staff-${family.n}` }))
  await execute(db, sql`update accounts set email_set_by_staff_at = null where id = ${parent.id}`)
  const client = await app.as(parent)
  const phone = { phone: words.phone, version: version + 1 }
  await ok(client.patch('/api/profile', phone, { 'idempotency-key': `own-${family.n}` }))
  const people = [{ name: words.grandma, phone: words.phone }]
  const about = { name: words.child, allergies: words.allergies, notes: words.notes, pickup_people: people }
  const child = await ok(client.post('/api/children', about, { 'idempotency-key': `child-${family.n}` }))
  await ok(staff.patch(`/api/admin/children/${child.id}`, { grade: '2', version: child.version }))
  const unused = await ok(client.post('/api/children', { name: `Second ${words.child}` }))
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
  staff = await app.as(admin)
  return {
    ...family,
    child,
    feedPath: new URL(url).pathname,
    unused,
    guest,
    id,
    client: await app.as(parent),
    remove: removal(app.as(parent)),
  }
}

describe('Download my data', () => {
  /** What somebody reads about themselves: a new column is exported, or left out, on purpose. */
  const COLUMNS = {
    profile: 'created_at email full_name id language phone status status_since updated_at version',
    children:
      'allergies created_at deleted_at grade id name notes parent_id pickup_people updated_at version',
    payments:
      'amount created_at id notes parent_id payment_date payment_method reverses_payment_id submission_id',
    waiting_for_seats: 'created_at day month_id parent_id',
    signed_in: 'account_id created_at expires_at handle seen_at user_agent',
    mailed_links: 'account_id created_at expires_at purpose used_at',
    emails:
      'created_at id is_secret send_after sent_at state subject submission_id template to_email to_name words',
    activity: 'action actor_role at detail id row_id table_name',
  }

  it('is one file with everything stored about the family, and no secrets', async () => {
    const { words, client, id, parent } = await aFamilyThatUsedEverything()
    const { status, body, headers } = await client.get('/api/own-data')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="aftercare-my-data-\d{4}-12-30\.json"$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      account: [{ email: words.email }],
      profile: [{ full_name: words.parent, phone: words.phone }],
      payments: [{ amount: 100, notes: words.payment }],
      attendance: [{ picked_up_by: words.grandma }],
      waiting_for_seats: [{ day: 6 }],
      roles: [{ role: 'parent' }],
      sent_as_guest: [{ guest_child_name: words.child }],
    })
    expect(body.children.map((child: { name: string }) => child.name)).toContain(words.child)
    const registration = body.submissions.find((row: { id: string }) => row.id === id)
    expect(registration).toMatchObject({
      selected_days: [5],
      child: words.child,
      month: expect.stringContaining('November'),
    })
    for (const [list, columns] of Object.entries(COLUMNS))
      expect(Object.keys(body[list][0]).sort().join(' '), list).toBe(columns)
    expect(Object.keys(body).slice(0, 3)).toEqual(['about', 'made_at', 'account'])
    expect(body.made_at).toMatch(/^2026-12-30T14:00:00/)
    expect(body.emails.length).toBeGreaterThan(1)
    const actions = body.activity.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(expect.arrayContaining(['payment.record', 'child.update']))
    const text = JSON.stringify(body)
    for (const word of Object.values(words)) expect(text).toContain(word)
    const secrets = await rows<{ secret: string }>(
      app.services.db,
      sql`select password_hash as secret from accounts where id = ${parent.id}
        union all select id from sessions where account_id = ${parent.id}
        union all select id from tokens where account_id = ${parent.id}
        union all select secret_digest from calendar_feeds where parent_id = ${parent.id}
        union all select encrypted_secret from calendar_feeds where parent_id = ${parent.id}`,
    )
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of secrets) expect(text).not.toContain(secret)
    expect(text).not.toContain('access_token')
    expect(text).not.toContain(admin.id)
  })

  it('contains nothing of other families and is for its owner only', async () => {
    const [one, other] = [await aFamilyThatUsedEverything(), await aFamilyThatUsedEverything()]
    const text = JSON.stringify((await other.client.get('/api/own-data')).body)
    for (const word of Object.values(one.words)) expect(text).not.toContain(word)
    expect((await app.visitor.get('/api/own-data')).status).toBe(401)
  })

  it('has the newest ten thousand rows of a list, and says how many older ones it leaves out', async () => {
    const { parent, client } = await aFamily()
    await insertMany(
      app.databaseUrl,
      `insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
        select timestamptz '2026-11-01' - n * interval '1 minute', $1, 'parent', 'row-' || n, 'children', '-'
        from generate_series(0, 10001) as n`,
      [parent.id],
    )
    const { activity, older_rows_left_out } = (await client.get('/api/own-data')).body
    const shown = activity.map(({ action }: { action: string }) => action)
    expect(shown).toHaveLength(10_000)
    expect(shown.slice(0, 2)).toEqual(['own-data.download', 'row-0'])
    expect(shown.at(-1)).toBe('row-9998')
    expect(older_rows_left_out).toEqual({ activity: 3 })
  })

  it('is rate limited to ten in a row', async () => {
    const { client } = await aFamily()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await client.get('/api/own-data')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

describe('Delete my account', () => {
  it('leaves no name, email, phone, allergy or note of the family anywhere in the database', async () => {
    const { words, remove, parent, client, id, guest, feedPath } = await aFamilyThatUsedEverything()
    expect((await app.visitor.get(feedPath)).status).toBe(200)
    const before = await columnsContaining(app.services.db, Object.values(words))
    expect(before).toEqual(
      expect.arrayContaining([
        'accounts.email',
        'profiles.full_name',
        'children.allergies',
        'children.pickup_people',
        'submissions.guest_child_notes',
        'payments.notes',
        'outbox.to_email',
        'outbox.content',
        'audit_log.detail',
        'idempotency_keys.response',
        'attendance_marks.picked_up_by',
      ]),
    )
    const other = await aFamilyThatUsedEverything()
    app.setNow('2026-12-30T10:00:00-05:00')
    const outside = async () =>
      maybeOne(
        app.services.db,
        sql`select count(*) as mails from outbox where to_email = ${other.words.email}`,
      )
    const mails = await outside()

    await ok(remove())
    expect(await columnsContaining(app.services.db, Object.values(words))).toEqual([])

    const [stored] = await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)
    expect(stored).toMatchObject({ selected_days: [5], billed_status: 'billed', parent_id: parent.id })
    expect((await storedRows(app.services.db, 'submissions', sql`where id = ${guest.id}`))[0]).toMatchObject({
      guest_parent_name: 'Deleted account',
      guest_child_name: 'Deleted child',
      total_fee_cents: 2000,
    })
    const payments = await storedRows(app.services.db, 'payments', sql`where parent_id = ${parent.id}`)
    expect(payments).toMatchObject([{ amount_cents: 10_000, notes: null }])
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toMatchObject([
      { name: 'Deleted child', allergies: null, notes: null },
    ])

    // All access has ended, and other families are unaffected.
    expect((await client.get('/api/profile')).status).toBe(401)
    expect((await app.visitor.get(feedPath)).status).toBe(404)
    expect((await app.visitor.get(other.feedPath)).status).toBe(200)
    for (const table of [sql`sessions`, sql`tokens`, sql`known_devices`])
      expect(await rows(app.services.db, sql`select from ${table} where account_id = ${parent.id}`)).toEqual(
        [],
      )
    expect(
      (await app.visitor.post('/api/auth/sign-in', { email: words.email, password: PASSWORD })).status,
    ).toBe(401)
    expect(await outside()).toEqual(mails)
    const after = JSON.stringify((await other.client.get('/api/own-data')).body)
    for (const word of Object.values(other.words)) expect(after).toContain(word)
  })

  it('keeps the audit log with days and amounts, but without text', async () => {
    const { remove, parent, id } = await aFamilyThatUsedEverything()
    await ok(remove())
    const record = await rows<{ action: string; detail: unknown; actor_id: string; table_name: string }>(
      app.services.db,
      sql`select action, detail, actor_id, table_name from audit_log where row_id in (${id}, ${parent.id}) order by id`,
    )
    expect(record.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'parent.update',
        'profile.update',
        'submission.create',
        'submission.update',
        'account.remove',
      ]),
    )
    expect(record.find(({ action }) => action === 'parent.update')?.detail).toMatchObject({
      after: { full_name: '[erased]', email: '[erased]', status: 'active' },
    })
    expect(record.find(({ action }) => action === 'submission.create')?.detail).toMatchObject({
      selected_days: [5],
    })
    expect(record.at(-1)).toMatchObject({
      action: 'account.remove',
      actor_id: parent.id,
      table_name: 'accounts',
    })
  })

  it('also deletes the profile if nothing must be retained, and the email can sign up again as a new account', async () => {
    const { words, parent, client, remove } = await aFamily()
    await ok(client.post('/api/children', { name: words.child, allergies: words.allergies }))
    await ok(remove())
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`)).toEqual([])
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toEqual([])
    const again = { email: words.oldEmail, password: 'another sunset', full_name: words.parent }
    await ok(app.visitor.post('/api/auth/sign-up', again))
    const { access_token } = await linkMailedTo(app, words.oldEmail, 'verification')
    await ok(app.visitor.post('/api/auth/verify', { access_token }))
    await ok(app.visitor.post('/api/auth/sign-in', again))
    const renewed = await maybeOne<{ id: string }>(
      app.services.db,
      sql`select id from accounts where email = ${words.oldEmail}`,
    )
    expect(renewed?.id).not.toBe(parent.id)
    expect((await (await app.as(renewed ?? parent)).get('/api/children')).body.rows).toEqual([])
  })

  it.each([
    ['today', '2026-12-04', 409],
    ['ahead', '2026-12-03', 409],
    ['over', '2026-12-05', 200],
  ])('is rejected while a day is booked (%s)', async (_, today, status) => {
    const { words, parent } = await aFamily()
    const child = await make.aChild(parent, { name: words.child })
    await make.aRegistration(child, december, { selected_days: [2, 4] })
    app.setNow(`${today}T12:00:00-05:00`)
    const response = await removal(app.as(parent))()
    expect(response.status).toBe(status)
    if (status === 409) {
      expect(response.body.error.message).toBe(
        `${words.child} is booked through Friday, December 4. You can delete your account once that day is over.`,
      )
      expect(
        (await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`))[0]?.full_name,
      ).toBe(words.parent)
    }
  })

  it('is rejected while a drop-in or a day booked as a guest lies ahead', async () => {
    const { words, parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    const dropIn = await make.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id })
    expect((await remove()).status).toBe(409)
    await execute(app.services.db, sql`delete from submissions where id = ${dropIn.id}`)
    await make.aDropIn('2026-11-17', { guest_parent_email: words.oldEmail, guest_child_name: 'Otis' })
    const { body } = await remove()
    expect(body.error.message).toBe(
      "Otis is booked through Tuesday, November 17 on a guest registration with your email that isn't in your account yet. You can delete your account once that day is over.",
    )
  })

  it('is rejected while a balance is due', async () => {
    const { parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    await make.aDropIn('2026-11-02', {
      parent_id: parent.id,
      child_id: child.id,
      total_fee_cents: 4000,
      billed_status: 'billed',
    })
    const { status, body } = await remove()
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'Your balance due is $40.00. Please pay it before you delete your account.',
    )
    await make.aPayment(parent, admin, { amount_cents: 4000 })
    expect((await remove()).status).toBe(200)
  })

  it('needs the password, and limits wrong attempts', async () => {
    const { parent, client, remove } = await aFamily()
    const wrong = await remove('something else')
    expect(wrong.status).toBe(401)
    expect(wrong.body.error).toMatchObject({
      code: 'wrong-password',
      fields: { password: expect.any(String) },
    })
    for (let n = 0; n < 7; n += 1) await remove('something else')
    expect((await remove()).status).toBe(429)
    expect((await client.post('/api/own-data/delete-account', {})).status).toBe(422)
    expect((await app.visitor.post('/api/own-data/delete-account', { password: PASSWORD })).status).toBe(401)
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`)).toHaveLength(1)
  })

  it('is not available to staff, even if they are parents too', async () => {
    const both = await make.anAdmin()
    await givePassword(app, both, PASSWORD)
    await execute(app.services.db, sql`insert into user_roles values (${both.id}, 'parent')`)
    const { status, body } = await removal(app.as(both))()
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'This is a staff account. Another admin can remove it under Settings > Admin Users.',
    )
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${both.id}`)).toHaveLength(1)
  })

  it('deletes once on a double click, and ends sessions in other browsers', async () => {
    const { parent, remove } = await aFamily()
    const elsewhere = await app.as(parent)
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    expect((await elsewhere.get('/api/profile')).status).toBe(401)
    const record = await rows(
      app.services.db,
      sql`select from audit_log where row_id = ${parent.id} and action = 'account.remove'`,
    )
    expect(record).toHaveLength(1)
  })

  it('leaves nothing of concurrent requests by the same person', async () => {
    const { words, parent, remove } = await aFamily()
    const client = await app.as(parent)
    await make.aChild(parent)
    const responses = await Promise.all([
      remove(),
      client.patch('/api/profile', { full_name: words.parent, phone: words.phone, version: 1 }),
      client.post('/api/children', { name: words.child }),
    ])
    expect(responses[0].status).toBe(200)
    expect(await columnsContaining(app.services.db, Object.values(words))).toEqual([])
  })
})

describe('the audit log', () => {
  it('can only have its text redacted', async () => {
    const { db } = app.services
    await execute(
      db,
      sql`insert into audit_log (at, actor_role, action, table_name, row_id, detail)
        values (now(), 'system', 'a', 'x', 'erasing', '{"name": "Zeb", "days": [1, 2], "status": "active"}')`,
    )
    const change = (assignment: ReturnType<typeof sql>) =>
      execute(db, sql`update audit_log set ${assignment} where row_id = 'erasing'`)
    await expect(change(sql`detail = '{}'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = detail || '{"name": "Eve"}'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = redact_text(detail), action = 'b'`)).rejects.toThrow('append-only')
    await expect(change(sql`detail = redact_text(detail), actor_role = 'admin'`)).rejects.toThrow(
      'append-only',
    )
    await change(sql`detail = redact_text(detail)`)
    expect(await maybeOne(db, sql`select detail from audit_log where row_id = 'erasing'`)).toEqual({
      detail: { name: '[erased]', days: [1, 2], status: 'active' },
    })
  })
})
