import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { startMailbox } from '../testing/mailbox'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'
import { createLog } from './log'
import { createMailTransport } from './mail/transports'
import { startMailWorker } from './mail/worker'

/**
 * A trigger on every table raises an error whose message, detail and hint quote the whole row, the worst PostgreSQL
 * ever reports. Then every write is attempted, and the log is searched for the values sent.
 */
const FAILING_TABLES = [
  'accounts',
  'profiles',
  'children',
  'months',
  'submissions',
  'payments',
  'site_content',
  'tokens',
  'user_roles',
  'admin_email_preferences',
]

let text = ''
let app: TestApp
let parent: TestClient
let staff: TestClient
let ids: { child: string; month: string; submission: string; payment: string; parent: string; admin: string }

const PRIVATE = [
  /Quillfeather/,
  /peanut-zebra/,
  /note-of-the-walrus/,
  /hunter2-hunter2/,
  /argon2id/,
  /555-0199/,
  /quill@secret-mail\.example/,
  // The whole amount, in dollars or cents: four digits alone also occur in ids and times.
  /\b8731(\.00|00)\b/,
  /aftercare_session/,
]

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  app = await startTestApp({ log: createLog({ logLevel: 'trace' }, sink) })
  const make = buildersFor(app.services.db)
  const family = await make.aParent({ full_name: 'Quillfeather', email: 'quill@secret-mail.example' })
  const admin = await make.anAdmin()
  const child = await make.aChild(family, { name: 'Quillfeather', allergies: 'peanut-zebra' })
  const month = await make.aMonth()
  const submission = await make.aRegistration(child, month, { selected_days: [8] })
  const payment = await make.aPayment(family, admin, { notes: 'note-of-the-walrus' })
  ids = {
    child: child.id,
    month: month.id,
    submission: submission.id,
    payment: payment.id,
    parent: family.id,
    admin: admin.id,
  }
  parent = await app.as(family)
  staff = await app.as(admin)
  await app.services.pool.query(`
    create function quote_everything() returns trigger language plpgsql as $$
    begin raise exception 'rejected %', new using detail = new::text, hint = new::text; end $$`)
  for (const table of FAILING_TABLES) {
    await app.services.pool.query(
      `create trigger quoting before insert or update on ${table} for each row execute function quote_everything()`,
    )
  }
})
afterAll(() => app.stop())

const expectNothingPrivate = () => expect(PRIVATE.filter((word) => word.test(text))).toEqual([])

const guest = {
  guest_parent_name: 'Quillfeather',
  guest_parent_email: 'quill@secret-mail.example',
  guest_child_name: 'Quillfeather',
  guest_child_allergies: 'peanut-zebra',
}
const account = {
  full_name: 'Quillfeather',
  email: 'new-quill@secret-mail.example',
  password: 'hunter2-hunter2',
}

const writes: [string, () => Promise<{ status: number }>][] = [
  ['signing up', () => app.visitor.post('/api/auth/sign-up', account)],
  [
    'requesting a password reset',
    () => app.visitor.post('/api/auth/forgot-password', { email: 'quill@secret-mail.example' }),
  ],
  [
    'changing a profile',
    () => parent.patch('/api/profile', { full_name: 'Quillfeather', phone: '555-0199', version: 1 }),
  ],
  [
    'adding a child',
    () => parent.post('/api/children', { name: 'Quillfeather', allergies: 'peanut-zebra', notes: 'x' }),
  ],
  [
    'changing a child',
    () =>
      parent.patch(`/api/children/${ids.child}`, {
        name: 'Quillfeather',
        allergies: 'peanut-zebra',
        notes: 'note-of-the-walrus',
        version: 1,
      }),
  ],
  [
    'registering as a guest',
    () =>
      app.visitor.post('/api/submissions', {
        ...guest,
        month_id: ids.month,
        selected_days: [9],
        agreed: true,
      }),
  ],
  [
    'editing a registration',
    () =>
      parent.patch(`/api/submissions/${ids.submission}`, { selected_days: [9], agreed: true, version: 1 }),
  ],
  [
    'a drop-in by staff',
    () =>
      staff.post('/api/admin/drop-ins', {
        ...guest,
        dropin_date: '2026-11-17',
        guest_parent_phone: '555-0199',
        guest_child_notes: 'note-of-the-walrus',
      }),
  ],
  [
    'recording a payment',
    () =>
      staff.post('/api/admin/payments', {
        parent_id: ids.parent,
        amount: '8731.00',
        payment_date: '2026-11-10',
        payment_method: 'brightwheel',
        submission_id: '',
        notes: 'note-of-the-walrus',
      }),
  ],
  [
    'reversing a payment',
    () => staff.post(`/api/admin/payments/${ids.payment}/reverse`, { reason: 'note-of-the-walrus' }),
  ],
  [
    'inviting an admin',
    () => staff.post('/api/admin/admins', { full_name: 'Quillfeather', email: account.email }),
  ],
  [
    'changing a family',
    () =>
      staff.patch(`/api/admin/parents/${ids.parent}`, {
        full_name: 'Quillfeather Two',
        email: 'quill2@secret-mail.example',
        status: 'active',
        version: 1,
      }),
  ],
  ['creating a month', () => staff.post('/api/admin/months', { month_name: 'March', year: 2027 })],
]

describe('the log', () => {
  it.each(writes)('quotes no values when %s fails', async (_, request) => {
    const before = text.length
    const { status } = await request()
    expect(status).toBe(500)
    const lines = text.slice(before)
    expect(lines).toContain('"code":"P0001"')
    expect(lines).toContain('request failed')
    expectNothingPrivate()
  })

  it('does not quote a mail server’s reply about a recipient', async () => {
    const box = await startMailbox({
      onRcptTo: (address, _, done) =>
        done(Object.assign(new Error(`no mailbox <${address.address}> here`), { responseCode: 550 })),
    })
    const { log } = app.services
    await app.services.pool.query(
      `insert into outbox (template, to_email, subject, text, message_id)
       values ('test', 'quill@secret-mail.example', 'Quillfeather', 'peanut-zebra', 'rejected-one')`,
    )
    const config = { ...app.services.config, smtpUrl: box.url }
    const worker = startMailWorker({ ...app.services, transport: createMailTransport(config, log) })
    await expect.poll(() => text).toContain('a mail failed for good')
    await worker.stop()
    await box.stop()
    expectNothingPrivate()
  })
})
