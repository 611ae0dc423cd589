import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql, toJson } from '../db/sql'

/** Rob joined Ana's family, whose child he must not pick up. */
const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
const BAR = [
  { name: 'Lee, Rób', note: 'Court order' },
  { name: 'Bo Ray', note: null },
]
let ana: TestClient
let rob: TestClient
let anaId: string
let robId: string
let child: { id: string; name: string }

beforeEach(async () => {
  const [first, second] = [
    await make.aParent({ full_name: 'Ana Lee' }),
    await make.aParent({ full_name: 'Rob Lee' }),
  ]
  await joinInto(app, first, second)
  child = await make.aChild(first)
  await setBar(BAR)
  ana = await app.as(first)
  rob = await app.as(second)
  anaId = first.id
  robId = second.id
})

const setBar = (people: object[]) =>
  execute(
    app.services.db,
    sql`update children set must_not_pick_up = ${toJson(people)}::jsonb where id = ${child.id}`,
  )
const change = (by: TestClient, must_not_pick_up: object[], path = '/api/children') =>
  by.patch(`${path}/${child.id}`, { must_not_pick_up, version: 1 })
const rename = (full_name: string) => rob.patch('/api/profile', { full_name, version: 1 })

it('an adult gets round no entry about themselves with a second child of the name or by renaming the child', async () => {
  const again = await rob.post('/api/children', {
    name: ` ${child.name.toUpperCase()} `,
    must_not_pick_up: [BAR[1]],
  })
  expect(again.body).toMatchObject({ must_not_pick_up: BAR })
  const renamed = await rob.patch(`/api/children/${child.id}`, { name: 'Somebody Else', version: 1 })
  expect([renamed.status, renamed.body.error.message]).toEqual([
    409,
    "Please ask the office to change this child's name.",
  ])
  expect((await ana.patch(`/api/children/${child.id}`, { name: 'Amy Lee', version: 1 })).status).toBe(200)
})

it('a child that gets the name of another one of the family gets its entries, whoever renames it', async () => {
  const decoy = (client: TestClient) => client.post('/api/children', { name: 'Amy' })
  const named = { name: ` ${child.name.toUpperCase()}`, version: 1 }
  const first = (await decoy(rob)).body
  const entry = { name: 'Al Ray', note: null }
  const by = await rob.patch(`/api/children/${first.id}`, { ...named, must_not_pick_up: [entry] })
  expect([by.status, by.body.must_not_pick_up]).toEqual([200, [...BAR, entry]])
  const second = (await decoy(rob)).body
  const office = await staff.patch(`/api/admin/children/${second.id}`, named)
  expect([office.status, office.body.must_not_pick_up]).toEqual([200, [...BAR, entry]])
  // Activity says that the list changed.
  const log = sql`select detail from audit_log where action = 'child.update' and row_id = ${second.id}`
  expect(await rows(app.services.db, log)).toEqual([{ detail: { must_not_pick_up: true } }])
})

it('also if the other one was removed, and not if it is another family’s', async () => {
  await make.aRegistration({ ...child, parent_id: anaId }, await make.aMonth())
  expect((await ana.delete(`/api/children/${child.id}`)).status).toBe(200)
  const { id } = (await rob.post('/api/children', { name: 'Amy' })).body
  const { status, body } = await rob.patch(`/api/children/${id}`, { name: child.name, version: 1 })
  expect([status, body.must_not_pick_up]).toEqual([200, BAR])
  const stranger = await make.aParent()
  const theirs = await make.aChild(stranger, { name: 'Amy' })
  const client = await app.as(stranger)
  const renamed = await client.patch(`/api/children/${theirs.id}`, { name: child.name, version: 1 })
  expect([renamed.status, renamed.body.must_not_pick_up]).toEqual([200, []])
})

it('a child is not renamed where the entries together are too many', async () => {
  const others = ['A', 'B', 'C', 'D'].map((name) => ({ name, note: null }))
  const amy = await rob.post('/api/children', { name: 'Amy', must_not_pick_up: others })
  const { status, body } = await rob.patch(`/api/children/${amy.body.id}`, { name: child.name, version: 1 })
  expect([status, Object.keys(body.error.fields)]).toEqual([422, ['must_not_pick_up']])
})

it('an entry that the other child gets at the same moment counts', async () => {
  await setBar([])
  const { id } = (await rob.post('/api/children', { name: 'Amy' })).body
  const held = await holdLock(app, 'select from children where id = $1 for update', [child.id])
  const barring = change(ana, BAR)
  await untilWaiting(app, 1)
  const renaming = rob.patch(`/api/children/${id}`, { name: child.name, version: 1 })
  await untilWaiting(app, 2)
  await held.release()
  expect((await barring).status).toBe(200)
  expect((await renaming).body).toMatchObject({ must_not_pick_up: BAR })
})

it('an adult neither strikes nor alters an entry about themselves; another adult and staff do', async () => {
  for (const people of [
    [],
    BAR.slice(1),
    [{ name: 'Lee, Rób', note: null }],
    [{ ...BAR[0], name: 'Bob Lee' }],
  ]) {
    const { status, body } = await change(rob, people)
    expect([status, body.error.message]).toEqual([409, 'Please ask the office to change this entry.'])
  }
  // Everything else stays theirs.
  expect((await change(rob, [{ name: 'Al Ray', note: null }, ...BAR.slice(0, 1)])).status).toBe(200)
  expect((await rob.patch(`/api/children/${child.id}`, { notes: 'Naps', version: 2 })).status).toBe(200)
  await execute(app.services.db, sql`update children set version = 1 where id = ${child.id}`)
  expect((await change(ana, [])).status).toBe(200)
  await execute(app.services.db, sql`update children set version = 1 where id = ${child.id}`)
  await setBar(BAR)
  expect((await change(staff, [], '/api/admin/children')).status).toBe(200)
})

it('an adult does not go by another name while their own must not pick up; staff change it', async () => {
  const { status, body } = await rename('Bob Lee')
  expect([status, body.error.message]).toEqual([409, 'Please ask the office to change your name.'])
  expect((await rename('ROB Lee')).status).toBe(200)
  expect((await rob.patch('/api/profile', { phone: '555-0100', version: 2 })).status).toBe(200)
  const edit = { full_name: 'Bob Lee', version: 3 }
  expect((await staff.patch(`/api/admin/parents/${robId}`, edit)).status).toBe(200)
})

it('an entry that is being saved at the same moment counts', async () => {
  await setBar([])
  const held = await holdLock(app, 'select from children where id = $1 for update', [child.id])
  const barring = change(ana, BAR)
  await untilWaiting(app, 1)
  const renaming = rename('Bob Lee')
  await untilWaiting(app, 2)
  await held.release()
  expect([(await barring).status, (await renaming).status]).toEqual([200, 409])
})

it('an adult does not delete a child that they must not pick up; another adult does', async () => {
  const { status, body } = await rob.delete(`/api/children/${child.id}`)
  expect([status, body.error.message]).toEqual([409, 'Please ask the office to delete this child.'])
  expect((await ana.delete(`/api/children/${child.id}`)).status).toBe(200)
})
