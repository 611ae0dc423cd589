import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

/** December 2026, where Friday the 4th has one seat, taken by somebody. */

let staff: TestClient
let month: { id: string }
let holder: { id: string; parent_id: string }

const app = await testApp()
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
beforeEach(async () => {
  await setNow('2026-11-16T09:00:00-05:00')
  for (const table of [sql`outbox`, sql`submissions`, sql`months`]) {
    await execute(app.services.db, sql`delete from ${table}`)
  }
  month = await make.aMonth()
  await execute(app.services.db, sql`update months set day_seats = '{"4": 1}' where id = ${month.id}`)
  const child = await make.aChild(await make.aParent())
  const { id } = await make.aRegistration(child, month, { selected_days: [4] })
  holder = { id, parent_id: child.parent_id }
})

/** Staff sign in again: their sessions do not last for days. */
async function setNow(instant: string) {
  app.setNow(instant)
  staff = await app.as(admin)
}

async function aWatcher(values: object = {}) {
  const parent = await make.aParent(values)
  const child = await make.aChild(parent)
  const client = await app.as(parent)
  return {
    parent,
    child,
    client,
    watch: (day = 4) => client.post('/api/seat-watches', { month_id: month.id, day }),
  }
}

const free = (days = [7]) =>
  execute(
    app.services.db,
    sql`update submissions set selected_days = ${days}, day_prices = null where id = ${holder.id}`,
  )
const mails = () =>
  rows<{ to_email: string; subject: string }>(
    app.services.db,
    sql`select to_email, subject from outbox where template = 'seat-opened' order by created_at, to_email`,
  )
const waiting = () => rows(app.services.db, sql`select day from seat_watches`)
async function save(values: object) {
  const { rows: list } = (await staff.get('/api/admin/months')).body
  const { day_types, closed_days, version } = list.find((row: { id: string }) => row.id === month.id)
  return staff.patch(`/api/admin/months/${month.id}`, { day_types, closed_days, version, ...values })
}

