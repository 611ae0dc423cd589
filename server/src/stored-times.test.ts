import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { givePassword, linkMailedTo, tokensOf } from '../testing/auth'
import { tokenMailedTo } from '../testing/family'
import { recordingLog } from '../testing/mail-samples'
import { ok } from '../testing/ok'
import { saveWithVersion } from '../testing/save-with-version'
import { type TestClient, testApp } from '../testing/test-app'
import { aBrowserAwaitingCode, PASSWORD, setUpTwoFactor, wrongCodeNow } from '../testing/two-factor'
import { confirmEmail } from './auth/accounts.queries'
import { prepareFirstAdmin } from './auth/first-admin'
import { execute, identifier, maybeOne, rows, sql } from './db/sql'
import { recordFailure } from './jobs/job-runs.queries'
import { startJobs } from './jobs/jobs'
import { startMailWorker } from './mail/worker'
import { forgetFamilies } from './privacy/forget-families'
import { seedSiteContent } from './site-content/seed-site-content'

/** A Monday years ahead: a time not taken from the app's clock stands out. */
const NOW = '2031-03-03T13:00:00-05:00'
const EARLIER = '2029-03-05T13:00:00-05:00'

/** Mail delivery uses the database's clock, shared by all instances; migrations run before the app's clock exists. */
const DATABASE_CLOCK = ['outbox.next_attempt_at', 'outbox.lease_until', 'schema_migrations.applied_at']

const app = await testApp({
  now: NOW,
  env: { SMTP_URL: 'smtp://127.0.0.1:2525', ADMIN_EMAIL: 'rosa@example.com' },
})
beforeAll(async () => {
  await execute(app.services.db, sql`delete from site_content`)
  await seedSiteContent(app.services)
})

const accountOf = async (email: string) => {
  const row = await maybeOne<{ id: string }>(
    app.services.db,
    sql`select id from accounts where email = ${email}`,
  )
  if (!row) throw new Error(`${email} has no account`)
  return row
}

async function aParentSignsUp(): Promise<TestClient> {
  const { visitor } = app
  const dana = { email: 'dana@example.com', password: 'sunset over water' }
  await ok(visitor.post('/api/auth/sign-up', { ...dana, full_name: 'Dana Okafor' }))
  const { access_token } = await linkMailedTo(app, dana.email, 'verification')
  await ok(visitor.post('/api/auth/verify', { access_token }))
  await ok(visitor.post('/api/auth/sign-in', dana))
  await ok(visitor.post('/api/auth/forgot-password', { email: dana.email, portal: 'parent' }))
  const link = tokensOf(await linkMailedTo(app, dana.email, 'recovery'))
  await ok(visitor.post('/api/auth/recovery/password', { ...link, password: 'sunset over land' }))
  await ok(visitor.post('/api/auth/sign-in', { ...dana, password: 'sunset over land' }))
  return app.as(await accountOf(dana.email))
}

async function staffSetUp(staff: TestClient) {
  const march = await ok(staff.post('/api/admin/months', { month_name: 'March', year: 2031 }))
  const published = { day_types: {}, closed_days: [], day_seats: { 20: 1 }, is_active: true, version: 1 }
  await ok(staff.patch(`/api/admin/months/${march.id}`, published))
  await ok(saveWithVersion(staff, '/api/admin/pricing', { regular_price: '22.50', special_price: '35' }))
  await uploadLogo(staff)
  await ok(
    saveWithVersion(staff, '/api/admin/site-content/agreements/registration_agreement', {
      items: ['Be kind'],
    }),
  )
  const ben = await ok(staff.post('/api/admin/admins', { full_name: 'Ben Cole', email: 'ben@example.com' }))
  await ok(staff.put(`/api/admin/admins/${ben.id}/preferences`, { daily_attendance_report: false }))
  await ok(staff.post('/api/admin/admins', { full_name: 'Cleo Lang', email: 'cleo@example.com' }))
  return march
}

