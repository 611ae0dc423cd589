import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** A drop-in on a day that the child holds. Today is Monday, the 16th; tomorrow can be had by drop-in and by registration. */

const TOMORROW = '2026-11-17'
const DROP_IN = 'already has a drop-in for Tuesday, November 17, 2026.'
const REGISTRATION = 'already has a registration for Tuesday, November 17, 2026.'

let parent: { id: string; email: string }
let client: TestClient
let child: { id: string; parent_id: string; name: string }

async function anotherAdult() {
  const adult = await make.aParent()
  await joinInto(app, parent, adult)
  return adult
}

const app = await testApp()
const make = buildersFor(app.services.db)
const november = await make.aMonth({ month_name: 'November', year: 2026 })

beforeEach(async () => {
  parent = await make.aParent()
  client = await app.as(parent)
  child = await make.aChild(parent)
})

const askFor = (dropin_date = TOMORROW, child_id = child.id) =>
  client.post('/api/drop-ins', { child_id, dropin_date, agreed: true })

const register = (selected_days: number[]) =>
  client.post('/api/submissions', {
    month_id: november.id,
    child_ids: [child.id],
    selected_days,
    agreed: true,
  })

const statusAndMessage = ({ status, body }: Awaited<ReturnType<typeof askFor>>) => [
  status,
  body.error?.message,
]

async function placesOfTomorrow(): Promise<number> {
  const { rows } = await app.services.pool.query(
    `select 1 from submissions where child_id = $1
      and (dropin_date = $2 or (month_id is not null and 17 = any(selected_days)))`,
    [child.id, TOMORROW],
  )
  return rows.length
}

describe('a drop-in', () => {
  it('is rejected on a day of the child’s registration, naming both, and accepted on another day', async () => {
    await make.aRegistration(child, november, { selected_days: [17, 18] })
    expect(statusAndMessage(await askFor())).toEqual([409, `${child.name} ${REGISTRATION}`])
    expect((await askFor('2026-11-16')).status).toBe(200)
  })

  it('is rejected on a day of the child’s drop-in, and accepted for a sibling', async () => {
    expect((await askFor()).status).toBe(200)
    expect(statusAndMessage(await askFor())).toEqual([409, `${child.name} ${DROP_IN}`])
    const sister = await make.aChild(parent)
    expect((await askFor(TOMORROW, sister.id)).status).toBe(200)
  })

  it('is rejected if staff have entered it with the child’s name and the parent’s email', async () => {
    const entered = {
      guest_child_name: ` ${child.name.toUpperCase()}`,
      guest_parent_email: parent.email.toUpperCase(),
    }
    await make.aDropIn(TOMORROW, { ...entered, guest_parent_email: 'somebody@example.com' })
    await make.aDropIn('2026-11-16', entered)
    const { id } = await make.aDropIn(TOMORROW, entered)
    expect(statusAndMessage(await askFor())).toEqual([409, `${child.name} ${DROP_IN}`])
    await app.services.pool.query('delete from submissions where id = $1', [id])
    expect((await askFor()).status).toBe(200)
  })

  it('is rejected if staff have entered it with another adult’s email and another spelling of the name', async () => {
    const other = await anotherAdult()
    child = await make.aChild(parent, { name: 'José Núñez' })
    const entered = { guest_child_name: ' nunez,  Jose', guest_parent_email: other.email.toUpperCase() }
    await make.aDropIn(TOMORROW, entered)
    expect(statusAndMessage(await askFor())).toEqual([409, `José Núñez ${DROP_IN}`])
    client = await app.as(other)
    expect(statusAndMessage(await askFor())).toEqual([409, `José Núñez ${DROP_IN}`])
    const sister = await make.aChild(parent)
    expect((await askFor(TOMORROW, sister.id)).status).toBe(200)
  })

  it('of a guest conflicts with no other booking', async () => {
    const guest = {
      guest_parent_name: 'Dana',
      guest_parent_email: parent.email,
      guest_child_name: child.name,
      dropin_date: TOMORROW,
      agreed: true,
    }
    expect((await app.visitor.post('/api/drop-ins', guest)).status).toBe(200)
    expect((await askFor()).status).toBe(200)
    expect((await app.visitor.post('/api/drop-ins', guest)).status).toBe(200)
  })
})

