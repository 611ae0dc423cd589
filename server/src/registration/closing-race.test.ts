import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** RACE_ROUNDS asks for the long form, whose figures are printed. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 20)
const MAX_ROUNDS = 1_000
const DAY = 9

const app = await testApp()
const unlocked = await testApp()
disableLocks(unlocked)

async function peopleOf(of: TestApp) {
  const make = buildersFor(of.services.db)
  const parent = await make.aParent()
  return { make, parent, family: await of.as(parent), staff: await of.as(await make.anAdmin()) }
}

type People = Awaited<ReturnType<typeof peopleOf>>
type Round = { isRegistered: boolean; seenByStaff: number }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A family registers for the day that staff close. What staff are answered counts the registrations of the month at the
 * moment of closing: a registration that is stored but was not counted was sold after the day was closed.
 */
async function closeWhileRegistering(of: TestApp, people: People, number: number): Promise<Round> {
  const { make, parent, family, staff } = people
  const { db } = of.services
  await execute(db, sql`delete from submissions`)
  await execute(db, sql`delete from months`)
  // One family registers more often here than any is let.
  await execute(db, sql`delete from rate_limits`)
  const [child, month] = [await make.aChild(parent), await make.aMonth({ day_types: {} })]
  // Either may be the first, by more or by less.
  const ahead = ((number % 9) - 4) * 1.5
  const register = async () => {
    if (ahead > 0) await pause(ahead)
    const body = { month_id: month.id, child_ids: [child.id], selected_days: [DAY], agreed: true }
    return family.post('/api/submissions', body)
  }
  const close = async () => {
    if (ahead < 0) await pause(-ahead)
    return staff.patch(`/api/admin/months/${month.id}`, { day_types: {}, closed_days: [DAY], version: 1 })
  }
  const [registered, closed] = await Promise.all([register(), close()])
  expect(closed.status).toBe(200)
  expect([200, 409]).toContain(registered.status)
  return { isRegistered: registered.status === 200, seenByStaff: closed.body.submission_count }
}

const isLost = ({ isRegistered, seenByStaff }: Round) => seenByStaff !== (isRegistered ? 1 : 0)

describe('registering for a day while staff close it', () => {
  it(
    `never books the day after it is closed, in ${ROUNDS} rounds`,
    async () => {
      const people = await peopleOf(app)
      const rounds: Round[] = []
      for (let number = 0; number < ROUNDS; number += 1)
        rounds.push(await closeWhileRegistering(app, people, number))
      expect(rounds.filter(isLost)).toEqual([])
      const registered = rounds.filter(({ isRegistered }) => isRegistered).length
      if (process.env.RACE_ROUNDS)
        process.stdout.write(`figures: ${ROUNDS} rounds, ${registered} registered first, 0 lost\n`)
    },
    120_000 + ROUNDS * 500,
  )

  it('control: books it sooner or later without the locks', async () => {
    const people = await peopleOf(unlocked)
    let number = 0
    while (!isLost(await closeWhileRegistering(unlocked, people, number))) {
      number += 1
      expect(number).toBeLessThan(MAX_ROUNDS)
    }
  })
})

describe('two edits from one version', () => {
  /** Both have read the submission before either may write it. */
  async function editTwice(of: TestApp) {
    const { make, parent, family } = await peopleOf(of)
    const month = await make.aMonth({ year: 2027, day_types: {} })
    const held = await make.aRegistration(await make.aChild(parent), month, { selected_days: [8] })
    const edit = (client: TestClient, selected_days: number[]) =>
      client.patch(`/api/submissions/${held.id}`, { selected_days, agreed: true, version: 1 })
    const holder = await holdLock(of, 'select from submissions where id = $1 for update', [held.id])
    const responses = [edit(family, [9]), edit(family, [8, 10])]
    await untilWaiting(of, 2)
    await holder.release()
    const settled = await Promise.all(responses)
    const [stored] = (await family.get('/api/submissions')).body.rows
    return { statuses: settled.map(({ status }) => status).sort(), entries: stored.edit_history.length }
  }

  it('store one and reject the other, although both waited for the same row', async () => {
    expect(await editTwice(app)).toEqual({ statuses: [200, 409], entries: 1 })
  })

  it('control: both succeed without the locks, and one of them is lost', async () => {
    expect(await editTwice(unlocked)).toEqual({ statuses: [200, 200], entries: 1 })
  })
})