async function uploadLogo(staff: TestClient) {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } }).png()
  const body = new Uint8Array(await picture.toBuffer())
  const { status } = await staff.raw('/api/admin/program/logo?version=0', { method: 'PUT', body })
  expect(status).toBe(200)
}

async function aGuestTakesTheLastSeat(march: { id: string }) {
  const guest = {
    guest_parent_name: 'Grace',
    guest_parent_email: 'grace@example.com',
    guest_child_name: 'Otis',
  }
  await ok(
    app.visitor.post('/api/submissions', { ...guest, month_id: march.id, selected_days: [20], agreed: true }),
  )
}

async function aFamilyRegisters(parent: TestClient, march: { id: string }) {
  const child = await ok(parent.post('/api/children', { name: 'Amara Okafor' }))
  await ok(parent.patch(`/api/children/${child.id}`, { name: 'Amara B. Okafor', version: 1 }))
  const request = { month_id: march.id, child_ids: [child.id], selected_days: [11, 12], agreed: true }
  const { rows: made } = await ok(
    parent.post('/api/submissions', request, { 'idempotency-key': 'a-registration-1' }),
  )
  // None of these days is cancelled below: that would send the mail about the edit at once.
  const edit = { selected_days: [12, 13], agreed: true, version: 1 }
  await ok(parent.patch(`/api/submissions/${made[0].id}`, edit))
  await ok(parent.post('/api/drop-ins', { child_id: child.id, dropin_date: '2031-03-04', agreed: true }))
  await ok(parent.post('/api/seat-watches', { month_id: march.id, day: 20 }))
  await ok(parent.post('/api/calendar-feed', {}))
  await ok(parent.patch('/api/profile', { full_name: 'Dana B. Okafor', version: 1 }))
  await ok(parent.delete(`/api/children/${child.id}`))
  return made[0] as { id: string }
}

async function staffWork(staff: TestClient, submission: { id: string }) {
  const dana = await accountOf('dana@example.com')
  await ok(staff.post('/api/admin/submissions/mark-billed', { ids: [submission.id] }))
  const paid = { parent_id: dana.id, submission_id: submission.id, amount: '10', payment_date: '2031-03-03' }
  const payment = await ok(staff.post('/api/admin/payments', paid))
  await ok(staff.post(`/api/admin/payments/${payment.id}/reverse`, { reason: 'Typed twice' }))
  const guest = {
    guest_child_name: 'Wren',
    guest_parent_name: 'Joel',
    guest_parent_email: 'joel@example.com',
    guest_parent_phone: '555 0142',
  }
  await ok(
    staff.post('/api/admin/drop-ins', { ...guest, dropin_date: '2031-03-10', dismissal_type: 'regular' }),
  )
  const message = { date: '2031-03-10', subject: 'Bring boots', text: 'We go out.', cancelled: true }
  await ok(staff.post('/api/admin/family-messages', message))
  const today = { ...guest, dropin_date: '2031-03-03', dismissal_type: 'noon' }
  const { id } = await ok(staff.post('/api/admin/drop-ins', today))
  const mark = { submission_id: id, day: '2031-03-03', at: '2031-03-03T12:30:00-05:00' }
  await ok(staff.post('/api/admin/board/marks', { ...mark, change: 'not_coming', version: 0 }))
  await ok(staff.post('/api/admin/board/marks', { ...mark, change: 'arrived', version: 1 }))
  const leaving = { change: 'picked_up', picked_up_by: 'Joel', release_anyway: true, version: 2 }
  await ok(staff.post('/api/admin/board/marks', { ...mark, ...leaving }))
  const unwanted = { ...guest, dropin_date: '2031-03-04', agreed: true }
  const { id: deletedId } = await ok(app.visitor.post('/api/drop-ins', unwanted))
  await ok(staff.delete(`/api/admin/drop-ins/${deletedId}`))
}

async function anotherAdultJoins(parent: TestClient) {
  const email = 'kemi@example.com'
  await ok(parent.post('/api/family/invitations', { email }))
  const token = await tokenMailedTo(app, email)
  await ok(
    app.visitor.post('/api/join/sign-up', { token, full_name: 'Kemi Okafor', password: 'sunset over hills' }),
  )
}

