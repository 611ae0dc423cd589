import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeDueEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** An edit's emails wait ten minutes by the programme's clock. Today is Monday, November 16, 2026, 9:00. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const staff = await app.as(admin)
const month = await make.aMonth()

let parent: { id: string; email: string }
let family: TestClient
let id: string
let version: number

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from outbox`)
  parent = await make.aParent({ full_name: 'Dana <b>Okafor</b>' })
  family = await app.as(parent)
  const row = await make.aRegistration(await make.aChild(parent, { name: 'Amara' }), month, {
    selected_days: [1, 2, 3],
  })
  id = row.id
  version = 1
})

const edit = async (selected_days: number[]) => {
  const { status } = await family.patch(`/api/submissions/${id}`, { selected_days, agreed: true, version })
  expect(status).toBe(200)
  version += 1
}
/** Once the ten minutes after the last edit are over. */
const mails = async (at = '09:20') => {
  app.setNow(`2026-11-16T${at}:00-05:00`)
  await composeDueEvents(app.services)
  return storedRows(db, 'outbox', sql`where submission_id = ${id} order by template, to_email`)
}
const toFamily = async () => (await mails()).filter(({ to_email }) => to_email === parent.email)

it('tell the family and the admins who want it what was added, what was removed, and both fees', async () => {
  await edit([2, 3, 4, 7])
  const [mail] = await toFamily()
  expect(mail).toMatchObject({
    template: 'registration-changed',
    subject: 'Your registration for December 2026 was changed',
  })
  for (const line of [
    'Child: Amara',
    '2 days added: Fri 4, Mon 7',
    '1 day removed: Tue 1',
    '4 days now: Wed 2, Thu 3, Fri 4, Mon 7',
    'Fee before: $60.00',
    'Total Fee: $80.00',
  ])
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(line)
  const forAdmin = (await mails()).filter(({ to_email }) => to_email === admin.email)
  expect(forAdmin.map(({ template }) => template).sort()).toEqual([
    'registration-changed',
    'registration-changed-admin',
  ])
  expect(forAdmin.find(({ template }) => template === 'registration-changed')?.text).toContain(
    'This is a copy for staff.',
  )
  await execute(
    db,
    sql`insert into admin_email_preferences (user_id, monthly_submission_parent, monthly_submission_admin)
      values (${admin.id}, false, false)`,
  )
  await execute(db, sql`delete from outbox`)
  app.setNow('2026-11-16T09:00:00-05:00')
  await edit([2, 3])
  expect((await mails()).map(({ to_email }) => to_email)).toEqual([parent.email])
  await execute(db, sql`delete from admin_email_preferences`)
})

it('of several edits, each within ten minutes of the one before, are one, with the first state before and the last after', async () => {
  await edit([1, 2])
  app.setNow('2026-11-16T09:09:00-05:00')
  const { status } = await staff.patch(`/api/admin/submissions/${id}/days`, {
    selected_days: [1, 4],
    version,
  })
  expect(status).toBe(200)
  expect(await mails('09:18')).toMatchObject([{ event: { kind: 'edited' } }])
  const sent = await toFamily()
  expect(sent).toHaveLength(1)
  const text = sent[0]?.text.replaceAll('\u00a0', ' ')
  expect(text).toContain('The aftercare office changed the days of Amara.')
  expect(text).toContain('1 day added: Fri 4')
  expect(text).toContain('2 days removed: Wed 2, Thu 3')
  expect(text).toContain('Fee before: $60.00')
})

it('are one more for an edit after those ten minutes', async () => {
  await edit([1, 2])
  app.setNow('2026-11-16T09:11:00-05:00')
  await edit([1])
  app.setNow('2026-11-16T09:22:00-05:00')
  await composeDueEvents(app.services)
  const texts = (await toFamily()).map(({ text }) => /Fee before: (.*)/.exec(text)?.[1])
  expect(texts.sort()).toEqual(['$40.00', '$60.00'])
})

it('are none if the days are the same again within ten minutes', async () => {
  await edit([1, 2])
  await edit([1, 2, 3])
  expect(await mails()).toEqual([])
})

it('go at once when one of the days is cancelled or takes place after all, as they were before that', async () => {
  const { id: own } = await make.aMonth({ month_name: 'January', year: 2027 })
  const january = async (selected_days: number[]) =>
    make.aRegistration(
      await make.aChild(parent, { name: 'Amara' }),
      { id: own },
      { selected_days, total_fee_cents: 4000 },
    )
  const [row, other] = [await january([4, 5]), await january([4, 6])]
  const choose = async (id: string, selected_days: number[], version: number) => {
    const { status } = await staff.patch(`/api/admin/submissions/${id}/days`, { selected_days, version })
    expect(status).toBe(200)
  }
  const sent = async () => {
    await composeDueEvents(app.services)
    const found = await storedRows(
      db,
      'outbox',
      sql`where template = 'registration-changed' and to_email = ${parent.email} order by created_at`,
    )
    return found.map(({ submission_id, text }) => [
      submission_id,
      /days? now: .*/.exec(text.replaceAll('\u00a0', ' '))?.[0],
      /Total Fee: (.*)/.exec(text)?.[1],
    ])
  }
  await choose(row.id, [4, 5, 7], 1)
  await choose(other.id, [6], 1)
  app.setNow('2026-11-16T09:03:00-05:00')
  const words = { subject: 'Snow', text: 'Stay home.', cancelled: true, fees: 'credit' }
  const cancelled = await staff.post('/api/admin/family-messages', { date: '2027-01-07', ...words })
  expect(cancelled.status).toBe(200)
  const first = [row.id, 'days now: Mon 4, Tue 5, Thu 7', '$60.00']
  expect(await sent()).toEqual([first])
  await choose(row.id, [5, 7], 3)
  app.setNow('2026-11-16T09:05:00-05:00')
  const { version } = (await storedRows(db, 'months', sql`where id = ${own}`))[0] ?? {}
  const url = `/api/admin/months/${own}/days/7/reinstate`
  expect((await staff.post(url, { credits: 'undo', version })).status).toBe(200)
  const second = [row.id, expect.stringContaining('Tue 5'), '$20.00']
  expect(await sent()).toEqual([first, second])
  app.setNow('2026-11-16T09:20:00-05:00')
  const all = await sent()
  expect(all).toHaveLength(3)
  expect(all).toContainEqual([other.id, 'day now: Wed 6', '$20.00'])
})

it("go to an adult's new email if staff change it meanwhile, and those of others to theirs", async () => {
  const addresses = async () => {
    await mails()
    return storedRows(
      db,
      'outbox',
      sql`where template = 'registration-changed' and to_email <> ${admin.email}`,
    )
  }
  const member = await make.aParent({ email: `x${parent.email}` })
  await execute(
    db,
    sql`insert into family_members (member_id, parent_id) values (${member.id}, ${parent.id})`,
  )
  await edit([1, 2])
  const guest = await make.aGuestRegistration(month, { guest_parent_email: parent.email })
  const neighbour = await make.aParent({ email: `${parent.email}.au` })
  const other = await make.aRegistration(await make.aChild(neighbour), month)
  for (const each of [guest, other])
    await staff.patch(`/api/admin/submissions/${each.id}/days`, { selected_days: [4], version: 1 })
  const change = async (who: { id: string }, email: string) => {
    const { body } = await staff.get(`/api/admin/parents/${who.id}`)
    expect((await staff.patch(`/api/admin/parents/${who.id}`, { email, version: body.version })).status).toBe(
      200,
    )
  }
  await change(parent, `first.${parent.email}`)
  await change(member, `second.${parent.email}`)
  const found = (await addresses()).map(({ submission_id, to_email }) => [submission_id, to_email])
  expect(found.sort()).toEqual(
    [
      [id, `first.${parent.email}`],
      [id, `second.${parent.email}`],
      [guest.id, parent.email],
      [other.id, neighbour.email],
    ].sort(),
  )
})

it('do not go to a removed account', async () => {
  await execute(
    db,
    sql`update profiles set email = ${`${parent.id}@removed.invalid`} where id = ${parent.id}`,
  )
  await staff.patch(`/api/admin/submissions/${id}/days`, { selected_days: [1, 2], version })
  const sent = await mails()
  expect(sent.map(({ to_email }) => to_email)).toEqual([admin.email, admin.email])
  expect(sent[0]?.text).toContain('The original was not sent')
})
