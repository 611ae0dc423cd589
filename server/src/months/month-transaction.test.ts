import { beforeAll, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'

/** More than the pool has connections. */
const REQUESTS = 25

const app = await testApp()
const { aParent, anAdmin, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn } = buildersFor(
  app.services.db,
)

let parent: TestClient
let staff: TestClient
let ids: Record<'month' | 'child' | 'registration' | 'claimed' | 'dropIn', string>

beforeAll(async () => {
  const family = await aParent()
  const child = await aChild(family)
  const month = await aMonth({ month_name: 'November', seats: 100 })
  parent = await app.as(family)
  staff = await app.as(await anAdmin())
  ids = {
    month: month.id,
    child: child.id,
    registration: (await aRegistration(child, month, { selected_days: [18] })).id,
    claimed: (await aGuestRegistration(month, { selected_days: [19] })).id,
    dropIn: (await aDropIn('2026-11-17')).id,
  }
})

const registration = (path = '') => `/api/admin/submissions/${ids.registration}${path}`
const DAYS = { selected_days: [20], version: 1 }
const GUEST = { guest_parent_name: 'Kim', guest_child_name: 'Ada', guest_child_allergies: 'None' }

/** Everything that locks a month. What becomes of each is tested elsewhere. */
const WRITES: Record<string, (n: number) => Promise<{ status: number }>> = {
  'registrations by guests': (n) =>
    app.visitor.post('/api/submissions', {
      ...GUEST,
      guest_parent_email: `registers-${n}@example.com`,
      month_id: ids.month,
      selected_days: [20],
      agreed: true,
    }),
  'edits by parents': () => parent.patch(`/api/submissions/${ids.registration}`, { ...DAYS, agreed: true }),
  'edits by staff': () => staff.patch(registration('/days'), DAYS),
  cancellations: () => staff.post(registration('/cancel'), { reason: 'x', fee: 'none', version: 1 }),
  'undone cancellations': () => staff.post(registration('/undo-cancel'), { version: 1 }),
  'requests to cancel': () =>
    parent.post(`/api/submissions/${ids.registration}/cancel-request`, { text: 'Please' }),
  'declined requests': () => staff.post(registration('/decline-cancel'), { answer: 'No', asked_at: 'then' }),
  'drop-ins by parents': () =>
    parent.post('/api/drop-ins', { child_id: ids.child, dropin_date: '2026-11-17', agreed: true }),
  'drop-ins by guests': (n) =>
    app.visitor.post('/api/drop-ins', {
      ...GUEST,
      guest_parent_email: `drops-in-${n}@example.com`,
      dropin_date: '2026-11-17',
      agreed: true,
    }),
  'drop-ins by staff': () =>
    staff.post('/api/admin/drop-ins', {
      ...GUEST,
      guest_parent_email: 'kim@example.com',
      guest_parent_phone: '555-0100',
      dropin_date: '2026-11-17',
    }),
  'removed drop-ins': () => staff.delete(`/api/admin/drop-ins/${ids.dropIn}`),
  'seat watches': () => parent.post('/api/seat-watches', { month_id: ids.month, day: 20 }),
  claims: () => parent.post(`/api/guest-claims/${ids.claimed}`, { child_id: ids.child }),
}

const lockMonth = () => holdLock(app, 'select from months where id = $1 for update', [ids.month])

it.each(Object.entries(WRITES))('%s that wait for a month leave connections for others', async (_, write) => {
  const lock = await lockMonth()
  const responses = Promise.all(Array.from({ length: REQUESTS }, (_, n) => write(n)))
  await untilWaiting(app, 5)
  // Without room in the pool these would wait until the lock is released, which is after them.
  const others = await Promise.all(Array.from({ length: 5 }, () => parent.get('/api/dashboard')))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await lock.release()
  expect((await responses).filter(({ status }) => status >= 500)).toEqual([])
})

it('all of them together share the connections of their month', async () => {
  const lock = await lockMonth()
  const responses = Promise.all(
    Array.from({ length: 3 }, (_, n) => Object.values(WRITES).map((write) => write(100 + n))).flat(),
  )
  await untilWaiting(app, 6)
  expect((await parent.get('/api/dashboard')).status).toBe(200)
  await lock.release()
  expect((await responses).filter(({ status }) => status >= 500)).toEqual([])
})

it('three months at once leave connections for others', async () => {
  const months = [
    ids.month,
    (await aMonth({ month_name: 'December' })).id,
    (await aMonth({ month_name: 'January', year: 2027 })).id,
  ]
  const lock = await holdLock(app, 'select from months where id = any($1::uuid[]) for update', [months])
  const responses = Promise.all(
    months.flatMap((month_id) =>
      Array.from({ length: 10 }, (_, n) => parent.post('/api/seat-watches', { month_id, day: n + 1 })),
    ),
  )
  await untilWaiting(app, 18)
  expect((await parent.get('/api/dashboard')).status).toBe(200)
  await lock.release()
  expect((await responses).filter(({ status }) => status >= 500)).toEqual([])
})