async function importFamilies(staff: TestClient, lines: string[]) {
  const url = '/api/admin/family-imports/review'
  const body = `Parent,Email,Parent 2 Email,Child\n${lines.map((line, n) => `${line},Child ${n}\n`).join('')}`
  const response = await staff.raw(`${url}?file_name=families.csv`, { method: 'POST', body })
  const { id } = (await response.json()) as { id: string }
  const { version } = await ok(staff.patch(url, { id, send_invitations: true }))
  await ok(staff.post('/api/admin/family-imports', { id, version }))
}

/** Imports two files, undoes the second, and reviews it again. */
async function staffImportPayments(staff: TestClient) {
  const review = async (amount: string) => {
    const body = `Date,Amount,Payer\n2031-03-03,${amount},Dana B. Okafor\n`
    const url = '/api/admin/payment-imports/review?file_name=march.csv'
    return (await (await staff.raw(url, { method: 'POST', body })).json()) as { id: string; version: number }
  }
  const importFile = async (amount: string) => {
    const { id, version } = await review(amount)
    return ok(staff.post('/api/admin/payment-imports', { id, version }))
  }
  await importFile('5.00')
  const { id } = await importFile('6.00')
  await ok(staff.post(`/api/admin/payment-imports/${id}/undo`))
  await review('6.00')
}

/** Set-up, a recovery code, wrong codes until it locks, a password without a code, and a recovery code where the secret cannot be decrypted. */
async function anAdminUsesTwoFactor() {
  const { db, clock } = app.services
  const rosa = { ...(await accountOf('rosa@example.com')), email: 'rosa@example.com' }
  await givePassword(app, rosa, PASSWORD)
  await confirmEmail(db, rosa.id, clock.now())
  const { recoveryCodes, key } = await setUpTwoFactor(app, rosa)
  await aBrowserAwaitingCode(app, rosa).then((browser) => browser.submitCode(recoveryCodes[0] ?? ''))
  const waiting = await aBrowserAwaitingCode(app, rosa)
  for (let n = 0; n < 5; n++) await waiting.submitCode(wrongCodeNow(app, key))
  await execute(db, sql`update two_factor set encrypted_key = 'v1.none' where account_id = ${rosa.id}`)
  await aBrowserAwaitingCode(app, rosa).then((browser) => browser.submitCode(recoveryCodes[1] ?? ''))
}

async function staffChangeAnEmail(staff: TestClient) {
  const eli = { email: 'eli@example.com', password: 'sunset over water', full_name: 'Eli Park' }
  await ok(app.visitor.post('/api/auth/sign-up', eli))
  const { id } = await accountOf(eli.email)
  const { version } = await ok(staff.get(`/api/admin/parents/${id}`))
  const change = { full_name: 'Eli Park', email: 'eli.park@example.com', status: 'active', version }
  await ok(staff.patch(`/api/admin/parents/${id}`, change))
}

/** Last, because it removes what the others use. */
async function staffCleanUp(staff: TestClient) {
  const dana = await accountOf('dana@example.com')
  const { version } = await ok(staff.get(`/api/admin/parents/${dana.id}`))
  const change = {
    full_name: 'Dana Okafor',
    email: 'dana@example.com',
    phone: '',
    status: 'suspended',
    version,
  }
  await ok(staff.patch(`/api/admin/parents/${dana.id}`, change))
  await ok(staff.delete(`/api/admin/admins/${(await accountOf('cleo@example.com')).id}`))
  const { rows: mails } = await ok(staff.get('/api/admin/mail'))
  const sent = mails.find((mail: { template: string }) => mail.template === 'monthly-parent')
  await ok(staff.post(`/api/admin/mail/${sent.id}/send-again`))
}

async function anotherGuestHasToConfirm(staff: TestClient) {
  await ok(saveWithVersion(staff, '/api/admin/guest-confirmation', { required: true }))
  const guest = { guest_parent_name: 'Ada', guest_parent_email: 'ada@example.com', guest_child_name: 'Ines' }
  await ok(app.visitor.post('/api/drop-ins', { ...guest, dropin_date: '2031-03-04', agreed: true }))
}

