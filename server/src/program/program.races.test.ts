import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, testApp } from '../../testing/test-app'

const PATH = '/api/admin/program'
const DETAILS = { name: 'Hill', contact_email: 'office@hill.example', contact_phone: null }

const app = await testApp()
const other = await testApp({ databaseUrl: app.databaseUrl })
const unlocked = await testApp()
const otherUnlocked = await testApp({ databaseUrl: unlocked.databaseUrl })
disableLocks(unlocked)
disableLocks(otherUnlocked)

/** Both instances have read the stored version when the first may write. */
async function saveOnBoth(one: TestApp, two: TestApp) {
  const admin = await buildersFor(one.services.db).anAdmin()
  const [staff, elsewhere] = [await one.as(admin), await two.as(admin)]
  const { version } = (await staff.get(PATH)).body
  const first = await staff.put(PATH, { ...DETAILS, time_zone: 'America/New_York', version })
  expect(first.status).toBe(200)
  const held = await holdLock(one, "select 1 from settings where key = 'program' for update", [])
  const body = (time_zone: string) => ({ ...DETAILS, time_zone, version: first.body.version })
  const saves = Promise.all([
    staff.put(PATH, body('America/Chicago')),
    elsewhere.put(PATH, body('America/Denver')),
  ])
  await untilWaiting(one, 2)
  await held.release()
  return saves
}

describe('two instances that save a time zone at the same moment', () => {
  it('one is saved, the other is told, and both use the saved one', async () => {
    const responses = await saveOnBoth(app, other)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = responses.find(({ status }) => status === 200)?.body.time_zone
    const zones = () => [app, other].map(({ services }) => services.config.program.timeZone)
    await expect.poll(zones).toEqual([winner, winner])
  })

  it('control: without locks the second overwrites the first, unseen', async () => {
    const responses = await saveOnBoth(unlocked, otherUnlocked)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  })
})
