import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { createDatabase, urlFor } from '../../testing/databases'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { recordAudit } from '../audit/audit.queries'
import { migrate } from '../db/migrate'
import { execute, identifier, maybeOne, rows, sql } from '../db/sql'
import { dailyReportJob } from '../jobs/daily-report'
import { retentionJob } from '../jobs/retention'

/** Families whose names and emails contain one another: only the deleted one may lose anything. */

const PASSWORD = 'sunset over water'
const NEIGHBOURS = [
  ['diana@x.com', 'Diana'],
  ['ana@x.com.mx', 'Ana'],
  ['an_@x.com', 'An_'],
  ['%@x.com', '%'],
  ['ana+pickup@x.com', 'Ana'],
  ['ana.b@x.com', 'Anabel'],
  ['a@x.com', 'A'],
] as const
const SHARED = ['outbox', 'audit_log', 'idempotency_keys', 'submissions', 'children', 'profiles', 'accounts']

let staff: TestClient

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin({ email: 'rosa@staff.example' })
const month = await make.aMonth({ month_name: 'November' })

async function ok<T>(response: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await response
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

let count = 0
/** Registers, requests a drop-in that staff remove, and is edited by staff: creates mails, audit entries and stored responses. */
async function aFamily(email: string, name: string) {
  const n = ++count
  const parent = await make.aParent({ email, full_name: name, phone: '555-0100' })
  app.setNow('2026-11-02T09:00:00-05:00')
  const client = await app.as(parent)
  staff = await app.as(admin)
  const key = (use: string) => ({ 'idempotency-key': `${use}-${n}` })
  const child = await ok(client.post('/api/children', { name, allergies: `Nuts of ${name}` }, key('child')))
  const register = { month_id: month.id, child_ids: [child.id], selected_days: [5], agreed: true }
  await ok(client.post('/api/submissions', register, key('register')))
  const request = { child_id: child.id, dropin_date: '2026-11-03', additional_notes: name, agreed: true }
  const dropIn = await ok(client.post('/api/drop-ins', request, key('drop-in')))
  await ok(staff.delete(`/api/admin/drop-ins/${dropIn.id}`))
  await ok(client.patch('/api/profile', { full_name: name, phone: '555-0101', version: 1 }, key('profile')))
  const { version } = await ok(staff.get(`/api/admin/parents/${parent.id}`))
  const change = { full_name: name, email, status: 'active', version }
  await ok(staff.patch(`/api/admin/parents/${parent.id}`, change, key('staff')))
  // The route would wait for the mail to be sent.
  const sentTest = { action: 'mail.send-test', table: 'outbox', detail: { testEmail: email.toUpperCase() } }
  await recordAudit(app.services.db, app.services.clock, 'system', sentTest)
  const paid = { parent_id: parent.id, amount: '100', payment_date: '2026-11-02', notes: `From ${email}` }
  await ok(staff.post('/api/admin/payments', paid, key('pay')))
  await make.aGuestRegistration(month, { guest_parent_email: email, guest_parent_name: name })
  const remove = async () => {
    await givePassword(app, parent, PASSWORD)
    return (await app.as(parent)).post('/api/own-data/delete-account', { password: PASSWORD })
  }
  return { parent, remove, key }
}

/** Staff change a parent's email. */
async function changeEmail(parent: { id: string }, email: string) {
  const { version } = await ok(staff.get(`/api/admin/parents/${parent.id}`))
  await ok(staff.patch(`/api/admin/parents/${parent.id}`, { email, version }))
}

const runReport = () =>
  app.services.db.transaction((tx) => dailyReportJob(app.services).run(tx, new Date('2026-11-05T17:00:00Z')))

async function everyRow(): Promise<string[]> {
  const found: string[] = []
  for (const table of SHARED)
    for (const { row } of await rows<{ row: unknown }>(
      app.services.db,
      sql`select to_jsonb(t) as row from ${identifier(table)} t`,
    ))
      found.push(`${table} ${JSON.stringify(row)}`)
  return found
}

/** For the other families, with the same counts. */
async function expectQueuedReport() {
  const [report] = await storedRows(app.services.db, 'outbox', sql`where template = 'daily-report'`)
  expect(report?.state).toBe('queued')
  expect(report?.text).toContain(`${NEIGHBOURS.length + 1} children are expected`)
  expect(report?.text).toContain('- Child: Deleted child\n')
  expect(report?.text).not.toMatch(/ ana@x\.com$/m)
  for (const [email, name] of NEIGHBOURS) {
    expect(report?.text).toContain(`Parent Email: ${email}\n`)
    expect(report?.text).toContain(`Nuts of ${name}\n`)
  }
  expect(report?.content?.table?.rows.filter(([child]) => child === 'Deleted child')).toEqual([
    ['Deleted child', '', 'Deleted account', '', ''],
  ])
  const named = report?.content?.table?.submissionIds?.map((id) => (id === null ? 'erased' : typeof id))
  expect(named?.toSorted()).toEqual(['erased', ...NEIGHBOURS.map(() => 'string')])
  expect((await (await app.as(admin)).post(`/api/admin/mail/${report?.id}/send-again`)).status).toBe(200)
}

it('erases nothing of families whose emails, names and ids contain one another', async () => {
  for (const [email, name] of NEIGHBOURS) await aFamily(email, name)
  const before = await everyRow()
  expect(before.filter((row) => row.startsWith('idempotency_keys')).length).toBeGreaterThan(30)

  const { remove } = await aFamily('ana@x.com', 'Ana')
  await runReport()
  app.setNow('2026-11-06T09:00:00-05:00')
  await ok(remove())

  const after = new Set(await everyRow())
  expect(before.filter((row) => !after.has(row))).toEqual([])
  // As a whole word, so that neighbours do not count.
  const left = [...after].filter((row) => /(?<![\w.+-])ana@x\.com(?![\w.])/i.test(row))
  expect(left).toEqual([])
  await expectQueuedReport()
})

it('matches email addresses in any case, and emails about a drop-in that staff removed', async () => {
  const { remove } = await aFamily('ida@x.com', 'Ida Quillfeather')
  await execute(
    app.services.db,
    sql`update outbox set to_email = 'IDA@X.com' where to_email = 'ida@x.com' and template = 'monthly-parent'`,
  )
  const named = await columnsContaining(app.services.db, ['ida@x.com', 'Quillfeather'])
  expect(named).toEqual(expect.arrayContaining(['outbox.to_email', 'outbox.content', 'audit_log.detail']))
  app.setNow('2026-11-06T09:00:00-05:00')
  await ok(remove())
  expect(await columnsContaining(app.services.db, ['ida@x.com', 'Quillfeather'])).toEqual([])
})

it('deletes the notification of an email change sent to an email that is another family’s now, and nothing of theirs', async () => {
  const { db } = app.services
  const uma = await make.aParent({ email: 'uma@x.com', full_name: 'Uma Brightwater' })
  staff = await app.as(admin)
  await changeEmail(uma, 'uma.second@x.com')
  await changeEmail(uma, 'uma.third@x.com')
  const next = await make.aParent({ email: 'tom@x.com', full_name: 'Tom' })
  await changeEmail(next, 'uma.second@x.com')
  await make.aParent({ email: 'uma@x.com', full_name: 'Una' })
  await execute(
    db,
    sql`insert into outbox (template, to_email, subject, text, message_id)
      values ('password-changed', 'uma@x.com', 'Hello Una', 'Una', '<una@x>')`,
  )
  const mails = async () =>
    (await storedRows(db, 'outbox', sql`where to_email in ('tom@x.com', 'uma@x.com', 'uma.second@x.com')`))
      .map((mail) => `${mail.to_email} ${mail.template}`)
      .sort()
  expect(await mails()).toEqual([
    'tom@x.com email-changed',
    'uma.second@x.com email-changed',
    'uma@x.com email-changed',
    'uma@x.com password-changed',
  ])
  await givePassword(app, uma, PASSWORD)
  await ok((await app.as(uma)).post('/api/own-data/delete-account', { password: PASSWORD }))
  expect(await mails()).toEqual(['tom@x.com email-changed', 'uma@x.com password-changed'])
  expect(await columnsContaining(db, ['uma.third@x.com', 'Brightwater'])).toEqual([])
})

it('neither exports nor deletes emails sent while the address was another family’s', async () => {
  const { db } = app.services
  staff = await app.as(admin)
  const mailTo = (id: string, at: string, email: string) =>
    execute(
      db,
      sql`insert into outbox (template, to_email, subject, text, message_id, created_at)
        values ('password-changed', ${email}, ${id}, ${id}, ${`<${id}@x>`}, ${at}::timestamptz)`,
    )
  const at = (hour: number) => `2026-11-0${hour < 12 ? 3 : 4}T${String(hour).padStart(2, '0')}:00:00-05:00`
  const aParentSince = async (created_at: string, email: string) => {
    const parent = await make.aParent({ email })
    await execute(
      db,
      sql`update accounts set created_at = ${created_at}::timestamptz where id = ${parent.id}`,
    )
    return parent
  }
  // Three families have the email one after the other.
  const email = 'handed.on@x.com'
  app.setNow(at(8))
  const first = await aParentSince(at(8), email)
  await mailTo('of-first', at(9), email)
  app.setNow(at(10))
  await changeEmail(first, 'first@x.com')
  const second = await aParentSince(at(8), 'second@x.com')
  app.setNow(at(11))
  await changeEmail(second, email)
  await mailTo('of-second', at(12), email)
  app.setNow(at(13))
  await changeEmail(second, 'second@x.com')
  const third = await aParentSince(at(14), email)
  await mailTo('of-third', at(15), email)
  app.setNow(at(16))
  const left = async () =>
    (await storedRows(db, 'outbox', sql`where subject like 'of-%' order by subject`)).map(
      ({ subject }) => subject,
    )
  const remove = async (parent: { id: string; email: string }) => {
    await givePassword(app, parent, PASSWORD)
    await ok((await app.as(parent)).post('/api/own-data/delete-account', { password: PASSWORD }))
  }
  const shown = JSON.stringify(await ok((await app.as(third)).get('/api/own-data')))
  expect(shown).toContain('of-third')
  expect(shown).not.toContain('of-second')
  await remove(third)
  expect(await left()).toEqual(['of-first', 'of-second'])
  await remove({ ...first, email: 'first@x.com' })
  expect(await left()).toEqual(['of-second'])
  await remove({ ...second, email: 'second@x.com' })
  expect(await left()).toEqual([])
})

it('erases nothing that another family sent while the address was theirs', async () => {
  const { db } = app.services
  staff = await app.as(admin)
  const email = 'passed.on@x.com'
  app.setNow('2026-11-04T09:00:00-05:00')
  const first = await make.aParent({ email, full_name: 'Mei Hollister' })
  await execute(db, sql`update accounts set created_at = '2026-11-01' where id = ${first.id}`)
  const child = await make.aChild(first)
  const client = await app.as(first)
  const request = { child_id: child.id, dropin_date: '2026-11-05', agreed: true }
  const dropIn = await ok(client.post('/api/drop-ins', request))
  const guest = await make.aGuestRegistration(month, { guest_parent_email: email })
  await ok(client.post(`/api/guest-claims/${guest.id}`, { child_id: child.id }))
  await execute(db, sql`update outbox set state = 'sent' where submission_id = ${dropIn.id}`)
  await changeEmail(first, 'mei@x.com')
  const dropInRows = async () => [
    ...(await storedRows(db, 'submissions', sql`where id = ${dropIn.id}`)),
    ...(await storedRows(
      db,
      'outbox',
      sql`where submission_id = ${dropIn.id} and to_email = ${admin.email}`,
    )),
  ]
  const claimedRows = () => storedRows(db, 'submissions', sql`where id = ${guest.id}`)
  const [ownBefore, claimedBefore] = [await dropInRows(), await claimedRows()]
  expect(ownBefore.length).toBeGreaterThan(1)
  const remove = async (parent: { id: string; email: string }) => {
    await givePassword(app, parent, PASSWORD)
    await ok((await app.as(parent)).post('/api/own-data/delete-account', { password: PASSWORD }))
  }

  await remove(await make.aParent({ email, full_name: 'Noor' }))
  expect(await dropInRows()).toEqual(ownBefore)
  expect(await claimedRows()).toEqual(claimedBefore)

  const member = await make.aParent({ email, full_name: 'Sol' })
  await joinInto(app, first, member)
  await remove(member)
  expect(await dropInRows()).toEqual(ownBefore)
  expect(await claimedRows()).toEqual(claimedBefore)
})

it('leaves a mail that followed a family to a new email out of the export of whoever has that email later', async () => {
  const { db } = app.services
  staff = await app.as(admin)
  app.setNow('2026-11-04T09:00:00-05:00')
  const first = await make.aParent({ email: 'wren@x.com' })
  const { id } = await make.aRegistration(await make.aChild(first), month, { selected_days: [9, 10] })
  const edit = { selected_days: [9], agreed: true, version: 1 }
  await ok((await app.as(first)).patch(`/api/submissions/${id}`, edit))
  await changeEmail(first, 'wren.second@x.com')
  await execute(db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
  app.setNow('2026-11-04T10:00:00-05:00')
  await changeEmail(first, 'wren.third@x.com')
  const next = await make.aParent({ email: 'wren.second@x.com' })
  const mails = sql`where submission_id = ${id} and to_email = ${next.email}`
  expect(await storedRows(db, 'outbox', mails)).toHaveLength(1)
  expect((await ok((await app.as(next)).get('/api/own-data'))).emails).toEqual([])
})

it('deletes a mail to staff about what a member sent as a guest, once it is sent', async () => {
  const { db } = app.services
  app.setNow('2026-11-04T09:00:00-05:00')
  const first = await make.aParent()
  const child = await make.aChild(first)
  const member = await make.aParent({ email: 'ines@x.com', full_name: 'Ines Tallgrass' })
  await joinInto(app, first, member)
  const guest = {
    guest_parent_email: member.email,
    guest_parent_name: 'Ines Tallgrass',
    guest_parent_phone: '555-0654',
  }
  const request = { guest_child_name: child.name, dropin_date: '2026-11-05', agreed: true, ...guest }
  const { id } = await ok(app.visitor.post('/api/drop-ins', request))
  await ok((await app.as(first)).post(`/api/guest-claims/${id}`, { child_id: child.id }))
  await givePassword(app, member, PASSWORD)
  await ok((await app.as(member)).post('/api/own-data/delete-account', { password: PASSWORD }))
  const named = () => storedRows(db, 'outbox', sql`where to_jsonb(outbox)::text like '%Tallgrass%'`)
  expect((await named()).map(({ to_email, state }) => [to_email, state])).toEqual(
    Array(2).fill([admin.email, 'queued']),
  )
  await execute(db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
  const night = new Date('2026-11-05T04:00:00-05:00')
  await db.transaction((tx) => retentionJob(app.services.config, { now: () => night }).run(tx, night))
  expect(await named()).toEqual([])
})

it('erases a member from a drop-in that they sent as a guest, their family claimed and staff removed', async () => {
  staff = await app.as(admin)
  app.setNow('2026-11-04T09:00:00-05:00')
  const words = ['lia.m@x.com', 'Lia Marchetti', '555-0987']
  const [guest_parent_email = '', guest_parent_name = '', guest_parent_phone = ''] = words
  const first = await make.aParent({ email: 'lia.m@x.co', full_name: 'Lia March' })
  const child = await make.aChild(first)
  const dropIn = async (sender: object) => {
    const request = { guest_child_name: child.name, dropin_date: '2026-11-05', agreed: true, ...sender }
    const { id } = await ok(app.visitor.post('/api/drop-ins', request, { 'idempotency-key': randomUUID() }))
    await ok((await app.as(first)).post(`/api/guest-claims/${id}`, { child_id: child.id }))
    await ok(staff.delete(`/api/admin/drop-ins/${id}`))
    return id
  }
  const member = await make.aParent({ email: guest_parent_email, full_name: guest_parent_name })
  await joinInto(app, first, member)
  const own = {
    guest_parent_email: first.email,
    guest_parent_name: 'Lia March',
    guest_parent_phone: '555-0100',
  }
  const kept = [await dropIn(own)]
  const entries = () => storedRows(app.services.db, 'audit_log', sql`where row_id = any(${kept}) order by id`)
  const before = await entries()
  await dropIn({ guest_parent_email, guest_parent_name, guest_parent_phone })
  await execute(app.services.db, sql`update outbox set state = 'sent'`)
  expect(await columnsContaining(app.services.db, words)).toEqual(
    expect.arrayContaining(['audit_log.detail', 'outbox.content', 'idempotency_keys.response']),
  )

  await givePassword(app, member, PASSWORD)
  await ok((await app.as(member)).post('/api/own-data/delete-account', { password: PASSWORD }))
  expect(await columnsContaining(app.services.db, words)).toEqual([])
  expect(await entries()).toEqual(before)
})

it('erases the text of reports that do not say which families they name', async () => {
  const { db } = app.services
  await execute(
    db,
    sql`insert into outbox (template, to_email, subject, text, message_id, state) values
      ('daily-report', ${admin.email}, 'Report', 'Vera', '<plain-sent@x>', 'sent'),
      ('daily-report', ${admin.email}, 'Report', 'Vera', '<plain-queued@x>', 'queued')`,
  )
  const reports = () => storedRows(db, 'outbox', sql`where message_id like '<plain-%' order by message_id`)
  const without = await make.aParent()
  await givePassword(app, without, PASSWORD)
  await ok((await app.as(without)).post('/api/own-data/delete-account', { password: PASSWORD }))
  expect((await reports()).map(({ text }) => text)).toEqual(['Vera', 'Vera'])

  const { remove } = await aFamily('vera@x.com', 'Vera')
  app.setNow('2026-11-06T09:00:00-05:00')
  await ok(remove())
  const erased = await reports()
  // A queued one must not be sent empty.
  expect(erased.map(({ state, text }) => [state, text])).toEqual([
    ['failed', ''],
    ['sent', ''],
  ])
  for (const { id } of erased) {
    const again = await (await app.as(admin)).post(`/api/admin/mail/${id}/send-again`)
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'mail-erased' } } })
  }
})