/** Of three families who left, one signs in after the mail and one is erased by staff. */
async function familiesAreForgotten() {
  const staff = () => accountOf('rosa@example.com').then(app.as)
  await importFamilies(await staff(), [
    'Ada Gone,ada@gone.example,',
    'Eve Gone,eve@gone.example,',
    'Ivy Gone,ivy@gone.example,',
  ])
  app.setNow(NOW)
  await ok(saveWithVersion(await staff(), '/api/admin/forget-families', { months: 12 }))
  await forgetFamilies(app.services)
  await mailsAreSent()
  await forgetFamilies(app.services)
  await app.as(await accountOf('ada@gone.example'))
  const { id } = await accountOf('eve@gone.example')
  await ok((await staff()).post(`/api/admin/parents/${id}/erasure`, { name: 'Eve Gone' }))
}

async function mailsAreSent() {
  const transport = { send: async () => undefined, close: () => undefined }
  const worker = startMailWorker({ ...app.services, transport, log: recordingLog() })
  // Mails about edits wait for further ones.
  const unsent = sql`select count(*) as n from outbox where state in ('queued', 'sending') and send_after is null`
  await expect.poll(() => maybeOne(app.services.db, unsent)).toEqual({ n: 0 })
  await worker.stop()
}

async function mailsAndJobsRun() {
  await mailsAreSent()
  const config = { ...app.services.config, backupDir: null }
  const scheduler = startJobs({ ...app.services, config }, app.databaseUrl)
  await scheduler.runDue()
  await scheduler.stop()
  const { db, clock } = app.services
  await recordFailure(db, 'retention', 'a failed one', clock, { reason: 'none', failures: 1 })
}

type Column = { table: string; column: string }

/** Every timestamp column, including those of future tables. */
const instantColumns = () =>
  rows<Column>(
    app.services.db,
    sql`select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%'`,
  )

test('every stored time comes from the app’s clock, not the machine’s', async () => {
  // Migrations have no other clock than the machine's.
  await execute(app.services.db, sql`delete from settings`)
  app.setNow(EARLIER)
  await prepareFirstAdmin(app.services)
  await familiesAreForgotten()
  const staff = await app.as(await accountOf('rosa@example.com'))
  const march = await staffSetUp(staff)
  await aGuestTakesTheLastSeat(march)
  const parent = await aParentSignsUp()
  await staffWork(staff, await aFamilyRegisters(parent, march))
  await anotherAdultJoins(parent)
  await importFamilies(staff, ['Lena Ortiz,lena@example.com,leo@example.com'])
  await importFamilies(staff, ['Ivo Ortiz,ivo@example.com,'])
  const [latest] = (await ok(staff.get('/api/admin/family-imports'))).rows
  await ok(staff.post(`/api/admin/family-imports/${latest.id}/undo`))
  await staffImportPayments(staff)
  await staffChangeAnEmail(staff)
  await anAdminUsesTwoFactor()
  await mailsAndJobsRun()
  await staffCleanUp(staff)
  await anotherGuestHasToConfirm(staff)

  const columns = (await instantColumns()).filter(
    ({ table, column }) => !DATABASE_CLOCK.includes(`${table}.${column}`),
  )
  expect(columns.length).toBeGreaterThan(25)
  const wrong: string[] = []
  const untouched: string[] = []
  for (const { table, column } of columns) {
    const found = await maybeOne<{ all: number; wrong: number }>(
      app.services.db,
      sql`select count(*) as all, count(*) filter (where ${identifier(column)} < ${EARLIER}) as wrong
        from ${identifier(table)} where ${identifier(column)} is not null`,
    )
    if (!found?.all) untouched.push(`${table}.${column}`)
    if (found?.wrong) wrong.push(`${table}.${column}`)
  }
  expect(wrong).toEqual([])
  // The steps above must write every column: an empty one would prove nothing.
  expect(untouched).toEqual([])
})
