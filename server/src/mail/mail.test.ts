import { DEFAULT_TEMPLATES, TEMPLATE_TYPES } from '@aftercare/domain/mail/mail-templates'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { CONFIG, recordingLog, SECRET_LINK } from '../../testing/mail-samples'
import { startMailbox } from '../../testing/mailbox'
import { storeMail } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, sql } from '../db/sql'
import type { Tables } from '../db/tables'
import { insertInto } from '../db/write'
import { awaitDelivery } from './await-delivery'
import type { MailTransport } from './outgoing-mail'
import { createSmtpTransport, PermanentMailError } from './smtp-transport'
import { startMailWorker } from './worker'

const TEST = '/api/functions/send-test-email'
const LOG = '/api/admin/mail'

let staff: TestClient
let parent: TestClient
const closing: (() => unknown)[] = []

const app = await testApp()
beforeAll(async () => {
  const { anAdmin, aParent } = buildersFor(app.services.db)
  staff = await app.as(await anAdmin())
  parent = await app.as(await aParent())
})
beforeEach(() => emptyTables(app.services.pool, 'outbox, rate_limits'))
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A worker whose mails end as `send` says; it retries at once, so that a retry would show. */
function startWorker(send: MailTransport['send']) {
  const worker = startMailWorker({
    ...app.services,
    transport: { send, close: () => undefined },
    log: recordingLog(),
    pollMs: 200,
    backOffMs: () => 3_000,
  })
  closing.push(() => worker.stop())
}

const rows = () => storedRows(app.services.db, 'outbox', sql`order by created_at`)
const row = async (id: string) => (await storedRows(app.services.db, 'outbox', sql`where id = ${id}`))[0]

async function aMail(values: Partial<Tables['outbox']> = {}) {
  const mail = await maybeOne<Tables['outbox']>(
    app.services.db,
    sql`${insertInto('outbox', [
      {
        template: 'monthly-parent',
        to_email: 'dana@example.com',
        to_name: 'Dana Okafor',
        subject: 'Amara is registered',
        text: 'Amara',
        message_id: `<${Math.random()}@example.org>`,
        ...values,
      },
    ])} returning *`,
  )
  if (!mail) throw new Error('The mail was not stored')
  return mail
}

