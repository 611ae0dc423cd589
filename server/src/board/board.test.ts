import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

/** Monday, November 16, 2026, 4:00 PM in the programme's zone. */

const NOW = '2026-11-16T16:00:00-05:00'
const DAY = '2026-11-16'

let staff: TestClient
let month: { id: string }

const app = await testApp({ now: NOW })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
beforeEach(async () => {
  app.setNow(NOW)
  staff = await app.as(admin)
  for (const table of [sql`submissions`, sql`months`, sql`settings`])
    await execute(app.services.db, sql`delete from ${table}`)
  month = await make.aMonth({ month_name: 'November' })
})

const at = (time: string, day = DAY) => `${day}T${time}:00-05:00`
const utc = (time: string, day = DAY) => new Date(at(time, day)).toISOString()

async function aBookedChild(values: object = {}, days = [2, 13, 16]) {
  const parent = await make.aParent({ full_name: 'Ana Lee', phone: '555-0100' })
  const child = await make.aChild(parent, { name: 'Ada Lee', ...values })
  const registration = await make.aRegistration(child, month, { selected_days: days })
  return { parent, child, registration }
}

type MarkValues = { change: string; version?: number; [field: string]: unknown }
const sendMark = (
  submission: { id: string },
  { change, ...values }: MarkValues,
  headers?: Record<string, string>,
) =>
  staff.post(
    '/api/admin/board/marks',
    { submission_id: submission.id, day: DAY, at: at('16:00'), version: 0, ...values, change },
    headers,
  )
const board = async (date?: string) =>
  (await staff.get(`/api/admin/board${date === undefined ? '' : `?date=${date}`}`)).body
const marks = () => storedRows(app.services.db, 'attendance_marks')

