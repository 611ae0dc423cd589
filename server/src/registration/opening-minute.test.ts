import { expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'

/** More than the pool has connections. */
const FAMILIES = 30

const app = await testApp()

/** The same id in capitals here and there. */
const respelled = (id: string, n: number) =>
  [...id].map((letter, at) => ((n >> (at % 5)) & 1 ? letter.toUpperCase() : letter)).join('')

test('registrations that wait for their month leave connections for everybody else', async () => {
  const { aParent, aChild, aMonth } = buildersFor(app.services.db)
  const month = await aMonth({ seats: 100, day_types: {} })
  const lock = await holdLock(app, 'select 1 from months where id = $1 for update', [month.id])
  const parents = await Promise.all(Array.from({ length: FAMILIES }, () => aParent()))
  const clients = await Promise.all(parents.map((parent) => app.as(parent)))
  const children = await Promise.all(parents.map((parent) => aChild(parent)))
  const registered = clients.map((client, index) =>
    client.post('/api/submissions', {
      month_id: respelled(month.id, index),
      child_ids: [children[index]?.id],
      selected_days: [9],
      agreed: true,
    }),
  )
  await untilWaiting(app, 5)
  const other = await app.as(await aParent())
  // Without room in the pool these would wait until the lock is released, which is after them.
  const dashboards = await Promise.all(Array.from({ length: 5 }, () => other.get('/api/dashboard')))
  expect(dashboards.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await lock.release()
  const statuses = (await Promise.all(registered)).map(({ status }) => status)
  expect(statuses).toEqual(Array.from({ length: FAMILIES }, () => 200))
  expect(await countRows(app.services.db, 'submissions')).toBe(FAMILIES)
})
