import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard } from '../../testing/board'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { execute, rows, sql } from '../db/sql'
import { insertInto } from '../db/write'

const { app, make, staff, month, aBookedChild, sendMark, board, marks } = await startBoard()

const ROSE = { name: 'Grandma Rose', phone: null }
const ROB = { name: 'Rob Lee', note: 'Court order 17' }

async function aChildHere(values: object = {}) {
  const booked = await aBookedChild(values)
  await sendMark(booked.registration, { change: 'arrived', at: at('15:10') })
  return booked
}

async function aMember(parent: { id: string }, values: object) {
  const member = await make.aParent(values)
  const row = { member_id: member.id, parent_id: parent.id, joined_at: '2026-10-01T12:00:00Z' }
  await execute(app.services.db, insertInto('family_members', [row]))
  return member
}

const left = (picked_up_by: string, values: object = {}) => ({
  change: 'picked_up',
  picked_up_by,
  version: 1,
  ...values,
})

const logOf = (submission: { id: string }) =>
  rows<{ action: string; detail: Record<string, unknown> }>(
    app.services.db,
    sql`select action, detail from audit_log where row_id = ${submission.id} order by id`,
  )

describe('who is not on the list', () => {
  it('takes a child home only with the flag; the mark and the log say so, also after an undo', async () => {
    const { registration } = await aChildHere({ pickup_people: [ROSE] })
    const refused = await sendMark(registration, left('Random Guy'))
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      409,
      'mark-rejected',
      "Random Guy is not on Ada Lee's list.",
    ])
    expect(refused.body.error.stored).toMatchObject({ left_at: null, version: 1 })
    expect((await sendMark(registration, left('Random Guy', { release_anyway: false }))).status).toBe(409)
    expect((await sendMark(registration, left('Random Guy', { release_anyway: 'yes' }))).status).toBe(422)
    const released = await sendMark(registration, left('Random Guy', { release_anyway: true }))
    expect(released.body).toMatchObject({ picked_up_by: 'Random Guy', not_on_list: true })
    expect((await board()).cards[0].mark).toEqual(released.body)
    const undone = await sendMark(registration, { change: 'undo_picked_up', version: 2 })
    expect(undone.body).toMatchObject({ picked_up_by: null, not_on_list: false })
    const log = await logOf(registration)
    expect(log.map(({ action, detail }) => [action, detail.picked_up_by])).toEqual([
      ['mark.arrived', undefined],
      ['mark.picked-up', 'Random Guy'],
      ['mark.undo-picked-up', undefined],
    ])
    const { body: activity } = await staff.get('/api/admin/activity')
    expect(JSON.stringify(activity)).toContain('Random Guy')
  })

  it('is not who joined the family, may pick up, or is shown by email; and those are not named in the log', async () => {
    const { parent, registration } = await aBookedChild({ pickup_people: [ROSE] })
    const member = await aMember(parent, { full_name: '', email: 'bo@lee.example' })
    await sendMark(registration, { change: 'arrived', at: at('15:10') })
    let version = 1
    for (const name of ['ANA  LEE', 'Lee, Ana', 'gràndma rose', member.email]) {
      const { body } = await sendMark(registration, left(name, { version }))
      expect([name, body.not_on_list]).toEqual([name, false])
      await sendMark(registration, { change: 'undo_picked_up', version: version + 1 })
      version += 2
    }
    expect(JSON.stringify(await logOf(registration))).not.toMatch(/rose|lee/i)
  })

  it('of a guest is everybody but the guest', async () => {
    const guest = await make.aGuestRegistration(month, {
      selected_days: [16],
      guest_parent_name: 'Grace Bell',
    })
    await sendMark(guest, { change: 'arrived', at: at('15:10') })
    expect((await sendMark(guest, left('Grace Bellamy'))).status).toBe(409)
    expect((await sendMark(guest, left('grace bell'))).body).toMatchObject({ not_on_list: false })
  })

  it('may have been on it when the pick-up was made without a connection: it is stored, and says so', async () => {
    const { registration } = await aChildHere()
    const { body } = await sendMark(registration, left('Grandma Rose', { offline: true }))
    expect(body).toMatchObject({ picked_up_by: 'Grandma Rose', not_on_list: true })
    expect((await logOf(registration)).at(-1)?.detail).toMatchObject({ picked_up_by: 'Grandma Rose' })
  })

  it('follows the same rules in a correction, which otherwise leaves the name as it is', async () => {
    const { registration } = await aChildHere()
    await sendMark(registration, left('Random Guy', { release_anyway: true }))
    const correct = (values: object) => sendMark(registration, { change: 'correct', version: 2, ...values })
    expect((await correct({ picked_up_by: 'Another Guy' })).status).toBe(409)
    const times = await correct({ left_at: at('15:50') })
    expect(times.body).toMatchObject({ picked_up_by: 'Random Guy', not_on_list: true, version: 3 })
    const named = await correct({ picked_up_by: 'Another Guy', release_anyway: true, version: 3 })
    expect(named.body).toMatchObject({ picked_up_by: 'Another Guy', not_on_list: true })
    const known = await correct({ picked_up_by: 'Ana Lee', version: 4 })
    expect(known.body).toMatchObject({ picked_up_by: 'Ana Lee', not_on_list: false })
    expect((await logOf(registration)).map(({ detail }) => detail.picked_up_by)).toEqual([
      undefined,
      'Random Guy',
      undefined,
      'Another Guy',
      undefined,
    ])
  })
})

