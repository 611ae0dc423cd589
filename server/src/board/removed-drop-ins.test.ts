import { beforeEach, expect, it } from 'vitest'
import { at, DAY, startBoard, utc } from '../../testing/board'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'
import { listClaimableOf } from '../guest-claims/guest-claims.queries'

/** A board without a connection still lists drop-ins that were deleted or withdrawn meanwhile. */

const { app, make, staff, aBookedChild, sendMark, board, marks } = await startBoard()
const { db } = app.services

beforeEach(() => execute(db, sql`delete from removed_drop_ins`))

const NOW = at('16:00')
const ARRIVAL = { change: 'arrived', at: at('15:31') }
const removeDropIn = ({ id }: { id: string }) => staff.delete(`/api/admin/drop-ins/${id}`)
const stored = ({ id }: { id: string }) => storedRows(db, 'submissions', sql`where id = ${id}`)

const aGuestDropIn = () =>
  make.aDropIn(DAY, {
    guest_child_name: 'Otis Whitfield',
    guest_child_allergies: 'Peanuts',
    guest_parent_phone: '555-0142',
    dismissal_type: 'noon',
    language: 'es',
  })

it('an arrival without a connection brings a removed drop-in back, free of charge, and the child is on the board', async () => {
  const dropIn = await aGuestDropIn()
  expect((await removeDropIn(dropIn)).status).toBe(200)
  const online = await sendMark(dropIn, ARRIVAL)
  expect([online.status, online.body.error.message]).toEqual([
    404,
    'The drop-in of Otis Whitfield on Monday, November 16 was deleted or withdrawn.',
  ])
  for (const change of ['not_coming', 'undo_arrived'])
    expect((await sendMark(dropIn, { change, offline: true })).status).toBe(404)
  expect((await board()).cards).toEqual([])
  const { status, body } = await sendMark(dropIn, { ...ARRIVAL, offline: true })
  expect([status, body.submission_id, body.arrived_at]).toEqual([200, dropIn.id, utc('15:31')])
  expect(await stored(dropIn)).toMatchObject([
    {
      total_fee_cents: 0,
      is_restored: true,
      dropin_date: DAY,
      selected_days: [16],
      status: 'pending',
      language: 'es',
      submitted_at: dropIn.submitted_at,
    },
  ])
  expect((await board()).cards).toMatchObject([
    {
      child_name: 'Otis Whitfield',
      is_not_booked: true,
      allergies: 'Peanuts',
      phone: '555-0142',
      dismissal: 'noon',
    },
  ])
  const { body: report } = await staff.get(`/api/admin/attendance?date=${DAY}`)
  expect(report.rows).toMatchObject([{ child: 'Otis Whitfield', remark: 'not_booked' }])
  expect(await storedRows(db, 'removed_drop_ins')).toEqual([])
  const pickUp = { change: 'picked_up', picked_up_by: 'Grace Whitfield', version: 1 }
  expect((await sendMark(dropIn, pickUp)).status).toBe(200)
})

it('marks another booking that the child has on the day, and brings nothing back', async () => {
  const { child, parent, registration } = await aBookedChild()
  const dropIn = await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id })
  await removeDropIn(dropIn)
  const key = { 'idempotency-key': 'another-booking' }
  const { status, body } = await sendMark(dropIn, { ...ARRIVAL, offline: true }, key)
  expect([status, body.submission_id]).toEqual([200, registration.id])
  expect(await stored(dropIn)).toEqual([])
  // Redacted once the family is erased.
  const [answered] = await storedRows(db, 'idempotency_keys', sql`where key = 'another-booking'`)
  expect(answered?.owners).toEqual([parent.id])
})

it('is stored although the mark that the board knew went with the drop-in, and so is the pick-up after it', async () => {
  const leave = { change: 'picked_up', at: at('15:50'), picked_up_by: 'Ana Lee', offline: true }
  const { child, parent, registration } = await aBookedChild()
  await execute(db, sql`delete from submissions where id = ${registration.id}`)
  const alone = await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id })
  await sendMark(alone, { change: 'note', note: 'Hat' })
  await sendMark(alone, { change: 'not_coming', version: 1 })
  await removeDropIn(alone)
  const arrival = await sendMark(alone, { ...ARRIVAL, version: 2, offline: true })
  expect([arrival.status, arrival.body]).toMatchObject([
    200,
    { submission_id: alone.id, version: 3, note: null, not_coming_at: null, arrived_at: utc('15:31') },
  ])
  expect((await sendMark(alone, { ...leave, version: 3 })).status).toBe(200)

  const other = await aBookedChild()
  const dropIn = await make.aDropIn(DAY, { parent_id: other.parent.id, child_id: other.child.id })
  await execute(db, insertInto('attendance_marks', [{ submission_id: dropIn.id, day: DAY, note: 'Hat' }]))
  await removeDropIn(dropIn)
  const { status, body } = await sendMark(dropIn, { ...ARRIVAL, version: 1, offline: true })
  expect([status, body]).toMatchObject([200, { submission_id: other.registration.id, version: 2 }])
  expect((await sendMark(dropIn, { ...leave, version: 2 })).body).toMatchObject({
    submission_id: other.registration.id,
    left_at: utc('15:50'),
    version: 3,
  })
})