describe('a registration', () => {
  const leaveOut = (name: string) =>
    `${name} already has a drop-in on Tuesday, November 17. Please leave that day out.`

  it('is rejected on the day of a drop-in, naming child and day, and accepted without it', async () => {
    await askFor()
    expect((await client.get('/api/submissions/registered')).body.rows).toEqual([
      { month_id: null, child_id: child.id, dropin_date: TOMORROW },
    ])
    const { status, body } = await register([17, 18])
    expect([status, body.error]).toMatchObject([
      409,
      {
        code: 'day-unavailable',
        message: leaveOut(child.name),
        fields: { selected_days: leaveOut(child.name) },
      },
    ])
    expect(await placesOfTomorrow()).toBe(1)
    expect((await register([18])).status).toBe(200)
  })

  it('is told of the drop-in also where the day is full', async () => {
    const full = await make.aMonth({ month_name: 'December', year: 2026, seats: 1 })
    await make.aDropIn('2026-12-03', { parent_id: parent.id, child_id: child.id })
    const days = { month_id: full.id, child_ids: [child.id], selected_days: [3], agreed: true }
    const { body } = await client.post('/api/submissions', days)
    expect(body.error.message).toBe(
      `${child.name} already has a drop-in on Thursday, December 3. Please leave that day out.`,
    )
  })

  it('names every child that has one, and stores none of them', async () => {
    const sister = await make.aChild(parent)
    await askFor()
    await askFor(TOMORROW, sister.id)
    const both = {
      month_id: november.id,
      child_ids: [child.id, sister.id],
      selected_days: [17],
      agreed: true,
    }
    const { body } = await client.post('/api/submissions', both)
    const names = [child.name, sister.name].sort()
    expect(body.error.message).toBe(names.map(leaveOut).join(' '))
  })

  it('is rejected where staff typed the drop-in in, but not for a guest’s or one withdrawn', async () => {
    const named = { guest_child_name: child.name.toUpperCase(), guest_parent_email: parent.email }
    const typed = await make.aDropIn(TOMORROW, named)
    expect(statusAndMessage(await register([17]))).toEqual([409, leaveOut(child.name)])
    await app.services.pool.query('delete from submissions where id = $1', [typed.id])
    await make.aDropIn(TOMORROW, { ...named, agreed_at: '2026-11-16T14:00:00Z' })
    const { id } = (await askFor()).body
    expect((await client.delete(`/api/drop-ins/${id}`)).status).toBe(200)
    expect((await register([17])).status).toBe(200)
  })

  it('is rejected where staff typed it in with another adult’s email, until that adult leaves', async () => {
    const other = await anotherAdult()
    const sister = await make.aChild(parent)
    await make.aDropIn(TOMORROW, { guest_child_name: sister.name, guest_parent_email: other.email })
    await make.aDropIn(TOMORROW, {
      guest_child_name: child.name.replace(' ', '  ').toUpperCase(),
      guest_parent_email: ` ${other.email}`,
    })
    expect(statusAndMessage(await register([17]))).toEqual([409, leaveOut(child.name)])
    await execute(app.services.db, sql`delete from family_members where member_id = ${other.id}`)
    expect((await register([17])).status).toBe(200)
  })

  it('cannot take the day by an edit, of parents or staff, nor by undoing its cancellation', async () => {
    const { id } = await make.aRegistration(child, november, { selected_days: [18] })
    await askFor()
    const days = { selected_days: [17, 18], version: 1 }
    const byParent = await client.patch(`/api/submissions/${id}`, { ...days, agreed: true })
    expect(statusAndMessage(byParent)).toEqual([409, leaveOut(child.name)])
    const staff = await app.as(await make.anAdmin())
    const byStaff = await staff.patch(`/api/admin/submissions/${id}/days`, { ...days, confirmed_days: [17] })
    expect(statusAndMessage(byStaff)).toEqual([409, leaveOut(child.name)])
    const cancellation = { reason: 'Moving away', fee: 'none', version: 1 }
    await staff.post(`/api/admin/submissions/${id}/cancel`, cancellation)
    await askFor('2026-11-18')
    await make.aDropIn('2026-11-18', { parent_id: parent.id, child_id: child.id })
    const undone = await staff.post(`/api/admin/submissions/${id}/undo-cancel`, { version: 2 })
    expect(statusAndMessage(undone)).toEqual([
      409,
      `The cancellation can't be undone: ${child.name} has a drop-in on Wednesday, November 18.`,
    ])
  })

  it('of a day booked before the drop-in was entered can still be edited', async () => {
    const { id } = await make.aRegistration(child, november, { selected_days: [17, 18] })
    await make.aDropIn(TOMORROW, { parent_id: parent.id, child_id: child.id })
    const edit = { selected_days: [17, 19], agreed: true, version: 1 }
    expect((await client.patch(`/api/submissions/${id}`, edit)).status).toBe(200)
  })
})

