import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/**
 * Staff may be parents too. While their email is changed, they change rows of their own family that reference their
 * account: in the opposite order of locks the two would deadlock, which leads to 503.
 */

const app = await testApp()
const make = buildersFor(app.services.db)

/** Rosa, of staff, with a family of her own or in that of Dana, and a colleague who changes her email. */
async function rosaAndColleague() {
  const rosa = await make.anAdmin()
  await execute(app.services.db, sql`insert into user_roles values (${rosa.id}, 'parent')`)
  const dana = await make.aParent()
  const colleague = await app.as(await make.anAdmin())
  const change = () =>
    colleague.patch(`/api/admin/parents/${rosa.id}`, { email: `new.${rosa.email}`, version: 1 })
  return { rosa, dana, staff: await app.as(rosa), change }
}
type Send = () => Promise<{ status: number }>

/** The change of the email is stopped by a lock held elsewhere; then both go on. */
async function statusesDuring(
  change: Send,
  [lock, values]: readonly [string, readonly string[]],
  other: Send,
) {
  const holder = await holdLock(app, lock, [...values])
  const changed = change()
  await untilWaiting(app, 1)
  const second = other()
  await untilWaiting(app, 2)
  await holder.release()
  return [(await changed).status, (await second).status]
}

/** Before the account's row changes, but with the profile locked. */
const beforeItChanges = (id: string) => ['select from accounts where id = $1 for key share', [id]] as const
/** After that, but before the family's submissions are locked. */
const AFTERWARDS = ['lock table tokens in share mode', []] as const

async function anUploadedPayment(staff: TestClient, email: string) {
  const uploaded = await staff.raw('/api/admin/payment-imports/review?file_name=payments.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `Date,Amount,Payer,Email,Reference\n2026-11-03,20.00,Rosa,${email},${email}`,
  })
  const { id, version, rows } = (await uploaded.json()) as { id: string; version: number; rows: object[] }
  expect(rows).toMatchObject([{ state: 'ready' }])
  return () => staff.post('/api/admin/payment-imports', { id, version })
}

describe("staff's own account is locked before a family's rows", () => {
  it('when staff import a payment of their own', async () => {
    const { rosa, staff, change } = await rosaAndColleague()
    await make.aChild(rosa)
    const importIt = await anUploadedPayment(staff, rosa.email)
    // The line is no longer found by its email.
    expect(await statusesDuring(change, beforeItChanges(rosa.id), importIt)).toEqual([200, 409])
  })

  it('when staff import a payment of a family that they have joined', async () => {
    const { rosa, dana, staff, change } = await rosaAndColleague()
    await joinInto(app, dana, rosa)
    const month = await make.aMonth({ month_name: 'October', day_types: {} })
    await make.aRegistration(await make.aChild(dana), month, { selected_days: [8], total_fee_cents: 2000 })
    const importIt = await anUploadedPayment(staff, dana.email)
    expect(await statusesDuring(change, AFTERWARDS, importIt)).toEqual([200, 200])
  })

  it('when staff undo an import that contains a payment of their own', async () => {
    const { rosa, staff, change } = await rosaAndColleague()
    await make.aChild(rosa)
    const { body } = await (await anUploadedPayment(staff, rosa.email))()
    const undo = () => staff.post(`/api/admin/payment-imports/${body.id}/undo`, {})
    expect(await statusesDuring(change, beforeItChanges(rosa.id), undo)).toEqual([200, 200])
  })

  it('when staff record a payment of a family that they have joined', async () => {
    const { rosa, dana, staff, change } = await rosaAndColleague()
    await joinInto(app, dana, rosa)
    const child = await make.aChild(dana)
    const dropIn = await make.aDropIn('2026-11-03', { parent_id: dana.id, child_id: child.id })
    const record = () =>
      staff.post('/api/admin/payments', {
        parent_id: dana.id,
        submission_id: dropIn.id,
        amount: '25',
        payment_date: '2026-11-10',
      })
    expect(await statusesDuring(change, AFTERWARDS, record)).toEqual([200, 200])
  })

  it('when staff cancel a day on which their own child comes', async () => {
    const { rosa, staff, change } = await rosaAndColleague()
    const month = await make.aMonth({ year: 2027, day_types: {} })
    await make.aRegistration(await make.aChild(rosa), month, { selected_days: [8] })
    const cancel = () =>
      staff.post('/api/admin/family-messages', {
        date: '2027-12-08',
        subject: 'Snow',
        text: 'Stay home.',
        cancelled: true,
        fees: 'credit',
      })
    expect(await statusesDuring(change, AFTERWARDS, cancel)).toEqual([200, 200])
  })
})
