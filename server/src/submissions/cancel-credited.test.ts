import { sumCents, toCents } from '@aftercare/domain/lib/money'
import { readEditHistory } from '@aftercare/domain/submissions/submissions'
import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** Friday, December 4 is cancelled by the programme. Today is November 16. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin())
let month: { id: string }
let parent: { id: string }
let id: string

beforeEach(async () => {
  for (const table of ['outbox', 'family_messages', 'submissions', 'months'])
    await execute(db, sql([`delete from ${table}`]))
  month = await make.aMonth()
  parent = await make.aParent()
  const child = await make.aChild(parent)
  const row = await make.aRegistration(child, month, { selected_days: [3, 4], total_fee_cents: 4000 })
  id = row.id
  await make.aGuestRegistration(month, { selected_days: [4, 7] })
})

const stored = async (which = id) => {
  const [row] = await storedRows(db, 'submissions', sql`where id = ${which}`)
  if (!row) throw new Error('The submission is gone')
  return row
}
const done = async (response: Promise<{ status: number }>) => expect((await response).status).toBe(200)
const versionOfMonth = async () => (await storedRows(db, 'months', sql`where id = ${month.id}`))[0]?.version

const cancel = async (fee: 'none' | 'keep') =>
  done(
    staff.post(`/api/admin/submissions/${id}/cancel`, {
      reason: 'Moving',
      fee,
      version: (await stored()).version,
    }),
  )
const undo = async () =>
  done(staff.post(`/api/admin/submissions/${id}/undo-cancel`, { version: (await stored()).version }))
const cancelDay = (fees: 'credit' | 'keep') =>
  done(
    staff.post('/api/admin/family-messages', {
      date: '2026-12-04',
      subject: 'Snow',
      text: 'Stay home.',
      cancelled: true,
      fees,
    }),
  )
const reinstateDay = async (credits: 'undo' | 'leave') =>
  done(
    staff.post(`/api/admin/months/${month.id}/days/4/reinstate`, {
      credits,
      version: await versionOfMonth(),
    }),
  )

const CREDITED = { day_prices: { 3: 20, 4: 0 }, total_fee_cents: 2000, credits: { 4: 20 } }
const LEFT = { ...CREDITED, credits: { 4: 0 } }
const BOOKED = { day_prices: { 3: 20, 4: 20 }, total_fee_cents: 4000, credits: {} }

const STEPS = {
  'cancel the registration': () => cancel('none'),
  'keep its fee': () => cancel('keep'),
  'credit the day': () => cancelDay('credit'),
  "keep the day's fees": () => cancelDay('keep'),
  'undo the credits': () => reinstateDay('undo'),
  'leave the credits': () => reinstateDay('leave'),
}

/** As in docs/rules/cancelled-days.md; and what the registration costs until its cancellation is undone. */
const CASES: [(keyof typeof STEPS)[], number, object][] = [
  [['cancel the registration', 'credit the day'], 0, CREDITED],
  [['keep its fee', 'credit the day'], 4000, CREDITED],
  [['cancel the registration', "keep the day's fees"], 0, BOOKED],
  [['credit the day', 'cancel the registration'], 0, CREDITED],
  [['credit the day', 'keep its fee', 'undo the credits'], 2000, BOOKED],
  [['credit the day', 'cancel the registration', 'leave the credits'], 0, LEFT],
  [['cancel the registration', 'credit the day', 'undo the credits'], 0, BOOKED],
  [['credit the day', 'leave the credits', 'cancel the registration'], 0, LEFT],
  [
    ['cancel the registration', 'credit the day', 'leave the credits', 'credit the day', 'undo the credits'],
    0,
    LEFT,
  ],
]

it('leaves no record of a fee that did not change: a day credited to a cancelled registration', async () => {
  await cancel('none')
  await cancelDay('credit')
  const log = await storedRows(db, 'audit_log', sql`where row_id = ${id}`)
  expect(log.map(({ action }) => action)).toEqual(['submission.cancel'])
})

it.each(CASES)('%j, then undo the cancellation', async (steps, feeMeanwhile, restored) => {
  for (const step of steps) await STEPS[step]()
  const cancelled = await stored()
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    selected_days: [],
    day_prices: null,
    total_fee_cents: feeMeanwhile,
  })
  const { fee, fee_before } = (await staff.get(`/api/admin/submissions/${id}`)).body.cancellation
  expect(fee_before).toBe(fee === 'keep' ? feeMeanwhile / 100 : steps[0] === 'credit the day' ? 20 : 40)
  await undo()
  const { selected_days, day_prices, total_fee_cents, credits, edit_history } = await stored()
  expect(selected_days).toEqual([3, 4])
  expect({ day_prices, total_fee_cents, credits }).toEqual(restored)
  // The history explains the fee: every credit and every undone one is in it.
  const entries = readEditHistory(edit_history)
  const changed = entries.map(({ fee_change }) => toCents(fee_change?.amount ?? 0))
  expect(4000 + sumCents(changed)).toBe(total_fee_cents)
  expect(entries.at(-1)?.event).toBe('restored')
})

