import { DEFAULT_PICKUP_SETTINGS } from '@aftercare/domain/board/pickup-times'
import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp()
const admin = await buildersFor(app.services.db).anAdmin()
const staff = await app.as(admin)

const ADDRESS = '/api/admin/pickup-times'

it('are the defaults until staff change them, one save after another', async () => {
  expect((await staff.get(ADDRESS)).body).toEqual({ ...DEFAULT_PICKUP_SETTINGS, version: 0 })
  const changed = { ...DEFAULT_PICKUP_SETTINGS, monday: '18:00', special: '15:45' }
  const saved = await staff.put(ADDRESS, { ...changed, version: 0 })
  expect([saved.status, saved.body]).toEqual([200, { ...changed, version: 1 }])
  expect((await staff.get(ADDRESS)).body).toEqual({ ...changed, version: 1 })
  const late = await staff.put(ADDRESS, { ...DEFAULT_PICKUP_SETTINGS, version: 0 })
  expect([late.status, late.body.error]).toEqual([
    409,
    expect.objectContaining({ code: 'stale-version', stored: { ...changed, version: 1 } }),
  ])
  const [entry] = await storedRows(app.services.db, 'audit_log', sql`where action = 'pickup-times.save'`)
  expect(entry).toMatchObject({
    actor_id: admin.id,
    detail: { before: DEFAULT_PICKUP_SETTINGS, after: changed },
  })
})

it('leave today open for drop-ins until staff say otherwise', async () => {
  const { version, ...stored } = (await staff.get(ADDRESS)).body
  expect(stored.no_late_drop_ins).toBe(false)
  const on = await staff.put(ADDRESS, { ...stored, no_late_drop_ins: true, version })
  expect(on).toMatchObject({ status: 200, body: { no_late_drop_ins: true, version: version + 1 } })
  expect((await staff.put(ADDRESS, { ...stored, version })).status).toBe(409)
  expect((await staff.get(ADDRESS)).body.no_late_drop_ins).toBe(true)
  const { no_late_drop_ins: _, ...times } = stored
  const { body } = await staff.put(ADDRESS, { ...times, version: version + 1 })
  expect(body).toMatchObject({ no_late_drop_ins: false, version: version + 2 })
})

it('begin at the usual times for a client that does not know them', async () => {
  const { version, ...stored } = (await staff.get(ADDRESS)).body
  const old = Object.fromEntries(Object.entries(stored).filter(([key]) => !key.endsWith('_begins')))
  const { status, body } = await staff.put(ADDRESS, { ...old, version })
  expect([status, body]).toEqual([200, { ...stored, version: version + 1 }])
})

it('must all be times', async () => {
  const { friday: _, ...incomplete } = DEFAULT_PICKUP_SETTINGS
  const { status, body } = await staff.put(ADDRESS, {
    ...incomplete,
    monday: '25:00',
    special: '',
    noon_begins: '12',
    version: 1,
  })
  expect(status).toBe(422)
  expect(body.error.fields).toEqual({
    monday: 'Please enter a time',
    friday: 'Please enter a time',
    special: 'Please enter a time',
    noon_begins: 'Please enter a time',
  })
})
