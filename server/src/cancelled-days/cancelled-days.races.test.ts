import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { type TestApp, testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp()
const unlocked = await testApp()
disableLocks(unlocked)

/** Days of 2027 for which a child is booked already. */
const DATES = { February: '2027-02-04', March: '2027-03-04', April: '2027-04-05' }

async function aBookedDay(of: TestApp, month_name: keyof typeof DATES) {
  const make = buildersFor(of.services.db)
  const month = await make.aMonth({ month_name, year: 2027, day_types: {} })
  const date = DATES[month_name]
  const parent = await make.aParent()
  await make.aGuestRegistration(month, { selected_days: [Number(date.slice(8))] })
  const [family, staff] = [await of.as(parent), await of.as(await make.anAdmin())]
  const message = { date, subject: 'Snow', text: 'Stay home.', cancelled: true, fees: 'credit' }
  const cancel = () => staff.post('/api/admin/family-messages', message)
  return { make, month, parent, family, cancel }
}

/** Both have read what they need before either may write a submission. */
async function together<One, Other>(of: TestApp, one: () => Promise<One>, other: () => Promise<Other>) {
  const held = await holdLock(of, 'lock table submissions in share row exclusive mode', [])
  const first = one()
  await untilWaiting(of, 1)
  const second = other()
  await untilWaiting(of, 2)
  await held.release()
  return Promise.all([first, second])
}

const stored = async (of: TestApp, childId: string) => {
  const [row] = await storedRows(of.services.db, 'submissions', sql`where child_id = ${childId}`)
  return row
}

describe('cancelling a day while a family edits', () => {
  async function race(of: TestApp) {
    const { make, month, parent, family, cancel } = await aBookedDay(of, 'February')
    const child = await make.aChild(parent)
    const { id } = await make.aRegistration(child, month, { selected_days: [3, 4], total_fee_cents: 4000 })
    const edit = () =>
      family.patch(`/api/submissions/${id}`, { selected_days: [3, 4, 5], agreed: true, version: 1 })
    const [edited] = await together(of, edit, cancel)
    return { status: edited.status, row: await stored(of, child.id) }
  }

  it('credits what the edit left', async () => {
    const { status, row } = await race(app)
    expect(status).toBe(200)
    expect(row).toMatchObject({
      selected_days: [3, 4, 5],
      total_fee_cents: 4000,
      day_prices: { 3: 20, 4: 0, 5: 20 },
      credits: { 4: 20 },
    })
  })

  it('control: loses one of the two without the locks', async () => {
    const { row } = await race(unlocked)
    const isBoth = row?.credits['4'] === 20 && row.selected_days.includes(5)
    expect(isBoth).toBe(false)
  })
})

describe('cancelling a day while a family registers', () => {
  async function race(of: TestApp) {
    const { make, month, parent, family, cancel } = await aBookedDay(of, 'March')
    const child = await make.aChild(parent)
    const request = { month_id: month.id, child_ids: [child.id], selected_days: [4], agreed: true }
    const [registered, cancelled] = await together(of, () => family.post('/api/submissions', request), cancel)
    expect(cancelled.status).toBe(200)
    return { status: registered.status, fee: (await stored(of, child.id))?.total_fee_cents }
  }

  it('credits the one who was first', async () => {
    expect(await race(app)).toEqual({ status: 200, fee: 0 })
  })

  it('control: charges for a cancelled day without the locks', async () => {
    expect(await race(unlocked)).toEqual({ status: 200, fee: 2000 })
  })
})

describe('cancelling a day while staff bill a registration', () => {
  it('credits it, also among many others', async () => {
    const { make, month, parent, cancel } = await aBookedDay(app, 'April')
    // Enough for a plan whose subqueries are not evaluated again for a row that changed meanwhile.
    for (let number = 0; number < 45; number += 1)
      await make.aGuestRegistration(month, { selected_days: [5] })
    const child = await make.aChild(parent)
    const { id } = await make.aRegistration(child, month, { selected_days: [1, 5], total_fee_cents: 4000 })
    const billing = new pg.Client({ connectionString: app.databaseUrl })
    await billing.connect()
    await billing.query('begin')
    await billing.query("update submissions set billed_status = 'billed' where id = $1", [id])
    const cancelling = cancel()
    await untilWaiting(app, 1)
    await billing.query('commit')
    await billing.end()
    expect((await cancelling).status).toBe(200)
    expect(await stored(app, child.id)).toMatchObject({
      billed_status: 'billed',
      total_fee_cents: 2000,
      credits: { 5: 20 },
    })
  })
})
