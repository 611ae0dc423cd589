import { rows, sql } from '../src/db/sql'
import { buildersFor } from './builders'
import { disableLocks, holdLock, untilWaiting } from './race-helpers'
import { type TestApp, type TestAppOptions, type TestClient, testApp } from './test-app'

/** Dana has a child, and Kemi is about to join her family or has joined it. */
export type World = {
  app: TestApp
  dana: { id: string; email: string }
  kemi: { id: string; email: string }
  child: { id: string }
  month: { id: string }
  /** Of the month: no two worlds of a file have the same. */
  year: number
  first: TestClient
  second: TestClient
}

/** The app, one without its locks as a control, and the families of the tests. */
export async function startGuardedAndUnguarded(options: TestAppOptions = {}) {
  const guarded = await testApp(options)
  const unguarded = await testApp(options)
  disableLocks(unguarded)
  let lastYear = 2030

  async function aWorld(app: TestApp): Promise<World> {
    const make = buildersFor(app.services.db)
    const [dana, kemi] = [await make.aParent(), await make.aParent()]
    lastYear += 1
    return {
      app,
      dana,
      kemi,
      child: await make.aChild(dana),
      month: await make.aMonth({ year: lastYear, day_types: {} }),
      year: lastYear,
      first: await app.as(dana),
      second: await app.as(kemi),
    }
  }

  return { guarded, unguarded, aWorld }
}

export const weekdays = ({ year }: World, monthIndex = 11) =>
  [8, 9, 10, 11].filter((n) => ![0, 6].includes(new Date(Date.UTC(year, monthIndex, n)).getUTCDay()))

/** A month with one day, which is full. */
export async function aFullDay(world: World) {
  const make = buildersFor(world.app.services.db)
  const day = weekdays(world, 0)[0] ?? 8
  const month = await make.aMonth({
    month_name: 'January',
    year: world.year,
    day_seats: { [day]: 1 },
    day_types: {},
  })
  await make.aRegistration(await make.aChild(await make.aParent()), month, { selected_days: [day] })
  return { month_id: month.id, day }
}

export const membersOf = ({ app, dana }: World) =>
  rows<{ member_id: string }>(
    app.services.db,
    sql`select member_id from family_members where parent_id = ${dana.id}`,
  )

export const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

/** All requests start, wait for the same lock held elsewhere, and go on together. */
export async function together<T>({ app }: World, lock: [string, unknown[]], requests: (() => Promise<T>)[]) {
  const holder = await holdLock(app, ...lock)
  const responses = requests.map((request) => request())
  await untilWaiting(app, requests.length)
  await holder.release()
  return Promise.all(responses)
}