describe('a test email', () => {
  test('of each of the five templates arrives by SMTP with the saved text and sample data', async () => {
    const box = await startMailbox()
    closing.push(() => box.stop())
    const transport = createSmtpTransport(box.url, CONFIG)
    closing.push(() => transport.close())
    startWorker(transport.send)
    const content = Object.fromEntries(
      TEMPLATE_TYPES.map((type) => [
        type,
        { subject: `<b>${type}</b> ${DEFAULT_TEMPLATES[type].subject} {{nobody}}`, preheader: `Pre ${type}` },
      ]),
    )
    expect(
      (await saveWithVersion(staff, '/api/admin/site-content/email_templates', { content })).status,
    ).toBe(200)
    for (const type of TEMPLATE_TYPES) {
      const { status, body } = await staff.post(TEST, {
        templateType: type.replace('-', '_'),
        testEmail: ` ${type}@Example.com`,
      })
      expect([status, body]).toEqual([200, { sent_to: `${type}@example.com`, state: 'sent' }])
    }
    const arrived = new Map(box.received.map(({ envelope, mail }) => [envelope.to[0], mail]))
    expect([...arrived.keys()].sort()).toEqual(TEMPLATE_TYPES.map((type) => `${type}@example.com`).sort())
    const monthly = arrived.get('monthly-parent@example.com')
    expect(monthly?.subject).toContain(
      '<b>monthly-parent</b> Aftercare registration for Emma Johnson: October 2025 {{nobody}}',
    )
    expect(monthly?.html).toContain('$380.00')
    expect(monthly?.html).toContain('Pre monthly-parent')
    expect(monthly?.html).not.toContain('<b>monthly-parent</b>')
    expect(arrived.get('dropin-admin@example.com')?.html).toContain('$30.00')
    expect(arrived.get('daily-report@example.com')?.subject).toContain(
      'Thursday, November 20, 2025: 12 children',
    )
  })

  test("that the mail server rejects is reported with the server's reason and not retried", async () => {
    let tries = 0
    startWorker(async () => {
      tries += 1
      throw new Error('451 no room')
    })
    const refused = await staff.post(TEST, { templateType: 'daily_report', testEmail: 'rosa@example.com' })
    expect(refused).toMatchObject({
      status: 502,
      body: {
        error: { code: 'mail-not-sent', message: 'The mail server rejected the email: 451 no room' },
      },
    })
    expect(await rows()).toMatchObject([{ state: 'failed', last_error: '451 no room', attempts: 1 }])
    expect(tries).toBe(1)
  })

  test('that is rejected permanently is reported as well', async () => {
    startWorker(() => Promise.reject(new PermanentMailError('550 unknown')))
    const refused = await staff.post(TEST, { templateType: 'daily_report', testEmail: 'rosa@example.com' })
    expect(refused.status).toBe(502)
  })

  test('that no worker has taken yet counts as accepted after a while', async () => {
    const mail = await aMail()
    expect(await awaitDelivery(app.services, mail.id, 50)).toEqual({ state: 'waiting' })
    expect(await row(mail.id)).toMatchObject({ state: 'queued' })
  })

  test.each([
    [
      'no address',
      { templateType: 'daily_report', testEmail: ' ' },
      { testEmail: 'Please enter a test email address' },
    ],
    [
      'a wrong address',
      { templateType: 'daily_report', testEmail: 'x' },
      { testEmail: 'Please enter a valid email address' },
    ],
    [
      'another line in the address',
      { templateType: 'daily_report', testEmail: 'a@example.com\r\nBcc: b@example.com' },
      { testEmail: 'Please enter a valid email address' },
    ],
    [
      'an unknown language',
      { templateType: 'monthly_parent', testEmail: 'a@example.com', language: 'fr' },
      { language: expect.anything() },
    ],
    [
      'an unknown template',
      { templateType: 'daily-report', testEmail: 'a@example.com' },
      { templateType: expect.stringContaining('monthly_parent') },
    ],
  ])('with %s is rejected', async (_, values, fields) => {
    const { status, body } = await staff.post(TEST, values)
    expect(status).toBe(422)
    expect(body.error.fields).toEqual(fields)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['monthly_parent', 'es', true],
    ['monthly_parent', 'en', false],
    ['monthly_admin', 'es', false],
  ])('of %s in %s: Spanish %s', async (templateType, language, isSpanish) => {
    startWorker(() => Promise.resolve())
    const { status } = await staff.post(TEST, { templateType, language, testEmail: 'rosa@example.com' })
    expect(status).toBe(200)
    expect((await rows())[0]?.text.includes('Este es un correo de prueba.')).toBe(isSpanish)
  })

  test('is for admins only', async () => {
    const values = { templateType: 'daily_report', testEmail: 'a@example.com' }
    expect((await parent.post(TEST, values)).status).toBe(403)
    expect((await app.visitor.post(TEST, values)).status).toBe(401)
    expect(await rows()).toEqual([])
  })
})

describe('the preview', () => {
  const preview = (values: Record<string, string>) =>
    staff.raw(`${LOG}/preview?${new URLSearchParams(values)}`)

  test('is the email as a page without scripts that only this site may frame', async () => {
    const answer = await preview({
      type: 'monthly-parent',
      subject: '<script>alert(1)</script>',
      preheader: '<img src=x onerror=alert(1)> {{childName}} {{nobody}}',
    })
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox')
    const html = await answer.text()
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Emma Johnson {{nobody}}')
    expect(html).toContain('$380.00')
  })

  test('is in Spanish if asked, with the Spanish text', async () => {
    const texts = { type: 'monthly-parent', subject: 'English', preheader: 'English', language: 'es' }
    const html = await (await preview({ ...texts, spanish_subject: 'S', spanish_preheader: 'Listo' })).text()
    expect(html).toContain('Recibimos su inscripción')
    expect(html).toContain('Listo')
    expect((await preview({ ...texts, language: 'fr' })).status).toBe(422)
    expect((await preview({ ...texts, spanish_subject: 'x'.repeat(201) })).status).toBe(422)
  })

  test('rejects unknown types, text that is too long, and everybody but staff', async () => {
    expect((await preview({ type: 'other' })).status).toBe(422)
    expect((await preview({ type: 'daily-report', subject: 'x'.repeat(201) })).status).toBe(422)
    expect((await preview({ type: 'daily-report' })).status).toBe(200)
    expect((await parent.get(`${LOG}/preview?type=daily-report`)).status).toBe(403)
    expect((await app.visitor.get(`${LOG}/preview?type=daily-report`)).status).toBe(401)
  })
})

