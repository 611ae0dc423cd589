import { describe, expect, it } from 'vitest'
import { at, DAY, type MarkValues, startBoard, utc } from '../../testing/board'
import { storedRows } from '../../testing/rows'
import { rows, sql } from '../db/sql'

const { app, make, admin, staff, month, aBookedChild, sendMark, board, marks } = await startBoard()

describe('a mark', () => {
  it('goes from arrival to pick-up, is counted, logged with the person, and shown', async () => {
    const { registration } = await aBookedChild({ pickup_people: [{ name: '<b>Ana</b> Lee', phone: null }] })
    const arrived = await sendMark(registration, { change: 'arrived', at: at('15:12') })
    expect(arrived.body).toEqual({
      submission_id: registration.id,
      day: DAY,
      arrived_at: utc('15:12'),
      left_at: null,
      picked_up_by: null,
      not_on_list: false,
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
    const { registration } = await aBookedChild({ pickup_people: [{ name: 'Grandma', phone: null }] })
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

  it('is accepted from its own account only', async () => {
    const { registration } = await aBookedChild()
    const queued = {
      submission_id: registration.id,
      day: DAY,
      at: at('16:00'),
      change: 'arrived',
      version: 0,
    }
    const send = (performed_by: string) => staff.post('/api/admin/board/marks', { ...queued, performed_by })
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
    Object.assign(staff, await app.as(admin))
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
    const early = { change: 'picked_up', picked_up_by: 'Ana Lee', at: at('15:09'), version: 1 }
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
    const outdated = await sendMark(registration, { change: 'correct', arrived_at: at('15:05'), version: 0 })
    expect([outdated.status, outdated.body.error.code]).toEqual([409, 'mark-conflict'])
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
    const { body: stored } = await sendMark(
      ben,
      pickUp(ben, 1, { picked_up_by: 'Grandma', release_anyway: true }),
    )
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