it('keeps audit entries of what somebody did as staff when they delete their account as a parent', async () => {
  const both = await make.anAdmin({ email: 'once-staff@x.com' })
  await givePassword(app, both, PASSWORD)
  const family = await make.aParent({ full_name: 'Bystander' })
  const asStaff = await app.as(both)
  const change = { full_name: 'Bystander Renamed', email: family.email, status: 'active', version: 1 }
  await ok(asStaff.patch(`/api/admin/parents/${family.id}`, change))
  await execute(app.services.db, sql`update user_roles set role = 'parent' where user_id = ${both.id}`)
  await ok((await app.as(both)).post('/api/own-data/delete-account', { password: PASSWORD }))
  const record = await maybeOne<{ detail: unknown }>(
    app.services.db,
    sql`select detail from audit_log where row_id = ${family.id} and action = 'parent.update'`,
  )
  expect(record?.detail).toMatchObject({ after: { full_name: 'Bystander Renamed' } })
})

it('does not repeat a request whose stored response was erased', async () => {
  const { parent, remove, key } = await aFamily('otto@x.com', 'Otto')
  app.setNow('2026-11-02T10:00:00-05:00')
  await execute(
    app.services.db,
    sql`update submissions set selected_days = '{1}', day_prices = null where parent_id = ${parent.id} and month_id is not null`,
  )
  await execute(
    app.services.db,
    sql`update submissions set selected_days = '{1}', day_prices = null where guest_parent_email = 'otto@x.com'`,
  )
  await ok(remove())
  const paid = { parent_id: parent.id, amount: '100', payment_date: '2026-11-02', notes: 'From otto@x.com' }
  const again = await (await app.as(admin)).post('/api/admin/payments', paid, key('pay'))
  expect(again).toMatchObject({ status: 200, body: { notes: '[erased]', amount: 100 } })
  expect(await storedRows(app.services.db, 'payments', sql`where parent_id = ${parent.id}`)).toHaveLength(1)
})

