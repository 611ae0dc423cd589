import pg from 'pg'
import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { rows, sql } from '../db/sql'

/** Several tablets at once, on a real PostgreSQL. It is Monday, November 16, 2026, 4:00 PM. */

const DAY = '2026-11-16'

const app = await testApp({ now: `${DAY}T16:00:00-05:00` })
const make = buildersFor(app.services.db)
const tablets = await Promise.all(Array.from({ length: 8 }, async () => app.as(await make.anAdmin())))
const month = await make.aMonth({ month_name: 'November' })

const aGuest = (n: number) =>
  make.aGuestRegistration(month, { selected_days: [16], guest_child_name: `Otis ${n}` })

const sendMark = (tablet: TestClient | undefined, submission: { id: string }, values: object) =>
  (tablet as TestClient).post('/api/admin/board/marks', {
    submission_id: submission.id,
    day: DAY,
    at: `${DAY}T15:30:00-05:00`,
    version: 0,
    ...values,
  })

const marksOf = ({ id }: { id: string }) =>
  rows<{ version: number; arrived_at: string }>(
    app.services.db,
    sql`select version, arrived_at from attendance_marks where submission_id = ${id}`,
  )

it('stores one mark for a child marked by eight tablets at once, and returns it to the other seven', async () => {
  for (let trial = 0; trial < 5; trial += 1) {
    const child = await aGuest(trial)
    const responses = await Promise.all(
      tablets.map((tablet, n) =>
        sendMark(tablet, child, { change: 'arrived', at: `${DAY}T15:3${n}:00-05:00` }),
      ),
    )
    const [winner, ...others] = responses.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    for (const { status, body } of responses.filter((response) => response !== winner)) {
      expect([status, body.error.code]).toEqual([409, 'mark-conflict'])
      expect(body.error.stored).toEqual(winner?.body)
    }
    expect(await marksOf(child)).toEqual([{ version: 1, arrived_at: winner?.body.arrived_at }])
  }
})

it('stores one of two later changes at once', async () => {
  const child = await aGuest(20)
  await sendMark(tablets[0], child, { change: 'arrived' })
  const responses = await Promise.all([
    sendMark(tablets[1], child, {
      change: 'picked_up',
      picked_up_by: 'Grace',
      release_anyway: true,
      version: 1,
    }),
    sendMark(tablets[2], child, { change: 'undo_arrived', version: 1 }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await marksOf(child)).toMatchObject([{ version: 2 }])
})

it('stores several children picked up together once, although four tablets name them in opposite orders', async () => {
  for (let trial = 0; trial < 5; trial += 1) {
    const children = [await aGuest(40 + 2 * trial), await aGuest(41 + 2 * trial)]
    for (const child of children) await sendMark(tablets[0], child, { change: 'arrived' })
    const pickUps = (by: string) =>
      children.map(({ id }) => ({
        submission_id: id,
        day: DAY,
        at: `${DAY}T15:45:00-05:00`,
        version: 1,
        change: 'picked_up',
        picked_up_by: by,
        release_anyway: true,
      }))
    const send = (n: number, marks: object[]) =>
      (tablets[n] as TestClient).post('/api/admin/board/marks/batch', { marks })
    const responses = await Promise.all([
      send(0, pickUps('Grace')),
      send(1, pickUps('Joel').reverse()),
      send(2, pickUps('Nia')),
      send(3, pickUps('Theo').reverse()),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const people = await rows<{ by: string }>(
      app.services.db,
      sql`select distinct picked_up_by as by from attendance_marks
        where submission_id = any(${children.map(({ id }) => id)})`,
    )
    expect(people).toHaveLength(1)
  }
})

it('would deadlock if several children were locked in the order they are named', async () => {
  const children = [await aGuest(60), await aGuest(61)] as const
  const connections = [await connect(), await connect()] as const
  const lock = (connection: pg.Client, { id }: { id: string }) =>
    connection.query('select 1 from submissions where id = $1 for no key update', [id])
  for (const [n, connection] of connections.entries()) {
    await connection.query('begin')
    await lock(connection, children[n as 0 | 1])
  }
  const outcomes = await Promise.allSettled([
    lock(connections[0], children[1]),
    lock(connections[1], children[0]),
  ])
  for (const connection of connections) await connection.end()
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('stores five hundred marks at once, each once, although every one is sent twice', async () => {
  const before = await countRows(app.services.db, 'attendance_marks')
  const children = await Promise.all(Array.from({ length: 500 }, (_, n) => aGuest(1000 + n)))
  // Without composing mails after each, which would need a connection too.
  const send = async (child: { id: string }, n: number): Promise<Response> => {
    const at = `${DAY}T15:30:00-05:00`
    const response = await (tablets[n % tablets.length] as TestClient).raw('/api/admin/board/marks', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `mark-${child.id}` },
      body: JSON.stringify({ submission_id: child.id, day: DAY, at, version: 0, change: 'arrived' }),
    })
    // A thousand at once can be too many for a busy machine: a tablet sends its marks again.
    return response.status === 503 ? send(child, n) : response
  }
  const responses = await Promise.all([...children, ...children].map((child, n) => send(child, n % 500)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countRows(app.services.db, 'attendance_marks')).toBe(before + 500)
  const twice = sql`select submission_id from attendance_marks where version <> 1
    and submission_id = any(${children.map(({ id }) => id)})`
  expect(await rows(app.services.db, twice)).toEqual([])
})

it('control: loses a mark without checking the version', async () => {
  const child = await aGuest(30)
  await sendMark(tablets[0], child, { change: 'arrived' })
  const connections = await Promise.all([0, 1].map(() => connect()))
  for (const connection of connections) {
    await connection.query('begin')
    const seen = await connection.query('select version from attendance_marks where submission_id = $1', [
      child.id,
    ])
    expect(seen.rows).toEqual([{ version: 1 }])
  }
  for (const [n, connection] of connections.entries()) {
    await connection.query(
      'update attendance_marks set note = $2, version = version + 1 where submission_id = $1',
      [child.id, `tablet ${n}`],
    )
    await connection.query('commit')
    await connection.end()
  }
  // Both saw the same mark and both wrote: the first note is lost without an error.
  expect(
    await rows(app.services.db, sql`select note from attendance_marks where submission_id = ${child.id}`),
  ).toEqual([{ note: 'tablet 1' }])
})

async function connect() {
  const connection = new pg.Client({ connectionString: app.databaseUrl })
  await connection.connect()
  return connection
}