describe('the board', () => {
  it('shows the children of the day report, by dismissal and name, with all that staff need', async () => {
    const people = [{ name: 'Grandma Rose', phone: '555-0101' }]
    const { child, registration, parent } = await aBookedChild({
      allergies: 'Peanuts',
      grade: 'K2',
      notes: 'Naps',
      pickup_people: people,
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
      is_guest: false,
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

describe('a mark', () => {
  it('goes from arrival to pick-up, is counted, logged with the person, and shown', async () => {
    const { registration } = await aBookedChild()
    const arrived = await sendMark(registration, { change: 'arrived', at: at('15:12') })
    expect(arrived.body).toEqual({
      submission_id: registration.id,
      day: DAY,
      arrived_at: utc('15:12'),
      left_at: null,
      picked_up_by: null,
      not_coming_at: null,
      not_coming_by: null,
      note: null,
      pickup_time: null,
      late_minutes: 0,
      version: 1,
    })
    const left = await sendMark(registration, {
      change: 'picked_up',
      picked_up_by: '  <b>Ana</b> Lee ',
      version: 1,
    })
    expect(left.body).toMatchObject({ left_at: utc('16:00'), picked_up_by: '<b>Ana</b> Lee', version: 2 })
    expect((await board()).cards[0].mark).toEqual(left.body)
    const log = await storedRows(
      app.services.db,
      'audit_log',
      sql`where row_id = ${registration.id} order by id`,
    )
    expect(log.map(({ action, actor_id, detail }) => [action, actor_id, detail.day])).toEqual([
      ['mark.arrived', admin.id, DAY],
      ['mark.picked-up', admin.id, DAY],
    ])
    expect(JSON.stringify(log)).not.toContain('Ana')
  })

  it('is undone, corrected and annotated', async () => {
    const { registration } = await aBookedChild()
    await sendMark(registration, { change: 'arrived' })
    await sendMark(registration, { change: 'undo_arrived', version: 1 })
    await sendMark(registration, { change: 'not_coming', version: 2 })
    await sendMark(registration, { change: 'undo_not_coming', version: 3 })
    await sendMark(registration, { change: 'arrived', at: at('15:30'), version: 4 })
    await sendMark(registration, { change: 'picked_up', picked_up_by: 'Ana Lee', version: 5 })
    await sendMark(registration, { change: 'note', note: ' Has her jacket ', version: 6 })
    const times = { arrived_at: at('15:20'), left_at: at('15:50'), picked_up_by: 'Grandma' }
    const { body } = await sendMark(registration, { change: 'correct', ...times, version: 7 })
    expect(body).toMatchObject({
      arrived_at: utc('15:20'),
      left_at: utc('15:50'),
      picked_up_by: 'Grandma',
      not_coming_at: null,
      note: 'Has her jacket',
      version: 8,
    })
    expect(await marks()).toHaveLength(1)
  })

  it('is accepted from a queue that has the former names of its fields, from its own account only', async () => {
    const { registration } = await aBookedChild()
    const queued = {
      submission_id: registration.id,
      day: DAY,
      at: at('16:00'),
      change: 'arrived',
      seen_version: 0,
    }
    const send = (pressed_by: string) => staff.post('/api/admin/board/marks', { ...queued, pressed_by })
    expect((await send((await make.anAdmin()).id)).status).toBe(401)
    expect((await send(admin.id)).body).toMatchObject({ arrived_at: utc('16:00'), version: 1 })
  })

  it("belongs to the registration, even if the request names the same child's drop-in", async () => {
    const { child, registration } = await aBookedChild()
    const dropIn = await make.aDropIn(DAY, { parent_id: child.parent_id, child_id: child.id })
    expect((await sendMark(dropIn, { change: 'arrived' })).body.submission_id).toBe(registration.id)
    expect(await marks()).toHaveLength(1)
  })

  it('is late by the pick-up time in effect at that moment', async () => {
    const { registration } = await aBookedChild()
    app.setNow('2026-11-16T18:00:00-05:00')
    staff = await app.as(admin)
    await sendMark(registration, { change: 'arrived', at: at('15:30') })
    const left = { change: 'picked_up', picked_up_by: 'Ana Lee', at: at('17:42'), version: 1 }
    expect((await sendMark(registration, left)).body).toMatchObject({
      late_minutes: 12,
      pickup_time: '17:30',
    })
    const { body: times } = await staff.get('/api/admin/pickup-times')
    expect((await staff.put('/api/admin/pickup-times', { ...times, monday: '16:00' })).status).toBe(200)
    expect((await board()).pickup_time).toBe('16:00')
    expect((await board()).cards[0].mark.late_minutes).toBe(12)
    const { body } = await sendMark(registration, { change: 'correct', left_at: at('17:31'), version: 2 })
    expect(body).toMatchObject({ late_minutes: 1, pickup_time: '17:30' })
    const submissions = await storedRows(app.services.db, 'submissions', sql`where id = ${registration.id}`)
    expect(submissions[0]).toMatchObject({ total_fee_cents: 6000, paid_amount_cents: 0, version: 1 })
  })

  it('made later gets the dismissal and pick-up time, and one queued that day its own time', async () => {
    const { registration } = await aBookedChild()
    const friday = '2026-11-13'
    const arrived = await sendMark(registration, { change: 'arrived', day: friday })
    expect(arrived.body.arrived_at).toBe(utc('14:30', friday))
    const left = { change: 'picked_up', picked_up_by: 'Ana Lee', day: friday, version: 1 }
    expect((await sendMark(registration, left)).body).toMatchObject({
      left_at: utc('16:30', friday),
      late_minutes: 0,
    })
    const offline = { change: 'arrived', day: '2026-11-02', at: at('15:41', '2026-11-02') }
    expect((await sendMark(registration, offline)).body.arrived_at).toBe(utc('15:41', '2026-11-02'))
  })
})

describe('a mark is rejected with a message, and nothing is lost,', () => {
  const rejections: [string, MarkValues, string][] = [
    [
      'of a day that the child is not booked for',
      { change: 'arrived', day: '2026-11-12' },
      'Ada Lee is not booked for Thursday, November 12.',
    ],
    [
      'of tomorrow',
      { change: 'arrived', day: '2026-11-17' },
      "Tuesday, November 17 can't be marked. You can mark today and the past 14 days.",
    ],
    [
      'of 15 days ago',
      { change: 'arrived', day: '2026-11-01' },
      "Sunday, November 1 can't be marked. You can mark today and the past 14 days.",
    ],
    ['from the future', { change: 'arrived', at: at('16:20') }, '4:20 PM is still in the future.'],
    ['without an arrival', { change: 'picked_up', picked_up_by: 'Ana Lee' }, 'Ada Lee has not arrived yet.'],
    [
      'of another day',
      { change: 'arrived', at: at('15:00', '2026-11-15') },
      'The time must be on Monday, November 16.',
    ],
  ]

  it.each(rejections)('%s', async (_, change, sentence) => {
    const { registration } = await aBookedChild({}, [1, 16, 17])
    const { status, body } = await sendMark(registration, change)
    expect([status, body.error.code, body.error.stored]).toEqual([409, 'mark-rejected', null])
    expect(body.error.message).toBe(sentence)
    expect(await marks()).toEqual([])
  })

  it('when it repeats or precedes what is stored', async () => {
    const { registration } = await aBookedChild()
    const { body: stored } = await sendMark(registration, { change: 'arrived', at: at('15:10') })
    const again = await sendMark(registration, { change: 'arrived', version: 1 })
    expect(again.body.error).toMatchObject({ message: 'Ada Lee is already here.', stored })
    const early = { change: 'picked_up', picked_up_by: 'Ana', at: at('15:09'), version: 1 }
    expect((await sendMark(registration, early)).body.error).toMatchObject({
      message: "Pick-up can't be before arrival at 3:10 PM.",
      stored,
    })
    expect(await marks()).toHaveLength(1)
  })

  it('when somebody else was first: the stored mark is kept and returned', async () => {
    const { registration } = await aBookedChild()
    const { body: stored } = await sendMark(registration, { change: 'arrived', at: at('15:10') })
    const second = await sendMark(registration, { change: 'arrived', at: at('15:14') })
    expect(second.status).toBe(409)
    expect(second.body.error).toEqual({
      code: 'mark-conflict',
      message: 'Someone else had already marked Ada Lee; their mark was kept.',
      params: { child: 'Ada Lee' },
      stored,
    })
    const unseen = await sendMark(registration, { change: 'undo_arrived', version: 7 })
    expect(unseen.body.error.code).toBe('mark-conflict')
    expect(await rows(app.services.db, sql`select arrived_at, version from attendance_marks`)).toEqual([
      { arrived_at: utc('15:10'), version: 1 },
    ])
  })

  it('for unknown submissions and invalid bodies', async () => {
    const { registration } = await aBookedChild()
    expect(
      (await sendMark({ id: '00000000-0000-4000-8000-000000000000' }, { change: 'arrived' })).status,
    ).toBe(404)
    const unreadable: [MarkValues, string][] = [
      [{ change: 'fetched' }, 'change'],
      [{ change: 'arrived', at: 'noon' }, 'at'],
      [{ change: 'arrived', at: '2026-11-16T15:00:00' }, 'at'],
      [{ change: 'arrived', day: '2026-02-30' }, 'day'],
      [{ change: 'arrived', version: -1 }, 'version'],
      [{ change: 'picked_up' }, 'picked_up_by'],
      [{ change: 'picked_up', picked_up_by: ' ' }, 'picked_up_by'],
      [{ change: 'picked_up', picked_up_by: 'x'.repeat(2001) }, 'picked_up_by'],
      [{ change: 'picked_up', picked_up_by: 'Ana\nLee' }, 'picked_up_by'],
      [{ change: 'note', note: 'x'.repeat(2001) }, 'note'],
      [{ change: 'correct', left_at: 'later' }, 'left_at'],
    ]
    for (const [change, field] of unreadable) {
      const { status, body } = await sendMark(registration, change)
      expect(status, JSON.stringify(change)).toBe(422)
      expect(Object.keys(body.error.fields)).toEqual([field])
    }
    expect((await sendMark(registration, { change: 'note', note: 'x'.repeat(2000) })).status).toBe(200)
  })
})

describe('several marks at once', () => {
  const pickUp = (submission: { id: string }, version = 1, values: object = {}) => ({
    submission_id: submission.id,
    day: DAY,
    at: at('16:00'),
    version,
    change: 'picked_up',
    picked_up_by: 'Ana Lee',
    ...values,
  })
  const sendAll = (marks: object[], headers?: Record<string, string>) =>
    staff.post('/api/admin/board/marks/batch', { marks }, headers)

  async function twoHere() {
    const { parent, registration } = await aBookedChild()
    const ben = await make.aChild(parent, { name: 'Ben Lee' })
    const second = await make.aRegistration(ben, month, { selected_days: [16] })
    for (const one of [registration, second]) await sendMark(one, { change: 'arrived', at: at('15:30') })
    return [registration, second] as const
  }

  it('are stored each with its own version and audit row, once per key', async () => {
    const [ada, ben] = await twoHere()
    await sendMark(ben, { change: 'note', note: 'Has his jacket', version: 1 })
    const key = { 'idempotency-key': 'family-1' }
    const first = await sendAll([pickUp(ada), pickUp(ben, 2)], key)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject([
      { submission_id: ada.id, left_at: utc('16:00'), picked_up_by: 'Ana Lee', version: 2 },
      { submission_id: ben.id, left_at: utc('16:00'), picked_up_by: 'Ana Lee', version: 3 },
    ])
    expect((await sendAll([pickUp(ada), pickUp(ben, 2)], key)).body).toEqual(first.body)
    const log = await storedRows(
      app.services.db,
      'audit_log',
      sql`where action = 'mark.picked-up' order by id`,
    )
    expect(log.slice(-2).map(({ row_id, actor_id }) => [row_id, actor_id])).toEqual([
      [ada.id, admin.id],
      [ben.id, admin.id],
    ])
    // Sent one by one after a lost response: already stored.
    expect((await sendMark(ada, pickUp(ada))).body).toEqual(first.body[0])
  })

  it('are all rejected with one of them', async () => {
    const [ada, ben] = await twoHere()
    const { body: stored } = await sendMark(ben, pickUp(ben, 1, { picked_up_by: 'Grandma' }))
    const conflict = await sendAll([pickUp(ada), pickUp(ben)])
    expect(conflict.status).toBe(409)
    expect(conflict.body.error).toMatchObject({ code: 'mark-conflict', stored })
    expect((await marks()).map(({ left_at }) => left_at !== null).sort()).toEqual([false, true])
  })

  it('are bounded, from the own account and for staff only', async () => {
    const [ada] = await twoHere()
    for (const list of [
      [],
      Array.from({ length: 31 }, () => pickUp(ada)),
      [pickUp(ada, 1, { day: 'today' })],
    ])
      expect((await sendAll(list)).status).toBe(422)
    const other = await make.anAdmin()
    expect((await sendAll([pickUp(ada), pickUp(ada, 1, { performed_by: other.id })])).status).toBe(401)
    const parent = await app.as(await make.aParent())
    expect((await parent.post('/api/admin/board/marks/batch', { marks: [pickUp(ada)] })).status).toBe(403)
    expect((await sendAll([pickUp({ id: '00000000-0000-4000-8000-000000000000' })])).status).toBe(404)
  })
})

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
