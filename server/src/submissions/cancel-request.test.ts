import { beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const staff = await app.as(admin)
const month = await make.aMonth()

let parent: { id: string; email: string }
let family: TestClient
let id: string

beforeEach(async () => {
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from submissions`)
  parent = await make.aParent()
  family = await app.as(parent)
  id = (await make.aRegistration(await make.aChild(parent, { name: 'Amara' }), month)).id
})

const TEXT = 'We move <i>on Friday</i>'
const ask = (text: unknown = TEXT, headers?: Record<string, string>, client = family) =>
  client.post(`/api/submissions/${id}/cancel-request`, { text }, headers)
const decline = (asked_at: string, answer: unknown = 'Please call us first.') =>
  staff.post(`/api/admin/submissions/${id}/decline-cancel`, { answer, asked_at })
const mails = () => storedRows(db, 'outbox', sql`where submission_id = ${id} order by created_at`)
const requested = async () => (await staff.get('/api/admin/dashboard')).body.cancel_requests

describe('asking to cancel a registration', () => {
  it('changes nothing but tells staff by mail, in the list, the panel and on the dashboard', async () => {
    const [before] = await storedRows(db, 'submissions', sql`where id = ${id}`)
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body.cancel_request).toMatchObject({ text: TEXT, answer: null, answered_at: null })
    const [after] = await storedRows(db, 'submissions', sql`where id = ${id}`)
    expect(after).toEqual({ ...before, cancel_request: body.cancel_request })
    expect(await mails()).toMatchObject([
      {
        template: 'cancellation-requested',
        to_email: admin.email,
        subject: 'Asked to cancel: Amara, December 2026',
      },
    ])
    expect((await mails())[0]?.text).toContain(TEXT)
    expect((await staff.get('/api/admin/submissions')).body.rows).toMatchObject([
      { id, is_cancel_requested: true },
    ])
    expect((await staff.get(`/api/admin/submissions/${id}`)).body.cancel_request.text).toBe(TEXT)
    expect(await requested()).toEqual([{ id, child_name: 'Amara', month_name: 'December', year: 2026 }])
  })

  it('goes only to admins with the monthly mail on', async () => {
    await execute(
      db,
      sql`insert into admin_email_preferences (user_id, monthly_submission_admin) values (${admin.id}, false)`,
    )
    await ask()
    expect(await mails()).toEqual([])
    await execute(db, sql`delete from admin_email_preferences`)
  })

  it('is possible once at a time, and again after a decline, which the family gets by mail', async () => {
    const headers = { 'idempotency-key': 'ask' }
    const [first] = await Promise.all([ask(TEXT, headers), ask(TEXT, headers)])
    expect((await ask('Again')).body.error.code).toBe('already-asked')
    expect(await mails()).toHaveLength(1)
    const { asked_at } = first.body.cancel_request
    expect((await decline('2026-01-01T00:00:00.000Z')).body.error.code).toBe('request-closed')
    const declined = await decline(asked_at)
    expect(declined.body.cancel_request).toMatchObject({ answer: 'Please call us first.' })
    expect(await requested()).toEqual([])
    const [, mail] = await mails()
    expect(mail).toMatchObject({ template: 'cancellation-declined', to_email: parent.email })
    expect(mail?.text).toContain('Please call us first.')
    expect((await family.get(`/api/submissions/${id}`)).body.cancel_request.answer).toBe(
      'Please call us first.',
    )
    expect((await decline(asked_at)).body.error.code).toBe('request-closed')
    expect((await ask('Again')).status).toBe(200)
  })

  it('is answered by cancelling, and gone after undoing that', async () => {
    await ask()
    const url = `/api/admin/submissions/${id}`
    const cancelled = await staff.post(`${url}/cancel`, { reason: 'Asked', fee: 'none', version: 1 })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancel_request: null })
    expect(await requested()).toEqual([])
    expect((await ask()).body.error.code).toBe('registration-cancelled')
    await staff.post(`${url}/undo-cancel`, { version: 2 })
    expect((await ask()).status).toBe(200)
  })

  it('needs a short text, a registration of the family, and a month that is not over', async () => {
    expect((await ask('  ')).body.error.fields).toEqual({ text: 'Please write a short message' })
    expect((await ask('x'.repeat(1001))).status).toBe(422)
    expect((await ask(TEXT, {}, await app.as(await make.aParent()))).status).toBe(404)
    expect((await ask(TEXT, {}, app.visitor)).status).toBe(401)
    expect((await family.post(`/api/admin/submissions/${id}/decline-cancel`, {})).status).toBe(403)
    const past = await make.aMonth({ month_name: 'October' })
    id = (await make.aRegistration(await make.aChild(parent), past)).id
    expect((await ask()).body.error.code).toBe('not-editable')
  })
})

describe('a guest asking to cancel', () => {
  it('uses the private link, sees the state, and no other link works', async () => {
    id = (await make.aGuestRegistration(month)).id
    const secret = (await createGuestLink(db, id, app.services.clock.now())) ?? ''
    const post = (values: object) => app.visitor.post('/api/guest-registration/cancel-request', values)
    expect((await post({ secret: 'other', text: TEXT })).body.error.code).toBe('invalid-guest-link')
    expect((await post({ secret, text: '' })).status).toBe(422)
    const { status, body } = await post({ secret, text: TEXT })
    expect(status).toBe(200)
    expect(body).toMatchObject({ cancel_request: { text: TEXT, answered_at: null }, cancellation: null })
    expect(body).not.toHaveProperty('id')
    expect((await post({ secret, text: TEXT })).body.error.code).toBe('already-asked')
    expect((await mails())[0]?.to_email).toBe(admin.email)
    await decline(body.cancel_request.asked_at)
    const page = await app.visitor.post('/api/guest-registration', { secret })
    expect(page.body.cancel_request.answer).toBe('Please call us first.')
    await staff.post(`/api/admin/submissions/${id}/cancel`, {
      reason: 'Secret reason',
      fee: 'keep',
      version: 1,
    })
    const after = await app.visitor.post('/api/guest-registration', { secret })
    expect(after.body).toMatchObject({ cancellation: { fee: 'keep' }, cancel_request: null })
    expect(JSON.stringify(after.body)).not.toContain('Secret reason')
  })

  it('ends once a family has claimed it, and the link shows nothing of what the family asks', async () => {
    id = (await make.aGuestRegistration(month)).id
    const secret = (await createGuestLink(db, id, app.services.clock.now())) ?? ''
    const child = await make.aChild(parent)
    await execute(
      db,
      sql`update submissions set parent_id = ${parent.id}, child_id = ${child.id} where id = ${id}`,
    )
    const asked = await app.visitor.post('/api/guest-registration/cancel-request', { secret, text: TEXT })
    expect([asked.status, asked.body.error.code]).toEqual([409, 'registration-claimed'])
    expect((await ask()).status).toBe(200)
    const page = await app.visitor.post('/api/guest-registration', { secret })
    expect(page.body).toMatchObject({ is_claimed: true, cancel_request: null })
  })
})

const PASSWORD = 'sunset over water'

it('what the family asked and why staff cancelled go with the account; that it was cancelled stays', async () => {
  await ask('Our boxes are packed')
  const asked = (await family.get(`/api/submissions/${id}`)).body.cancel_request.asked_at
  await decline(asked, 'Call the Okafors first.')
  await ask('Second thoughts of ours')
  const cancelling = { reason: 'Grandmother fell ill', fee: 'none', version: 1 }
  expect((await staff.post(`/api/admin/submissions/${id}/cancel`, cancelling)).status).toBe(200)
  const other = await make.aRegistration(await make.aChild(parent), month, { total_fee_cents: 0 })
  await family.post(`/api/submissions/${other.id}/cancel-request`, { text: 'Open at the end' })
  await givePassword(app, parent, PASSWORD)
  // After the month: an account with days ahead is not deleted.
  app.setNow('2027-01-05T09:00:00-05:00')
  const deleted = await (await app.as(parent)).post('/api/own-data/delete-account', { password: PASSWORD })
  expect(deleted.status).toBe(200)
  const left = JSON.stringify([
    await storedRows(db, 'submissions', sql``),
    await storedRows(db, 'audit_log', sql``),
    await storedRows(db, 'outbox', sql``),
    await storedRows(db, 'idempotency_keys', sql``),
  ])
  for (const text of ['Our boxes', 'Okafors', 'Second thoughts', 'Grandmother', 'Open at the end'])
    expect(left).not.toContain(text)
  const [row] = await storedRows(db, 'submissions', sql`where id = ${id}`)
  expect(row).toMatchObject({ status: 'cancelled', cancellation: { reason: '', fee: 'none' } })
})
