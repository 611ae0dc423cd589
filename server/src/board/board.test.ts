import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard } from '../../testing/board'

const { app, make, staff, month, aBookedChild, board, marks } = await startBoard()

describe('the board', () => {
  it('shows the children of the day report, by dismissal and name, with all that staff need', async () => {
    const people = [{ name: 'Grandma Rose', phone: '555-0101' }]
    const barred = [{ name: 'Rob Lee', note: 'Court order' }]
    const { child, registration, parent } = await aBookedChild({
      allergies: 'Peanuts',
      grade: 'K2',
      notes: 'Naps',
      pickup_people: people,
      must_not_pick_up: barred,
    })
    const dropIn = await make.aDropIn(DAY, {
      parent_id: child.parent_id,
      child_id: child.id,
      guest_child_notes: 'Late bus',
    })
    await make.aGuestRegistration(month, { selected_days: [16], guest_child_name: 'Zed Roe' })
    await make.aDropIn(DAY, { guest_child_name: 'Wren Ito', dismissal_type: 'noon' })
    await make.aDropIn(DAY, { guest_child_name: 'Milo Ito', dismissal_type: 'early' })
    await make.aDropIn('2026-11-17', { guest_child_name: 'Not today' })
    const { cards, ...day } = await board()
    expect(day).toEqual({ date: DAY, today: DAY, can_mark: true, is_cancelled: false, pickup_time: '17:30' })
    expect(cards.map((card: { child_name: string }) => card.child_name)).toEqual([
      'Wren Ito',
      'Milo Ito',
      'Ada Lee',
      'Zed Roe',
    ])
    expect(cards[2]).toEqual({
      submission_id: registration.id,
      submission_ids: [registration.id, dropIn.id],
      child_name: 'Ada Lee',
      grade: 'K2',
      dismissal: 'regular',
      dismissal_time: '15:30',
      allergies: 'Peanuts',
      notes: 'Naps; Late bus',
      parent_id: parent.id,
      parent_name: 'Ana Lee',
      phone: '555-0100',
      adults: [{ name: 'Ana Lee', phone: '555-0100' }],
      pickup_people: people,
      must_not_pick_up: barred,
      is_guest: false,
      is_not_booked: false,
      known_family: null,
      mark: null,
    })
    const report = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body.rows
    const ids = cards.flatMap((card: { submission_ids: string[] }) => card.submission_ids)
    expect(ids.sort()).toEqual(report.map((row: { id: string }) => row.id).sort())
  })

  it('is read-only on other days, and an invalid date is rejected', async () => {
    await aBookedChild({}, [1, 17])
    for (const date of ['2026-11-17', '2026-11-01'])
      expect(await board(date)).toMatchObject({ date, today: DAY, can_mark: false, cards: [{ mark: null }] })
    expect((await staff.get('/api/admin/board?date=2026-11-31')).status).toBe(422)
    expect((await board('2027-01-04')).cards).toEqual([])
  })

  it('says when aftercare begins for each child, as staff set it, also to the family', async () => {
    const { parent } = await aBookedChild({}, [13, 16])
    await make.aDropIn(DAY, { dismissal_type: 'noon' })
    const { body: times } = await staff.get('/api/admin/pickup-times')
    const begins = { regular_begins: '15:10', regular_friday_begins: '14:10', noon_begins: '11:50' }
    expect((await staff.put('/api/admin/pickup-times', { ...times, ...begins })).status).toBe(200)
    const shown = async (date: string) =>
      (await board(date)).cards.map((card: { dismissal_time: string }) => card.dismissal_time)
    expect([await shown(DAY), await shown('2026-11-13')]).toEqual([['11:50', '15:10'], ['14:10']])
    const family = await app.as(parent)
    expect((await family.get('/api/today')).body.children[0].dismissal_time).toBe('15:10')
    expect((await family.get('/api/dashboard')).body.today.children[0].dismissal_time).toBe('15:10')
  })

  it('is for staff only', async () => {
    const { registration, parent } = await aBookedChild()
    const body = {
      submission_id: registration.id,
      day: DAY,
      at: at('16:00'),
      version: 0,
      change: 'arrived',
    }
    for (const [client, status] of [
      [app.visitor, 401],
      [await app.as(parent), 403],
    ] as const) {
      expect((await client.get('/api/admin/board')).status).toBe(status)
      expect((await client.post('/api/admin/board/marks', body)).status).toBe(status)
    }
    expect(await marks()).toEqual([])
  })
})
