import { beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { deleteAccount } from '../../testing/delete-account'
import { composeDueEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { setClause } from '../db/write'
import { dailyReportJob } from '../jobs/daily-report'

/** What else reads drop-ins, where one waits for approval or was declined. */

const DAY = '2026-11-17'
const WAITING = {
  status: 'waiting',
  total_fee_cents: 0,
  approval: { fee: 25, decided_at: null, message: null },
} as const
const DECLINED = {
  ...WAITING,
  status: 'declined',
  approval: { fee: 25, decided_at: '2026-11-16T15:00:00.000Z', message: 'Grandmother is ill' },
} as const

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin()
const november = await make.aMonth({ month_name: 'November' })
let staff: TestClient
let parent: { id: string; email: string }
let child: { id: string; parent_id: string }
let family: TestClient

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  for (const table of [sql`submissions`, sql`removed_drop_ins`, sql`outbox`])
    await execute(db, sql`delete from ${table}`)
  staff = await app.as(admin)
  parent = await make.aParent()
  child = await make.aChild(parent, { name: 'Amara' })
  family = await app.as(parent)
})

const aDropIn = (values: Partial<SubmissionRow>, day = DAY) =>
  make.aDropIn(day, { parent_id: parent.id, child_id: child.id, ...values })

it('is not marked on the board, and once approved it is', async () => {
  const { id } = await aDropIn(WAITING, '2026-11-16')
  const at = app.services.clock.now().toISOString()
  const mark = { submission_id: id, day: '2026-11-16', change: 'arrived', at, version: 0 }
  const rejected = await staff.post('/api/admin/board/marks', mark)
  expect([rejected.status, await storedRows(db, 'attendance_marks')]).toEqual([409, []])
  expect((await staff.post(`/api/admin/drop-ins/${id}/approve`, {})).status).toBe(200)
  expect((await staff.post('/api/admin/board/marks', mark)).status).toBe(200)
})

it('is neither written to nor credited as booked on the day', async () => {
  await aDropIn(WAITING)
  await make.aDropIn(DAY, { ...DECLINED, guest_parent_email: 'otis@example.com' })
  const { body } = await staff.get(`/api/admin/family-messages?date=${DAY}`)
  expect(body).toMatchObject({ families: 0, fee_families: 0, fees: 0 })
  const fees = await staff.get(`/api/admin/months/${november.id}/days/17/fees`)
  expect(fees.body).toMatchObject({ children: 0, families: 0, fees: 0 })
})

it('goes on waiting when its family claims it, and a declined one of the day does not stand in the way', async () => {
  await aDropIn(DECLINED)
  const { id } = await make.aDropIn(DAY, {
    ...WAITING,
    guest_parent_email: parent.email,
    agreed_at: '2026-11-16',
  })
  // Its fee stays what the guest was shown.
  expect((await family.get('/api/guest-claims')).body.rows).toMatchObject([{ id, total_fee: 25 }])
  expect((await family.post(`/api/guest-claims/${id}`, { child_id: child.id })).status).toBe(200)
  expect((await family.get(`/api/submissions/${id}`)).body).toMatchObject({ status: 'waiting', total_fee: 0 })
  const approved = await staff.post(`/api/admin/drop-ins/${id}/approve`, {})
  expect(approved.body).toMatchObject({ total_fee: 25, parent_id: parent.id })
})

it('stands in the way of deleting the account while it waits; the sentence goes with the account', async () => {
  const { id } = await aDropIn(WAITING)
  const refused = await deleteAccount(app, parent)
  expect(refused.body.error.message).toContain('Amara is booked through Tuesday, November 17')
  await staff.post(`/api/admin/drop-ins/${id}/decline`, { message: 'Grandmother is ill' })
  expect((await deleteAccount(app, parent)).status).toBe(200)
  const left = JSON.stringify(
    await Promise.all(
      (['submissions', 'audit_log', 'outbox', 'idempotency_keys'] as const).map((table) =>
        storedRows(db, table),
      ),
    ),
  )
  expect(left).not.toContain('Grandmother')
  expect((await storedRows(db, 'submissions'))[0]).toMatchObject({
    status: 'declined',
    approval: { message: null },
  })
})

it('is reminded of in the noon mail, which lists nobody who waits', async () => {
  const send = async () => {
    await execute(db, sql`delete from outbox`)
    await db.transaction((tx) => dailyReportJob(app.services).run(tx, new Date('2026-11-16T17:00:00Z')))
    await composeDueEvents(app.services)
    return (await storedRows(db, 'outbox'))[0]?.text ?? ''
  }
  const before = await send()
  expect(before).not.toContain('waiting for approval')
  const { id } = await aDropIn(WAITING, '2026-11-16')
  await aDropIn(WAITING, DAY)
  const mail = await send()
  expect(mail).toContain('1 drop-in request for today is waiting for approval.')
  expect(mail).toContain('no children are expected')
  expect(mail).not.toContain('Amara')
  await staff.post(`/api/admin/drop-ins/${id}/approve`, {})
  expect(await send()).toContain('1 child is expected')
  await aDropIn(WAITING, '2026-11-16')
  const update = (values: Partial<MonthRow>) =>
    execute(db, sql`update months set ${setClause('months', values)} where id = ${november.id}`)
  await update({ cancelled_days: [16], cancelled_day_types: { 16: 'regular' } })
  expect(await send()).toContain('1 drop-in request for today is still waiting to be declined.')
  await update({ cancelled_days: [], cancelled_day_types: {} })
})

it('is in the data that the family downloads, with the sentence', async () => {
  await aDropIn(DECLINED)
  const { body } = await family.get('/api/own-data')
  expect(JSON.stringify(body)).toContain('Grandmother is ill')
})

it('keeps its answer after the drop-in was approved, billed and deleted like any other', async () => {
  const { id } = await aDropIn(WAITING)
  const { version } = (await staff.post(`/api/admin/drop-ins/${id}/approve`, {})).body
  const billed = await staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version })
  expect(billed.body).toMatchObject({ billed_fee: 25, derived_status: 'billed', status: 'approved' })
  expect((await family.delete(`/api/drop-ins/${id}`)).body.error.code).toBe('drop-in-billed')
  expect((await staff.delete(`/api/admin/drop-ins/${id}`)).status).toBe(200)
})
