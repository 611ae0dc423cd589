import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { recordingLog } from '../../testing/mail-samples'
import { composeAllEvents, composeDueEvents } from '../../testing/mails'
import { ok } from '../../testing/ok'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { queueEvent } from '../mail-events/queue-events'
import { startMailWorker } from './worker'

/** What happens between an event and its mails. Today is Monday, November 16, 2026. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin({ email: 'rosa@example.com' }))
await make.aMonth({ month_name: 'November' })

beforeEach(() => execute(db, sql`delete from outbox`))

const mails = () => storedRows(db, 'outbox', sql`where event is null order by template, to_email`)
const events = () => storedRows(db, 'outbox', sql`where event is not null`)
const worker = () =>
  startMailWorker({
    ...app.services,
    log: recordingLog(),
    transport: { send: async () => undefined, close: () => undefined },
    backOffMs: () => 0,
    maxAttempts: 2,
    pollMs: 50,
  })

/** A drop-in was sent, but nothing is composed yet. */
async function aDropInEvent() {
  const parent = await make.aParent({ full_name: 'Dana Okafor' })
  const child = await make.aChild(parent, { name: 'Amara Quill', allergies: 'Sesame-Quill' })
  const client = await app.as(parent)
  const response = await client.raw('/api/drop-ins', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ child_id: child.id, dropin_date: '2026-11-17', agreed: true }),
  })
  expect(response.status).toBe(200)
  const { id } = (await response.json()) as { id: string }
  return { parent, child, client, id }
}

it('holds ids and figures, no names', async () => {
  const { parent } = await aDropInEvent()
  const [row] = await events()
  expect(row).toMatchObject({ family_id: parent.id, sent_by: parent.id, to_email: '', subject: '' })
  const text = JSON.stringify(row)
  for (const personal of ['Dana', 'Amara', 'Sesame', parent.email]) expect(text).not.toContain(personal)
})

it('is gone with the account, and nothing is sent', async () => {
  const { parent, client, id } = await aDropInEvent()
  expect((await client.raw(`/api/drop-ins/${id}`, { method: 'DELETE' })).status).toBe(200)
  await ok(deleteAccount(app, parent))
  await composeAllEvents(app.services)
  expect([await events(), await mails()]).toEqual([[], []])
})

it('reaches the rest of the family if who caused it deletes the account before it is composed', async () => {
  const { parent, id } = await aDropInEvent()
  const member = await make.aParent({ full_name: 'Kemi Quill' })
  await joinInto(app, parent, member)
  await execute(db, sql`delete from outbox`)
  const client = await app.as(member)
  expect((await client.raw(`/api/drop-ins/${id}`, { method: 'DELETE' })).status).toBe(200)
  // A worker has claimed it, and composes it after the deletion.
  await execute(db, sql`update outbox set state = 'sending' where event is not null`)
  await ok(deleteAccount(app, member))
  await execute(db, sql`update outbox set state = 'queued' where event is not null`)
  await composeDueEvents(app.services)
  const found = await mails()
  expect(found.map(({ to_email }) => to_email)).toEqual([
    parent.email,
    'rosa@example.com',
    'rosa@example.com',
  ])
  expect(JSON.stringify(found)).not.toContain('Kemi')
})

it('names the child of a withdrawn drop-in, although the family has removed the child since', async () => {
  const { parent, child, client, id } = await aDropInEvent()
  const remove = (path: string) => client.raw(path, { method: 'DELETE' })
  expect((await remove(`/api/drop-ins/${id}`)).status).toBe(200)
  expect((await remove(`/api/children/${child.id}`)).status).toBe(200)
  await composeDueEvents(app.services)
  const [mail] = (await mails()).filter(({ to_email }) => to_email === parent.email)
  expect(mail).toMatchObject({ template: 'dropin-withdrawn' })
  expect(mail?.text).toContain('Amara Quill')
})

it('confirms to the guest what a family has claimed since, without what the family has stored', async () => {
  const month = await make.aMonth()
  const parent = await make.aParent()
  const child = await make.aChild(parent, { name: 'Otis', notes: 'Only for the family' })
  const guest = await make.aGuestRegistration(month, { guest_parent_email: 'grace@example.com' })
  const submission = {
    id: guest.id,
    language: 'en',
    days: [1],
    feeCents: 2000,
    day: null,
    dismissalType: null,
  }
  const event = {
    kind: 'submitted',
    submissions: [{ ...submission, month: { name: 'December', year: 2026, cancelledDays: [] } }],
  }
  await execute(
    db,
    sql`insert into outbox (template, event, submission_id, message_id)
      values ('monthly-parent', ${JSON.stringify(event)}::jsonb, ${guest.id}, 'guest')`,
  )
  await execute(
    db,
    sql`update submissions set parent_id = ${parent.id}, child_id = ${child.id} where id = ${guest.id}`,
  )
  await composeDueEvents(app.services)
  const found = await mails()
  expect(found.map(({ to_email }) => to_email)).toContain('grace@example.com')
  expect(found.map(({ to_email }) => to_email)).not.toContain(parent.email)
  expect(JSON.stringify(found)).not.toContain('Only for the family')
})

it('is retried, then shown to staff as failed, who send it again', async () => {
  const { parent } = await aDropInEvent()
  await execute(db, sql`alter table outbox add constraint refused check (template <> 'dropin-admin')`)
  const failing = worker()
  await expect.poll(async () => (await events()).map(({ state }) => state)).toEqual(['failed'])
  await failing.stop()
  const { rows } = await ok(staff.get('/api/admin/mail'))
  expect(rows).toMatchObject([
    { state: 'failed', template: 'dropin-parent', subject: 'Not composed yet', attempts: 2 },
  ])
  await execute(db, sql`alter table outbox drop constraint refused`)
  await ok(staff.post(`/api/admin/mail/${rows[0].id}/send-again`))
  const sending = worker()
  await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  await sending.stop()
  expect((await mails()).map(({ to_email }) => to_email)).toContain(parent.email)
})

it('is in the mail log from the first failure on, with its next attempt', async () => {
  await aDropInEvent()
  expect((await ok(staff.get('/api/admin/mail'))).rows).toEqual([])
  await execute(db, sql`update outbox set attempts = 1, last_error = 'DatabaseError (53100)'`)
  const { rows } = await ok(staff.get('/api/admin/mail?state=queued'))
  expect(rows).toMatchObject([{ state: 'queued', to_email: 'its recipients', subject: 'Not composed yet' }])
})

it('is composed once by two workers, and after a worker died with it', async () => {
  await aDropInEvent()
  // Claimed by a process that is gone.
  await execute(db, sql`update outbox set state = 'sending', attempts = 1, next_attempt_at = now()`)
  const both = [worker(), worker()]
  await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  for (const each of both) await each.stop()
  expect(await events()).toEqual([])
})

it('does not say who invited an admin if that one has no name', async () => {
  const rosa = await make.anAdmin({ full_name: '' })
  const invited = await make.anAdmin({ full_name: 'Ira' })
  const mail = {
    template: 'invitation',
    link: 'https://x.example/auth?token=1',
    validForHours: 24,
    role: 'admin',
  } as const
  const event = { kind: 'account', mail, language: null, isForStaff: true } as const
  await queueEvent(db, { event, accountId: invited.id, sentBy: rosa.id }, app.services)
  await composeDueEvents(app.services)
  const [stored] = await mails()
  expect(stored).toMatchObject({ template: 'invitation', to_email: invited.email, to_name: 'Ira' })
  expect(stored?.text).not.toContain(rosa.email)
})
