import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

const app = await testApp()
const unlocked = await testApp()
disableLocks(unlocked)
beforeEach(() =>
  Promise.all([app, unlocked].map(({ services }) => execute(services.db, sql`delete from months`))),
)

/** One admin publishes a draft, another deletes it; both have come to its row before either may write it. */
async function publishAndDelete(of: TestApp, first: 'publish' | 'delete') {
  const make = buildersFor(of.services.db)
  const [one, two] = [await of.as(await make.anAdmin()), await of.as(await make.anAdmin())]
  const { id } = await make.aMonth({ is_active: false })
  const path = `/api/admin/months/${id}`
  const save = { day_types: {}, closed_days: [], is_active: true, version: 1 }
  const holder = await holdLock(of, 'select from months where id = $1 for update', [id])
  const acts = { publish: () => one.patch(path, save), delete: () => two.delete(path) }
  const second = first === 'publish' ? 'delete' : 'publish'
  const leading = acts[first]()
  await untilWaiting(of, 1)
  const following = acts[second]()
  await untilWaiting(of, 2)
  await holder.release()
  const statuses = { [first]: (await leading).status, [second]: (await following).status }
  const audit = await rows<{ action: string; is_active: boolean | null }>(
    of.services.db,
    sql`select action, (detail ->> 'is_active')::boolean as is_active from audit_log where row_id = ${id} order by id`,
  )
  const left = await rows(of.services.db, sql`select from months where id = ${id}`)
  return { statuses, audit, left: left.length }
}

describe('publishing a month while it is deleted', () => {
  it('does not find the month if the deletion comes first', async () => {
    expect(await publishAndDelete(app, 'delete')).toEqual({
      statuses: { delete: 200, publish: 404 },
      audit: [{ action: 'months.delete', is_active: false }],
      left: 0,
    })
  })

  it("is part of the deletion's audit entry if it comes first", async () => {
    expect(await publishAndDelete(app, 'publish')).toEqual({
      statuses: { publish: 200, delete: 200 },
      audit: [
        { action: 'months.publish', is_active: null },
        { action: 'months.delete', is_active: true },
      ],
      left: 0,
    })
  })

  it('control: fails halfway without the locks', async () => {
    expect((await publishAndDelete(unlocked, 'delete')).statuses).toEqual({ delete: 200, publish: 500 })
  })

  it('control: is recorded as the deletion of a draft without the locks', async () => {
    expect((await publishAndDelete(unlocked, 'publish')).audit.at(-1)).toEqual({
      action: 'months.delete',
      is_active: false,
    })
  })
})

/** One admin publishes a draft while another saves new prices, who comes when the draft has been compared. */
async function publishWhilePricesChange(of: TestApp) {
  await execute(of.services.db, sql`delete from settings`)
  const make = buildersFor(of.services.db)
  const [one, two] = [await of.as(await make.anAdmin()), await of.as(await make.anAdmin())]
  const { id } = await make.aMonth({ is_active: false })
  const holder = await holdLock(of, 'select from months where id = $1 for update', [id])
  const save = { day_types: {}, closed_days: [], is_active: true, version: 1 }
  const publishing = one.patch(`/api/admin/months/${id}`, save)
  await untilWaiting(of, 1)
  const pricing = two.put('/api/admin/pricing', { regular_price: 25, special_price: 35, version: 0 })
  // With the locks off nothing makes it wait.
  await Promise.race([pricing, untilWaiting(of, 2)])
  await holder.release()
  const statuses = [(await publishing).status, (await pricing).status]
  const [month] = await rows<{ is_active: boolean; regular_price: number }>(
    of.services.db,
    sql`select is_active, regular_price::float8 as regular_price from months where id = ${id}`,
  )
  return { statuses, month }
}

describe('publishing a draft while prices are saved', () => {
  it('never leaves a published month at the old price', async () => {
    expect(await publishWhilePricesChange(app)).toEqual({
      statuses: [200, 200],
      month: { is_active: true, regular_price: 25 },
    })
  })

  it('control: leaves one without the locks', async () => {
    expect(await publishWhilePricesChange(unlocked)).toEqual({
      statuses: [200, 200],
      month: { is_active: true, regular_price: 20 },
    })
  })
})
