import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard, utc } from '../../testing/board'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'

const { app, make, admin, staff, aBookedChild, sendMark, board, marks } = await startBoard()

describe('an arrival without a connection', () => {
  it('stands against a Not coming set meanwhile, and both are recorded', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    expect((await family.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(200)
    const arrival = { change: 'arrived', at: at('15:31') }
    const online = await sendMark(registration, arrival)
    expect([online.status, online.body.error.code]).toEqual([409, 'mark-conflict'])
    const key = { 'idempotency-key': 'tablet-1' }
    const { status, body } = await sendMark(registration, { ...arrival, offline: true }, key)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      arrived_at: utc('15:31'),
      not_coming_at: expect.stringMatching(/^2026-11-16T21:00/),
      not_coming_by: 'parent',
      version: 2,
    })
    // The first attempt of the same mark did not know yet that there was no connection.
    expect((await sendMark(registration, arrival, key)).body).toEqual(body)
    const undone = await sendMark(registration, { change: 'undo_arrived', version: 2 })
    expect(undone.body).toMatchObject({ arrived_at: null, not_coming_at: body.not_coming_at })
  })

  it('stands against nothing else, and no other change does', async () => {
    const { registration } = await aBookedChild()
    const { body: stored } = await sendMark(registration, { change: 'arrived', at: at('15:10') })
    for (const change of ['arrived', 'not_coming', 'undo_arrived']) {
      const late = await sendMark(registration, { change, at: at('15:31'), offline: true })
      expect([change, late.status, late.body.error.stored]).toEqual([change, 409, stored])
    }
  })
})

