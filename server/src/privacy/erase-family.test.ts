import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { composeDueEvents } from '../../testing/mails'
import { ok } from '../../testing/ok'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { recordAudit, recordAuditEntries } from '../audit/audit.queries'
import { execute, identifier, maybeOne, rows, sql } from '../db/sql'
import { dailyReportJob } from '../jobs/daily-report'
import { retentionJob } from '../jobs/retention'

/** Families whose names and emails contain one another: only the deleted one may lose anything. */

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
  const testEmail = email.toUpperCase()
  const sentTest = { action: 'mail.send-test', table: 'outbox', email: testEmail, detail: { testEmail } }
  await recordAuditEntries(app.services.db, { services: app.services, viewer: 'system' }, [sentTest])
  const paid = { parent_id: parent.id, amount: '100', payment_date: '2026-11-02', notes: `From ${email}` }
  await ok(staff.post('/api/admin/payments', paid, key('pay')))
  await make.aGuestRegistration(month, { guest_parent_email: email, guest_parent_name: name })
  return { parent, remove: () => deleteAccount(app, parent), key }
}

async function runReport() {
  const noon = new Date('2026-11-05T17:00:00Z')
  await app.services.db.transaction((tx) => dailyReportJob(app.services).run(tx, noon))
  await composeDueEvents(app.services)
}

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
  expect(report?.text).toContain(
    '- Child: Deleted child\n  Grade: \n  Parent: Deleted account\n  Parent Email: \n  Allergies: \n',
  )
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

it('takes the allergies of the child on file from the report’s row of a guest who typed the email', async () => {
  const { db } = app.services
  const parent = await make.aParent({ email: 'uma@x.com' })
  await execute(db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
  await make.aChild(parent, { name: 'Uma Quist', allergies: 'Sesame-Quist' })
  await make.aDropIn('2026-11-05', { guest_parent_email: parent.email, guest_child_name: 'Uma Quist' })
  await execute(db, sql`delete from outbox`)
  await runReport()
  expect(await columnsContaining(db, ['Sesame-Quist'])).toContain('outbox.content')
  app.setNow('2026-11-06T09:00:00-05:00')
  await ok(deleteAccount(app, parent))
  expect(await columnsContaining(db, ['Sesame-Quist'])).toEqual([])
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
  await ok(deleteAccount(app, member))
  const named = () => storedRows(db, 'outbox', sql`where to_jsonb(outbox)::text like '%Tallgrass%'`)
  expect((await named()).map(({ to_email, state }) => [to_email, state])).toEqual(
    Array(2).fill([admin.email, 'queued']),
  )
  await execute(db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
  const night = new Date('2026-11-05T04:00:00-05:00')
  await db.transaction((tx) => retentionJob(app.services.config, { now: () => night }).run(tx, night))
  expect(await named()).toEqual([])
})

it('erases a member from drop-ins that they sent as a guest, their family claimed, and staff or the family removed', async () => {
  staff = await app.as(admin)
  app.setNow('2026-11-04T09:00:00-05:00')
  const words = ['lia.m@x.com', 'Lia Marchetti', '555-0987']
  const [guest_parent_email = '', guest_parent_name = '', guest_parent_phone = ''] = words
  const first = await make.aParent({ email: 'lia.m@x.co', full_name: 'Lia March' })
  const child = await make.aChild(first)
  const byStaff = async (id: string) => staff.delete(`/api/admin/drop-ins/${id}`)
  const byFamily = async (id: string) => (await app.as(first)).delete(`/api/drop-ins/${id}`)
  const dropIn = async (sender: object, remove = byStaff) => {
    const request = { guest_child_name: child.name, dropin_date: '2026-11-05', agreed: true, ...sender }
    const { id } = await ok(app.visitor.post('/api/drop-ins', request, { 'idempotency-key': randomUUID() }))
    await ok((await app.as(first)).post(`/api/guest-claims/${id}`, { child_id: child.id }))
    await ok(remove(id))
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
  for (const remove of [byStaff, byFamily])
    await dropIn({ guest_parent_email, guest_parent_name, guest_parent_phone }, remove)
  await execute(app.services.db, sql`update outbox set state = 'sent'`)
  expect(await columnsContaining(app.services.db, words)).toEqual(
    expect.arrayContaining([
      'audit_log.detail',
      'outbox.content',
      'idempotency_keys.response',
      'removed_drop_ins.guest_parent_email',
    ]),
  )

  await ok(deleteAccount(app, member))
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
  await ok(deleteAccount(app, without))
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
  const family = await make.aParent({ full_name: 'Bystander' })
  const asStaff = await app.as(both)
  const change = { full_name: 'Bystander Renamed', email: family.email, status: 'active', version: 1 }
  await ok(asStaff.patch(`/api/admin/parents/${family.id}`, change))
  await execute(app.services.db, sql`update user_roles set role = 'parent' where user_id = ${both.id}`)
  await ok(deleteAccount(app, both))
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
  expect(again).toMatchObject({ status: 200, body: { notes: null, amount: 100 } })
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

/** A family whose member sent a registration as a guest and then claimed it. */
async function aFamilyThatClaimed() {
  const [first, member] = [await make.aParent(), await make.aParent()]
  const key = { 'idempotency-key': randomUUID() }
  const guest = {
    month_id: month.id,
    guest_parent_name: 'Noor',
    guest_parent_email: member.email,
    guest_child_name: 'Zebulon',
    selected_days: [4],
    agreed: true,
  }
  const { rows: sent } = await ok(app.visitor.post('/api/submissions', guest, key))
  await joinInto(app, first, member)
  const child = await make.aChild(first, { name: 'Zebulon' })
  await ok((await app.as(member)).post(`/api/guest-claims/${sent[0].id}`, { child_id: child.id }))
  return { first, member }
}

it('takes the child of what a member claimed from the response to the guest, also after that member has left', async () => {
  app.setNow('2026-11-02T09:00:00-05:00')
  const { first, member } = await aFamilyThatClaimed()
  const responses = () =>
    storedRows(app.services.db, 'idempotency_keys', sql`where response::text like '%Zebulon%'`)
  expect(await responses()).toHaveLength(1)
  await ok((await app.as(first)).delete(`/api/family/adults/${member.id}`))
  await execute(
    app.services.db,
    sql`update submissions set total_fee = 0, day_prices = null where parent_id = ${first.id}`,
  )
  app.setNow('2026-11-30T10:00:00-05:00')
  await ok(deleteAccount(app, first))
  expect(await responses()).toEqual([])
})

it('lets a guest still claim what somebody else, whose account is erased, has acted on', async () => {
  const [actor, guest] = [await make.aParent(), await make.aParent()]
  const sent = await make.aGuestRegistration(month, { guest_parent_email: guest.email })
  const by = { services: app.services, viewer: { actorId: actor.id } }
  await recordAudit(app.services.db, by, 'submission.ask-to-cancel', 'submissions', sent.id, {
    text: 'Moving',
  })
  await ok(deleteAccount(app, actor))
  const child = await make.aChild(guest)
  await ok((await app.as(guest)).post(`/api/guest-claims/${sent.id}`, { child_id: child.id }))
})