describe('waiting for a seat', () => {
  it('is stored once per parent, month and day, visible to its owner only, and removable', async () => {
    const { client, watch } = await aWatcher()
    expect((await watch()).status).toBe(200)
    expect((await watch()).status).toBe(200)
    expect((await client.get('/api/seat-watches')).body.rows).toEqual([{ month_id: month.id, day: 4 }])
    const other = await aWatcher()
    expect((await other.client.get('/api/seat-watches')).body.rows).toEqual([])
    await other.client.delete(`/api/seat-watches/${month.id}/4`)
    expect(await waiting()).toHaveLength(1)
    for (let click = 0; click < 2; click += 1) {
      expect((await client.delete(`/api/seat-watches/${month.id}/4`)).status).toBe(200)
    }
    expect(await waiting()).toEqual([])
  })

  it("is the family's: any adult may stop it, and the mail goes to whoever asked", async () => {
    const { parent, client } = await aWatcher()
    const member = await make.aParent()
    await joinInto(app, parent, member)
    const second = await app.as(member)
    await second.post('/api/seat-watches', { month_id: month.id, day: 4 })
    await client.post('/api/seat-watches', { month_id: month.id, day: 4 })
    expect((await client.get('/api/seat-watches')).body.rows).toEqual([{ month_id: month.id, day: 4 }])
    await client.delete(`/api/seat-watches/${month.id}/4`)
    expect(await waiting()).toEqual([])
    await second.post('/api/seat-watches', { month_id: month.id, day: 4 })
    await save({ day_seats: { 4: 2 } })
    expect((await mails()).map(({ to_email }) => to_email)).toEqual([member.email])
  })

  it('is told to the first adult while the one who asked is suspended, and to nobody while the family is', async () => {
    for (const suspended of ['member', 'first adult'] as const) {
      const { parent } = await aWatcher()
      const member = await make.aParent()
      await joinInto(app, parent, member)
      await (await app.as(member)).post('/api/seat-watches', { month_id: month.id, day: 4 })
      const { id } = suspended === 'member' ? member : parent
      await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${id}`)
      await save({ day_seats: { 4: 2 } })
      await save({ day_seats: { 4: 1 } })
      const to = (await mails()).map(({ to_email }) => to_email)
      expect(to.includes(parent.email)).toBe(suspended === 'member')
      expect(to).not.toContain(member.email)
    }
  })

  it('keeps its place while the first adult has no confirmed email and whoever asked is suspended or has left', async () => {
    const isMailed = async (change: (member: { id: string }) => Promise<unknown>) => {
      const { parent } = await aWatcher()
      const member = await make.aParent()
      await joinInto(app, parent, member)
      await (await app.as(member)).post('/api/seat-watches', { month_id: month.id, day: 4 })
      await execute(
        app.services.db,
        sql`update accounts set email_set_by_staff_at = now(), email_verified_at = null where id = ${parent.id}`,
      )
      await change(member)
      await save({ day_seats: { 4: 2 } })
      await save({ day_seats: { 4: 1 } })
      const waiting = await rows(
        app.services.db,
        sql`select from seat_watches where parent_id = ${parent.id} and day = 4`,
      )
      return waiting.length === 0
    }
    expect(await isMailed(async () => {})).toBe(true)
    expect(
      await isMailed(({ id }) =>
        execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${id}`),
      ),
    ).toBe(false)
    expect(await isMailed(async (member) => (await app.as(member)).delete('/api/family/membership'))).toBe(
      false,
    )
  })

  it.each([
    [7, "Monday, December 7 isn't full, so there's no seat to wait for."],
    [5, "Saturday, December 5 isn't full, so there's no seat to wait for."],
  ])('is rejected on day %i', async (day, sentence) => {
    const { watch } = await aWatcher()
    const { status, body } = await watch(day)
    expect(status).toBe(409)
    expect(body.error.message).toBe(sentence)
  })

  it('is rejected on days that have begun, passed or been closed, in drafts, and for anybody but parents', async () => {
    const { client, watch } = await aWatcher()
    await setNow('2026-12-04T08:00:00-05:00')
    expect((await watch()).status).toBe(409)
    await setNow('2026-11-16T09:00:00-05:00')
    await save({ closed_days: [4] })
    expect((await watch()).status).toBe(409)
    await save({ closed_days: [], is_active: false })
    expect((await watch()).status).toBe(404)
    for (const day of [0, 32, 1.5, 'four']) {
      expect((await client.post('/api/seat-watches', { month_id: month.id, day })).status).toBe(422)
    }
    expect((await app.visitor.post('/api/seat-watches', { month_id: month.id, day: 4 })).status).toBe(401)
    expect(await waiting()).toEqual([])
  })

  it('is limited, even for a hundred requests at once', async () => {
    const { parent, watch, client } = await aWatcher()
    await execute(
      app.services.db,
      sql`insert into months (month_name, year, is_active, created_at, updated_at)
        select 'December', 2030 + n, true, now(), now() from generate_series(0, 3) as n`,
    )
    await execute(
      app.services.db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at)
        select ${parent.id}, id, day, now() from months, generate_series(1, 28) as day
        where year >= 2030 order by year, day limit 99`,
    )
    await execute(
      app.services.db,
      sql`update months set seats = 1, taken_seats = (select jsonb_object_agg(n, 1) from generate_series(1, 31) as n)
        where id = ${month.id}`,
    )
    const responses = await Promise.all([1, 2, 3, 7, 8, 9, 10, 11, 14, 15].map((day) => watch(day)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const rejected = responses.find(({ status }) => status !== 200)
    expect(rejected?.body.error.message).toBe(
      "You're already waiting for a seat on 100 days. Stop one of them first.",
    )
    expect((await client.get('/api/seat-watches')).body.rows).toHaveLength(100)
  })
})

describe('a seat that opens', () => {
  /** Three wait, in this order. */
  async function threeWatchers() {
    const watchers = [await aWatcher(), await aWatcher(), await aWatcher()]
    for (const [index, { watch }] of watchers.entries()) {
      await setNow(`2026-11-16T09:0${index}:00-05:00`)
      await watch()
    }
    return watchers.map(({ parent }) => parent.email)
  }

  it('is emailed to the family waiting longest, when another removes the day', async () => {
    const [first] = await threeWatchers()
    const client = await app.as({ id: holder.parent_id })
    const edited = await client.patch(`/api/submissions/${holder.id}`, {
      selected_days: [7],
      agreed: true,
      version: 1,
    })
    expect(edited.status).toBe(200)
    expect(await mails()).toEqual([{ to_email: first, subject: 'A seat opened on Friday, December 4' }])
    expect(await waiting()).toHaveLength(2)
  })

  it('is emailed to as many as there are seats, when staff add seats, remove the limit or reopen the day', async () => {
    const addresses = await threeWatchers()
    await save({ day_seats: { 4: 3 } })
    expect((await mails()).map((mail) => mail.to_email).sort()).toEqual(addresses.slice(0, 2).sort())
    await save({ day_seats: { 4: 3 }, closed_days: [4] })
    expect(await mails()).toHaveLength(2)
    await save({ day_seats: { 4: 3 }, closed_days: [] })
    expect(await mails()).toHaveLength(3)
    expect(await waiting()).toEqual([])
    await save({ day_seats: {} })
    expect(await mails()).toHaveLength(3)
  })

  it('is emailed to everybody when staff remove the limit', async () => {
    const addresses = await threeWatchers()
    await save({ day_seats: {} })
    expect((await mails()).map((mail) => mail.to_email).sort()).toEqual(addresses.sort())
  })

  it.each([
    ['closed', { closed_days: [4] }, { closed_days: [] }],
    ['a draft', { is_active: false }, { is_active: true }],
  ])('is emailed after the limit was removed while the day was %s', async (_, hide, show) => {
    const addresses = await threeWatchers()
    await save({ day_seats: { 4: 1 }, ...hide })
    await save({ day_seats: {}, ...hide })
    expect(await mails()).toEqual([])
    await save({ day_seats: {}, ...show })
    expect((await mails()).map((mail) => mail.to_email).sort()).toEqual(addresses.sort())
  })

  it('is emailed when a limit is set with the day opened again', async () => {
    const [first] = await threeWatchers()
    await save({ day_seats: {}, closed_days: [4] })
    await save({ day_seats: { 4: 2 }, closed_days: [] })
    expect((await mails()).map((mail) => mail.to_email)).toEqual([first])
  })

  it('is emailed when staff delete a drop-in', async () => {
    await execute(app.services.db, sql`update months set day_seats = '{"4": 2}' where id = ${month.id}`)
    const dropIn = await make.aDropIn('2026-12-04')
    const [first] = await threeWatchers()
    expect((await staff.delete(`/api/admin/drop-ins/${dropIn.id}`)).status).toBe(200)
    expect((await mails()).map((mail) => mail.to_email)).toEqual([first])
  })

  it('is not emailed for days that have begun, for drafts, or to families whose children are all booked', async () => {
    const { watch } = await aWatcher()
    await watch()
    await setNow('2026-12-04T08:00:00-05:00')
    await save({ day_seats: { 4: 2 } })
    await setNow('2026-11-16T09:00:00-05:00')
    await save({ day_seats: { 4: 1 } })
    await save({ day_seats: { 4: 5 }, is_active: false })
    expect(await mails()).toEqual([])
    await save({ day_seats: { 4: 1 }, is_active: true })

    await execute(app.services.db, sql`delete from seat_watches`)
    const holding = await aWatcher()
    await holding.watch()
    await make.aRegistration(holding.child, month, { selected_days: [4] })
    const other = await aWatcher()
    await setNow('2026-11-16T10:00:00-05:00')
    await other.watch()
    await save({ day_seats: { 4: 3 } })
    expect((await mails()).map((mail) => mail.to_email)).toEqual([other.parent.email])
  })

  it('is emailed by name, in the language of the adult who gets the mail, with a link to the month', async () => {
    const spanish = await aWatcher({ full_name: 'Inés Peña', language: 'es' })
    const member = await make.aParent({ full_name: 'Luis Peña' })
    await joinInto(app, spanish.parent, member)
    await (await app.as(member)).post('/api/seat-watches', { month_id: month.id, day: 4 })
    await (await aWatcher({ full_name: 'Rocío Peña', language: 'es' })).watch()
    await save({ day_seats: { 4: 3 } })
    const sent = await rows<{ to_name: string; subject: string; text: string }>(
      app.services.db,
      sql`select to_name, subject, text from outbox where template = 'seat-opened' order by to_name`,
    )
    expect(sent.map(({ to_name, subject }) => [to_name, subject])).toEqual([
      ['Luis Peña', 'A seat opened on Friday, December 4'],
      ['Rocío Peña', 'Se liberó un lugar el viernes, 4 de diciembre'],
    ])
    for (const { to_name, text } of sent) {
      expect(text).toContain(to_name)
      expect(text).toContain(`/monthly-signup?month=${month.id}`)
    }
  })

  it('is emailed once each when two seats open at the same moment', async () => {
    await execute(app.services.db, sql`update months set day_seats = '{"4": 2}' where id = ${month.id}`)
    const second = await make.aChild(await make.aParent())
    const other = await make.aRegistration(second, month, { selected_days: [4] })
    const addresses = await threeWatchers()
    const giveUp = async (id: string, parentId: string) =>
      (await app.as({ id: parentId })).patch(`/api/submissions/${id}`, {
        selected_days: [7],
        agreed: true,
        version: 1,
      })
    await Promise.all([giveUp(holder.id, holder.parent_id), giveUp(other.id, second.parent_id)])
    expect((await mails()).map((mail) => mail.to_email).sort()).toEqual(addresses.slice(0, 2).sort())
    expect(await waiting()).toHaveLength(1)
  })

  it('is not emailed if the transaction is rolled back', async () => {
    await threeWatchers()
    const stale = await staff.patch(`/api/admin/months/${month.id}`, {
      day_types: {},
      closed_days: [],
      day_seats: { 4: 9 },
      version: 99,
    })
    expect(stale.status).toBe(409)
    expect(await mails()).toEqual([])
    await free()
    expect(await waiting()).toHaveLength(3)
  })
})