describe('an arrival without a connection, of a child who lost the day meanwhile', () => {
  const arrival = { change: 'arrived', at: at('15:31') }
  const giveUp = async (parent: { id: string }, id: string, days: number[]) =>
    (await app.as(parent)).patch(`/api/submissions/${id}`, {
      selected_days: days,
      version: 1,
      agreed: true,
    })
  const reportOf = async () => (await staff.get(`/api/admin/attendance?date=${DAY}`)).body

  it('is stored; board and report list the child as not booked, at no fee, until it is undone', async () => {
    const { registration, parent } = await aBookedChild({ notes: 'Naps' })
    expect((await giveUp(parent, registration.id, [2, 13])).status).toBe(200)
    const online = await sendMark(registration, arrival)
    expect([online.status, online.body.error.message]).toEqual([
      409,
      'Ada Lee is not booked for Monday, November 16.',
    ])
    expect((await sendMark(registration, { ...arrival, offline: true })).status).toBe(200)
    expect((await board()).cards).toMatchObject([{ child_name: 'Ada Lee', is_not_booked: true }])
    expect(await reportOf()).toMatchObject({
      rows: [{ child: 'Ada Lee', notes: 'Not booked; Naps', remark: 'not_booked', fee: 0 }],
      stats: { totalChildren: 1, revenue: 0 },
    })
    const file = await staff.get(`/api/admin/attendance/export?date=${DAY}`)
    expect(file.body).toContain('Not booked; Naps')
    expect((await (await app.as(parent)).get('/api/today')).body.children).toMatchObject([{ state: 'here' }])
    expect((await staff.get('/api/admin/dashboard')).body.today).toMatchObject({ here: 1, expected: 0 })

    const left = { change: 'picked_up', at: at('15:50'), picked_up_by: 'Ana Lee', version: 1 }
    expect((await sendMark(registration, left)).status).toBe(200)
    const corrected = { change: 'correct', left_at: at('15:45'), version: 2 }
    expect((await sendMark(registration, corrected)).body.left_at).toBe(utc('15:45'))
    expect((await sendMark(registration, { change: 'undo_picked_up', version: 3 })).status).toBe(200)
    expect((await sendMark(registration, { change: 'undo_arrived', version: 4 })).status).toBe(200)
    expect([(await board()).cards, (await reportOf()).rows]).toEqual([[], []])
  })

  it('is stored for a cancelled registration, and not booked again is one card with the new booking', async () => {
    const { registration, parent, child } = await aBookedChild()
    const cancelled = { reason: 'Moved away', fee: 'none', version: 1 }
    await staff.post(`/api/admin/submissions/${registration.id}/cancel`, cancelled)
    expect((await sendMark(registration, { ...arrival, offline: true })).status).toBe(200)
    expect((await board()).cards).toMatchObject([{ submission_id: registration.id, is_not_booked: true }])
    const again = await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id, total_fee_cents: 2500 })
    expect((await board()).cards).toMatchObject([
      { submission_ids: [registration.id, again.id], is_not_booked: false, mark: { version: 1 } },
    ])
    expect((await reportOf()).rows).toMatchObject([{ id: again.id, remark: null, fee: 25 }])
  })

  it('goes to the booking that the child has for the day by then', async () => {
    const { registration, parent, child } = await aBookedChild()
    await giveUp(parent, registration.id, [2, 13])
    const again = await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id })
    const { body } = await sendMark(registration, { ...arrival, offline: true })
    expect(body).toMatchObject({ submission_id: again.id, arrived_at: utc('15:31') })
    expect((await board()).cards).toMatchObject([{ submission_id: again.id, is_not_booked: false }])
  })

  it('is stored where the family first said that the child is not coming', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    expect((await family.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(200)
    expect((await giveUp(parent, registration.id, [2, 13])).status).toBe(200)
    expect((await sendMark(registration, { ...arrival, offline: true })).status).toBe(200)
    expect((await board()).cards).toMatchObject([{ child_name: 'Ada Lee', is_not_booked: true }])
  })

  it('is stored although staff noted something, which stays', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    expect((await family.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(200)
    expect((await sendMark(registration, { change: 'note', note: 'Call back', version: 1 })).status).toBe(200)
    expect((await giveUp(parent, registration.id, [2, 13])).status).toBe(200)
    const { status, body } = await sendMark(registration, { ...arrival, offline: true })
    expect([status, body.arrived_at, body.note]).toEqual([200, utc('15:31'), 'Call back'])
    expect((await board()).cards).toMatchObject([{ child_name: 'Ada Lee', is_not_booked: true }])
    // An arrival that is known already is kept as ever.
    expect((await sendMark(registration, { ...arrival, at: at('15:40'), offline: true })).status).toBe(409)
  })

  it('is stored where the day was chosen again', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    expect((await family.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(200)
    expect((await giveUp(parent, registration.id, [2, 13])).status).toBe(200)
    const days = { selected_days: [2, 13, 16], confirmed_days: [16], version: 2 }
    expect((await staff.patch(`/api/admin/submissions/${registration.id}/days`, days)).status).toBe(200)
    expect((await sendMark(registration, { ...arrival, offline: true })).status).toBe(200)
    expect((await board()).cards).toMatchObject([
      { is_not_booked: false, mark: { arrived_at: utc('15:31'), not_coming_at: null } },
    ])
  })

  it('is not stored for a day that the registration never had, nor is any other mark', async () => {
    const { registration, parent } = await aBookedChild()
    await giveUp(parent, registration.id, [2, 13])
    for (const change of [
      { ...arrival, day: '2026-11-12' },
      { change: 'not_coming' },
      { change: 'note', note: 'Hello' },
    ])
      expect((await sendMark(registration, { ...change, offline: true })).status).toBe(409)
    expect(await marks()).toEqual([])
  })
})

describe('a mark that is sent again', () => {
  it('gets the first response by its key, and is recognized without it once the key has expired', async () => {
    const { registration } = await aBookedChild()
    const key = { 'idempotency-key': 'mark-1' }
    const first = await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)
    expect((await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)).body).toEqual(
      first.body,
    )
    await execute(app.services.db, sql`delete from idempotency_keys`)
    const later = await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)
    expect([later.status, later.body]).toEqual([200, first.body])
    expect(
      await storedRows(app.services.db, 'audit_log', sql`where row_id = ${registration.id}`),
    ).toHaveLength(1)
  })

  it('is accepted only from the account that made it, whoever is signed in by then', async () => {
    const { registration } = await aBookedChild()
    const other = await app.as(await make.anAdmin())
    const body = {
      submission_id: registration.id,
      day: DAY,
      at: at('15:10'),
      version: 0,
      change: 'arrived',
    }
    const rejected = await other.post('/api/admin/board/marks', { ...body, performed_by: admin.id })
    expect([rejected.status, rejected.body.error.code]).toEqual([401, 'signed-out'])
    expect(await marks()).toEqual([])
    expect((await sendMark(registration, { ...body, performed_by: admin.id })).status).toBe(200)
  })
})