describe('at the same moment', () => {
  it('either the drop-in or the registration gets the day, never both', async () => {
    const responses = await Promise.all([register([17]), askFor(), register([17]), askFor()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await placesOfTomorrow()).toBe(1)
  })

  it('only one of many drop-ins gets the day', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => askFor()))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await placesOfTomorrow()).toBe(1)
  })

  it('a drop-in waits for a concurrent registration, sees it, and is rejected', async () => {
    const other = await connect()
    await other.query('begin')
    await other.query('select 1 from children where id = $1 for share', [child.id])
    await other.query(
      `insert into submissions (parent_id, child_id, month_id, selected_days, total_fee, submitted_at, updated_at)
        values ($1, $2, $3, '{17}', 20, now(), now())`,
      [parent.id, child.id, november.id],
    )
    const response = askFor()
    await untilWaiting(app, 1)
    await other.query('commit')
    await other.end()
    expect(statusAndMessage(await response)).toEqual([409, `${child.name} ${REGISTRATION}`])
    expect(await placesOfTomorrow()).toBe(1)
  })

  it('a drop-in waits for a concurrent edit that adds the day', async () => {
    const { id } = await make.aRegistration(child, november, { selected_days: [18] })
    const holder = await holdLock(app, 'select from submissions where id = $1 for update', [id])
    const edit = client.patch(`/api/submissions/${id}`, {
      selected_days: [17, 18],
      agreed: true,
      version: 1,
    })
    await untilWaiting(app, 1)
    const dropIn = askFor()
    await untilWaiting(app, 2)
    await holder.release()
    expect((await edit).status).toBe(200)
    expect(statusAndMessage(await dropIn)).toEqual([409, `${child.name} ${REGISTRATION}`])
  })

  it('control: both get it if the child is read without a lock', async () => {
    const tabs = await Promise.all([connect(), connect()])
    for (const tab of tabs) {
      await tab.query('begin')
      const { rows } = await tab.query('select 1 from submissions where child_id = $1', [child.id])
      expect(rows).toEqual([])
    }
    for (const tab of tabs) {
      await tab.query(
        `insert into submissions (parent_id, child_id, dropin_date, selected_days, total_fee)
          values ($1, $2, $3, '{17}', 25)`,
        [parent.id, child.id, TOMORROW],
      )
      await tab.query('commit')
      await tab.end()
    }
    expect(await placesOfTomorrow()).toBe(2)
  })
})

async function connect() {
  const tab = new pg.Client({ connectionString: app.databaseUrl })
  await tab.connect()
  return tab
}