it('leaves out a day that became No School while nobody was booked', async () => {
  await execute(db, sql`delete from submissions where id <> ${id}`)
  await cancel('none')
  const values = { day_types: { 4: 'no_school' }, closed_days: [], version: await versionOfMonth() }
  await done(staff.patch(`/api/admin/months/${month.id}`, values))
  await undo()
  const row = await stored()
  expect(row).toMatchObject({ selected_days: [3], day_prices: { 3: 20 }, total_fee_cents: 2000, credits: {} })
  // The family sees why the fee is another one.
  expect(row.edit_history).toMatchObject([
    { event: 'cancelled' },
    { fee_change: { day: '2026-12-04', amount: -20, no_care: true }, days_added: [], days_removed: [] },
    { event: 'restored' },
  ])
  const { body } = await (await app.as(parent)).get(`/api/submissions/${id}`)
  expect(body.edit_history[1].fee_change).toEqual({ day: '2026-12-04', amount: -20, no_care: true })
  await composeAllEvents(app.services)
  const [mail] = await storedRows(db, 'outbox', sql`where template = 'registration-restored'`)
  expect(mail?.text.replaceAll('\u00a0', ' ')).toMatch(
    /1 day: Thu 3\n.*1 day no longer with aftercare, not charged: Fri 4/,
  )
  // Nor is the child booked, free of charge, once the day has aftercare again.
  await done(
    staff.patch(`/api/admin/months/${month.id}`, {
      ...values,
      day_types: {},
      version: await versionOfMonth(),
    }),
  )
  expect(await stored()).toMatchObject({ selected_days: [3], total_fee_cents: 2000 })
})

it('changes nothing of a cancelled registration without the day, and nothing on its statement', async () => {
  const child = await make.aChild(parent)
  const { id: other } = await make.aRegistration(child, month, {
    selected_days: [14, 24],
    total_fee_cents: 4000,
  })
  await done(staff.post(`/api/admin/submissions/${other}/cancel`, { reason: 'x', fee: 'keep', version: 1 }))
  const before = await stored(other)
  await cancel('keep')
  await cancelDay('credit')
  expect(await stored(other)).toEqual(before)
  const family = await app.as(parent)
  const { children } = (await family.get('/api/statement?year=2026')).body
  const lines = children.flatMap(({ lines }: { lines: object[] }) => lines)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatchObject({ total_fee: 40, cancelled_days: [], credited: 0 })
})

const arrive = (day: string) =>
  execute(
    db,
    sql`insert into attendance_marks (submission_id, day, arrived_at, updated_at)
      values (${id}, ${day}::date, '2026-12-04T20:00:00Z', '2026-12-04T20:00:00Z')`,
  )
const statementLines = async () => {
  const { children } = (await (await app.as(parent)).get('/api/statement?year=2026')).body
  return children.flatMap(({ lines }: { lines: object[] }) => lines)
}

/** The child was here on the 4th, which stays. What the fee became, and what of it the statement says was credited. */
const STAYED: [(keyof typeof STEPS)[], number, number, object][] = [
  [['keep its fee', 'credit the day'], 40, 0, CREDITED],
  [['credit the day', 'keep its fee'], 20, 20, CREDITED],
  [['credit the day', 'keep its fee', 'undo the credits', "keep the day's fees"], 20, 20, BOOKED],
  [['credit the day', 'keep its fee', 'undo the credits', 'credit the day'], 20, 20, CREDITED],
]

it.each(STAYED)('%j: the statement credits what the fee got', async (steps, fee, credited, restored) => {
  await arrive('2026-12-04')
  for (const step of steps) await STEPS[step]()
  expect(await stored()).toMatchObject({ selected_days: [4], total_fee_cents: fee * 100 })
  expect(await statementLines()).toMatchObject([{ cancelled_days: [4], total_fee: fee, credited }])
  await undo()
  expect(await stored()).toMatchObject(restored)
})

it.each([
  ['none' as const, 0, { 4: 20 }],
  ['keep' as const, 40, {}],
])('cancelled again with the fee %s: $%d', async (fee, total, credits) => {
  await arrive('2026-12-03')
  await arrive('2026-12-04')
  await cancel('keep')
  await cancelDay('credit')
  await execute(db, sql`delete from attendance_marks where day = '2026-12-03'`)
  await cancel(fee)
  expect(await stored()).toMatchObject({ selected_days: [4], total_fee_cents: total * 100, credits })
  if (total > 0) expect(await statementLines()).toMatchObject([{ total_fee: total, credited: 0 }])
  await undo()
  expect(await stored()).toMatchObject({ ...CREDITED, selected_days: [3, 4] })
})

it('asks staff who would undo it from what they saw before to look again', async () => {
  await cancel('none')
  const { version } = await stored()
  await cancelDay('credit')
  const late = await staff.post(`/api/admin/submissions/${id}/undo-cancel`, { version })
  expect(late.body.error.code).toBe('stale-version')
})