describe('the mail log', () => {
  test('lists emails newest first, by state, search and page, and never their bodies', async () => {
    await aMail({ subject: 'Old 100%', created_at: '2026-01-01T00:00:00Z', state: 'sent' })
    await aMail({ subject: 'New', created_at: '2026-02-01T00:00:00Z', state: 'failed', last_error: '550 no' })
    await aMail({ subject: 'Other', to_email: 'grace@example.com', created_at: '2026-03-01T00:00:00Z' })
    const subjects = async (query: string) =>
      (await staff.get(`${LOG}?${query}`)).body.rows.map(({ subject }: { subject: string }) => subject)
    expect(await subjects('')).toEqual(['Other', 'New', 'Old 100%'])
    expect(await subjects('state=failed')).toEqual(['New'])
    expect(await subjects('search=GRACE')).toEqual(['Other'])
    expect(await subjects('search=100%25')).toEqual(['Old 100%'])
    expect(await subjects('size=2&page=2')).toEqual(['Old 100%'])
    const { body } = await staff.get(LOG)
    expect(body).toMatchObject({ total: 3, page: 1 })
    expect(Object.keys(body.rows[0])).not.toEqual(expect.arrayContaining(['html']))
    expect(JSON.stringify(body)).not.toContain('<p>Amara</p>')
  })

  test('hides a one-time link that a mail server quotes', async () => {
    await aMail({ is_secret: true, state: 'failed', last_error: `554 spam: ${SECRET_LINK} refused` })
    const { body } = await staff.get(LOG)
    expect(body.rows[0].last_error).toBe('554 spam: [link] refused')
  })

  test('is for staff only', async () => {
    const { id } = await aMail()
    for (const [client, refusal] of [
      [parent, 403],
      [app.visitor, 401],
    ] as const) {
      expect((await client.get(LOG)).status).toBe(refusal)
      expect((await client.post(`${LOG}/${id}/send-again`)).status).toBe(refusal)
    }
  })
})

describe('sending again', () => {
  test("sends a failed email at once, whatever the programme's time of day", async () => {
    const { id } = await aMail({ state: 'failed', attempts: 12, last_error: '550 no' })
    const sent: string[] = []
    startWorker(async (mail) => void sent.push(mail.id))
    const { status, body } = await staff.post(`${LOG}/${id}/send-again`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, state: 'queued', attempts: 0, last_error: null })
    await expect.poll(() => row(id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(sent).toEqual([id])
  })

  test('wakes a sleeping worker', async () => {
    const { id } = await aMail({ state: 'failed' })
    let sent = 0
    const transport = {
      send: async () => {
        sent += 1
      },
      close: () => undefined,
    }
    const worker = startMailWorker({ ...app.services, transport, log: recordingLog(), pollMs: 600_000 })
    closing.push(() => worker.stop())
    // The worker may still be on its way to sleep at the first one, but not at the second.
    for (const times of [1, 2]) {
      await execute(app.services.db, sql`update outbox set state = 'failed'`)
      await staff.post(`${LOG}/${id}/send-again`)
      await expect.poll(() => sent).toBe(times)
      await expect.poll(async () => (await row(id))?.state).toBe('sent')
    }
  })

  test('copies an email that was sent and keeps the first in the log', async () => {
    const first = await aMail({ state: 'sent', sent_at: '2026-11-01T00:00:00Z' })
    const { body } = await staff.post(`${LOG}/${first.id}/send-again`)
    expect(body).toMatchObject({ state: 'queued', to_email: first.to_email, subject: first.subject })
    const copy = await row(body.id)
    expect(copy).toMatchObject({ text: first.text, content: first.content })
    expect(copy?.message_id).not.toBe(first.message_id)
    expect(await row(first.id)).toMatchObject({ state: 'sent' })
  })

  test('is rejected while the email is being sent, for a one-time link and for an unknown email', async () => {
    const sending = await aMail({ state: 'sending' })
    const under = await staff.post(`${LOG}/${sending.id}/send-again`)
    expect(under).toMatchObject({ status: 409, body: { error: { code: 'mail-under-way' } } })
    const secret = await aMail({ state: 'sent', is_secret: true, text: '' })
    const used = await staff.post(`${LOG}/${secret.id}/send-again`)
    expect(used).toMatchObject({ status: 409, body: { error: { code: 'mail-link-used' } } })
    const none = await staff.post(`${LOG}/00000000-0000-4000-8000-000000000000/send-again`)
    expect(none.status).toBe(404)
  })

  test('works for an email with a one-time link that has not been sent yet', async () => {
    const link = { template: 'recovery', name: 'Dana', link: SECRET_LINK, validForHours: 1 } as const
    await storeMail(app.services, { ...link, to: { address: 'dana@example.com' } })
    await execute(app.services.db, sql`update outbox set state = 'failed'`)
    const [mail] = await rows()
    const { status, body } = await staff.post(`${LOG}/${mail?.id}/send-again`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('token')
  })
})
