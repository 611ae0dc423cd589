import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { composeAllEvents } from '../../testing/mails'
import { ok } from '../../testing/ok'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** An email that one family had and another has now: each exports and erases only what was sent in its own time. */

let staff: TestClient

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin({ email: 'rosa@staff.example' })
const month = await make.aMonth({ month_name: 'November' })

/** Staff change a parent's email. */
async function changeEmail(parent: { id: string }, email: string) {
  const { version } = await ok(staff.get(`/api/admin/parents/${parent.id}`))
  await ok(staff.patch(`/api/admin/parents/${parent.id}`, { email, version }))
}

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
    sql`insert into outbox (template, to_email, subject, text, message_id, account_id)
      values ('password-changed', 'uma@x.com', 'Hello Una', 'Una', '<una@x>',
        (select id from accounts where email = 'uma@x.com'))`,
  )
  const mails = async () =>
    (await storedRows(db, 'outbox', sql`where to_email in ('tom@x.com', 'uma@x.com', 'uma.second@x.com')`))
      .map((mail) => `${mail.to_email} ${mail.template}`)
      .sort()
  expect(await mails()).toEqual([
    'tom@x.com email-changed',
    'uma.second@x.com verification',
    'uma.second@x.com verification',
    'uma@x.com email-changed',
    'uma@x.com password-changed',
  ])
  await ok(deleteAccount(app, uma))
  expect(await mails()).toEqual([
    'tom@x.com email-changed',
    'uma.second@x.com verification',
    'uma@x.com password-changed',
  ])
  expect(await columnsContaining(db, ['uma.third@x.com', 'Brightwater'])).toEqual([])
})

it('neither exports nor deletes emails sent while the address was another family’s', async () => {
  const { db } = app.services
  staff = await app.as(admin)
  const mailTo = (account: { id: string }, id: string, at: string, email: string) =>
    execute(
      db,
      sql`insert into outbox (template, to_email, subject, text, message_id, created_at, account_id)
        values ('password-changed', ${email}, ${id}, ${id}, ${`<${id}@x>`}, ${at}::timestamptz, ${account.id})`,
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
  await mailTo(first, 'of-first', at(9), email)
  app.setNow(at(10))
  await changeEmail(first, 'first@x.com')
  const second = await aParentSince(at(8), 'second@x.com')
  app.setNow(at(11))
  await changeEmail(second, email)
  await mailTo(second, 'of-second', at(12), email)
  app.setNow(at(13))
  await changeEmail(second, 'second@x.com')
  const third = await aParentSince(at(14), email)
  await mailTo(third, 'of-third', at(15), email)
  app.setNow(at(16))
  const left = async () =>
    (await storedRows(db, 'outbox', sql`where subject like 'of-%' order by subject`)).map(
      ({ subject }) => subject,
    )
  const shown = JSON.stringify(await ok((await app.as(third)).get('/api/own-data')))
  expect(shown).toContain('of-third')
  expect(shown).not.toContain('of-second')
  await ok(deleteAccount(app, third))
  expect(await left()).toEqual(['of-first', 'of-second'])
  await ok(deleteAccount(app, first))
  expect(await left()).toEqual(['of-second'])
  await ok(deleteAccount(app, second))
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

  await ok(deleteAccount(app, await make.aParent({ email, full_name: 'Noor' })))
  expect(await dropInRows()).toEqual(ownBefore)
  expect(await claimedRows()).toEqual(claimedBefore)

  const member = await make.aParent({ email, full_name: 'Sol' })
  await joinInto(app, first, member)
  await ok(deleteAccount(app, member))
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
  await composeAllEvents(app.services)
  await execute(db, sql`update outbox set state = 'sent' where submission_id = ${id}`)
  app.setNow('2026-11-04T10:00:00-05:00')
  await changeEmail(first, 'wren.third@x.com')
  const next = await make.aParent({ email: 'wren.second@x.com' })
  const mails = sql`where submission_id = ${id} and to_email = ${next.email}`
  expect(await storedRows(db, 'outbox', mails)).toHaveLength(1)
  expect((await ok((await app.as(next)).get('/api/own-data'))).emails).toEqual([])
})