it('cannot be reverted by staff who undo an earlier save', async () => {
  const { parent, remove } = await aFamily('nora@x.com', 'Nora')
  const [registration] = await storedRows(
    app.services.db,
    'submissions',
    sql`where parent_id = ${parent.id} and month_id is not null`,
  )
  const path = `/api/admin/submissions/${registration?.id}`
  const first = { billed_status: 'billed', guest_child_notes: 'Nora has asthma', version: 1 }
  await ok(staff.patch(path, first))
  const { undo } = await ok(staff.patch(path, { guest_child_notes: '', version: 2 }))
  expect(undo.before).toMatchObject({ guest_child_notes: 'Nora has asthma' })
  app.setNow('2026-11-30T10:00:00-05:00')
  await ok(remove())
  const undone = await (await app.as(admin)).post('/api/admin/submissions/undo-billing', { rows: [undo] })
  expect(undone.status).toBe(409)
  expect(await columnsContaining(app.services.db, ['asthma'])).toEqual([])
})

it('finds older emails and reports by the ids that the migration filled in', async () => {
  const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
  const older = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  onTestFinished(() => rmSync(older, { recursive: true, force: true }))
  cpSync(FOLDER, older, { recursive: true })
  const names = readdirSync(FOLDER).sort()
  for (const name of names.slice(names.findIndex((each) => each.includes('erase_by_id'))))
    rmSync(join(older, name))
  const database = `older_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), database)
  const url = urlFor(inject('postgresUrl'), database)
  await migrate(url, older)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const [ana, diana, gone] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, email] of [
    [ana, 'ana@x.com'],
    [diana, 'diana@x.com'],
  ]) {
    await client.query('insert into accounts (id, email) values ($1, $2)', [id, email])
    await client.query("insert into profiles (id, email, full_name) values ($1, $2, 'Parent')", [id, email])
    await client.query("insert into children (id, parent_id, name) values ($1, $1, 'Kim')", [id])
    await client.query(
      `insert into submissions (id, parent_id, child_id, selected_days, total_fee, dropin_date)
        values ($1, $1, $1, '{3}', 25, '2026-11-03')`,
      [id],
    )
  }
  await client.query(
    `insert into audit_log (at, actor_role, action, table_name, row_id, detail) values
      (now(), 'admin', 'parent.update', 'profiles', $1, '{"before": {"email": "ana.before@x.com"}}'),
      (now(), 'admin', 'submission.remove', 'submissions', $2, '{}')`,
    [ana, gone],
  )
  const row = (email: string) => ['Kim', 'N/A', 'Parent', email, 'None']
  const table = { rows: ['diana@x.com', 'Ana@x.com', 'ana.before@x.com', 'nobody@x.com'].map(row) }
  const digest = `encode(sha256(convert_to('submission ' || $1 || E' notification\\nrosa@x.com', 'UTF8')), 'hex')`
  await client.query(
    `insert into outbox (template, to_address, subject, text, page, message_id, created_at) values
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"a": 1}', '<' || left(${digest}, 40) || '@host>', now() - interval '1 hour'),
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"a": 1}', '<again@host>', now()),
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"b": 1}', '<other@host>', now())`,
    [gone],
  )
  await client.query(
    `insert into outbox (template, to_address, subject, text, page, message_id, state) values
      ('daily-report', 'rosa@x.com', 'r', 'words', $1, '<report@host>', 'sent'),
      ('daily-report', 'rosa@x.com', 'r', 'words', null, '<html@host>', 'sent')`,
    [JSON.stringify({ table })],
  )
  await migrate(url, FOLDER)
  const { rows: mails } = await client.query(
    "select message_id, submission_id, text, content -> 'table' -> 'submissionIds' as ids from outbox order by created_at, message_id",
  )
  const found = (id: string) => mails.find((mail) => mail.message_id === `<${id}@host>`)
  expect(mails[0].submission_id).toBe(gone)
  expect(found('again').submission_id).toBe(gone)
  expect(found('other').submission_id).toBeNull()
  expect(found('report')).toMatchObject({ text: 'words', ids: [diana, ana, ana, null] })
  expect(found('html').text).toBe('words')
})