describe('who must not pick up', () => {
  it.each([
    ['by request', {}],
    ['with the flag', { release_anyway: true }],
    ['without a connection', { offline: true }],
    ['with both', { release_anyway: true, offline: true }],
  ])('is refused %s, also an adult of the family', async (_, values) => {
    const { parent, registration } = await aBookedChild({ must_not_pick_up: [ROB], pickup_people: [ROSE] })
    await aMember(parent, { full_name: 'Rob Lee' })
    await sendMark(registration, { change: 'arrived', at: at('15:10') })
    for (const name of ['Rob Lee', 'LEE, Rób']) {
      const { status, body } = await sendMark(registration, left(name, values))
      expect([status, body.error.message]).toEqual([409, `${name} must not pick up Ada Lee.`])
    }
    await sendMark(registration, left('Ana Lee'))
    const corrected = await sendMark(registration, {
      change: 'correct',
      picked_up_by: 'rob lee',
      version: 2,
      ...values,
    })
    expect([corrected.status, corrected.body.error.message]).toEqual([
      409,
      'rob lee must not pick up Ada Lee.',
    ])
    expect(JSON.stringify(await logOf(registration))).not.toMatch(/rob|court/i)
  })

  it('of one child refuses brothers and sisters in the same step', async () => {
    const { parent, registration } = await aChildHere()
    const ben = await make.aChild(parent, { name: 'Ben Lee', must_not_pick_up: [ROB] })
    const second = await make.aRegistration(ben, month, { selected_days: [16] })
    await sendMark(second, { change: 'arrived', at: at('15:10') })
    const marksOfBoth = [registration, second].map(({ id }) => ({
      submission_id: id,
      day: DAY,
      at: at('16:00'),
      ...left('Rob Lee', { release_anyway: true }),
    }))
    const { status, body } = await staff.post('/api/admin/board/marks/batch', { marks: marksOfBoth })
    expect([status, body.error.message]).toEqual([409, 'Rob Lee must not pick up Ben Lee.'])
    expect((await marks()).map(({ left_at }) => left_at)).toEqual([null, null])
  })

  it('counts from the moment it is being saved: a pick-up waits for it', async () => {
    const { child, registration } = await aChildHere({ pickup_people: [{ name: 'Rob Lee', phone: null }] })
    const change = await holdLock(
      app,
      `update children set must_not_pick_up = '[{"name":"Rob Lee","note":null}]' where id = $1`,
      [child.id],
    )
    const one = sendMark(registration, left('Rob Lee'))
    const batch = staff.post('/api/admin/board/marks/batch', {
      marks: [{ submission_id: registration.id, day: DAY, at: at('16:00'), ...left('Rob Lee') }],
    })
    await untilWaiting(app, 2)
    await change.commit()
    expect([(await one).status, (await batch).status]).toEqual([409, 409])
  })
})