it('brings back what was agreed to, and once it is undone the day can be asked for again', async () => {
  const parent = await make.aParent()
  const child = await make.aChild(parent)
  const family = await app.as(parent)
  const ask = () => family.post('/api/drop-ins', { child_id: child.id, dropin_date: DAY, agreed: true })
  const { body: asked } = await ask()
  const [before] = await stored(asked)
  expect(before).toMatchObject({ agreed_at: expect.any(String), agreement_id: expect.any(String) })
  await removeDropIn(asked)
  await sendMark(asked, { ...ARRIVAL, offline: true })
  const { agreed_at, agreement_id } = before ?? {}
  expect(await stored(asked)).toMatchObject([{ is_restored: true, agreed_at, agreement_id }])
  expect((await sendMark(asked, { change: 'undo_arrived', version: 1 })).status).toBe(200)
  const again = await ask()
  expect(again.status).toBe(200)
  expect((await board()).cards).toMatchObject([{ submission_id: again.body.id, is_not_booked: false }])
  expect((await ask()).body.error.code).toBe('already-booked')
  await removeDropIn(again.body)
  const guest = { guest_child_name: child.name, guest_parent_email: parent.email }
  const typed = await make.aDropIn(DAY, { ...guest, agreed_at: NOW })
  const linked = await staff.post(`/api/admin/submissions/${typed.id}/same-child`, { child_id: child.id })
  expect(linked.status).toBe(200)
  expect((await removeDropIn(asked)).status).toBe(200)
})

it('can still be claimed by the family of the guest', async () => {
  const parent = await make.aParent()
  const dropIn = await make.aDropIn(DAY, { guest_parent_email: parent.email, agreed_at: NOW })
  await removeDropIn(dropIn)
  await sendMark(dropIn, { ...ARRIVAL, offline: true })
  expect(await listClaimableOf(db, parent.id)).toMatchObject([{ id: dropIn.id }])
})

it('in several marks at once, brings back each', async () => {
  const dropIns = [await aGuestDropIn(), await aGuestDropIn()]
  const { registration } = await aBookedChild()
  for (const dropIn of dropIns) await removeDropIn(dropIn)
  const batch = [...dropIns, registration].map(({ id }) => ({
    submission_id: id,
    day: DAY,
    version: 0,
    offline: true,
    ...ARRIVAL,
  }))
  const { status } = await staff.post('/api/admin/board/marks/batch', { marks: batch })
  expect(status).toBe(200)
  expect(await marks()).toHaveLength(3)
})

it('is rejected on another day than the drop-in’s, and once the child is erased or was never there', async () => {
  const parent = await make.aParent()
  const child = await make.aChild(parent)
  const dropIn = await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id })
  await removeDropIn(dropIn)
  const otherDay = await sendMark(dropIn, { ...ARRIVAL, day: '2026-11-13', offline: true })
  expect([otherDay.status, otherDay.body.error.code]).toEqual([404, 'drop-in-gone'])
  await execute(db, sql`delete from children where id = ${child.id}`)
  const erased = await sendMark(dropIn, { ...ARRIVAL, offline: true })
  expect([erased.status, erased.body.error.message]).toEqual([
    404,
    "We couldn't find this. It may have been removed.",
  ])
  expect(await stored(dropIn)).toEqual([])
})

it('comes back also if it is removed at the very moment of the arrival', async () => {
  const dropIn = await aGuestDropIn()
  const lock = await holdLock(app, 'select from submissions where id = $1 for no key update', [dropIn.id])
  const removal = removeDropIn(dropIn)
  await untilWaiting(app, 1)
  const arrival = sendMark(dropIn, { ...ARRIVAL, offline: true })
  await untilWaiting(app, 2)
  await lock.release()
  expect((await removal).status).toBe(200)
  expect((await arrival).status).toBe(200)
  expect(await stored(dropIn)).toMatchObject([{ is_restored: true }])
})
