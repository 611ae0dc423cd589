import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** A family on Monday, November 16, 2026, at noon, with one child booked for today. */

const DAY = '2026-11-16'
const at = (time: string) => `${DAY}T${time}:00-05:00`

let parent: { id: string }
let client: TestClient
let registration: { id: string }
let child: { id: string; parent_id: string }

const app = await testApp({ now: at('12:00') })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
beforeEach(async () => {
  for (const table of [sql`submissions`, sql`months`])
    await execute(app.services.db, sql`delete from ${table}`)
  app.setNow(at('12:00'))
  const month = await make.aMonth({ month_name: 'November' })
  parent = await make.aParent()
  client = await app.as(parent)
  child = await make.aChild(parent, { name: 'Ada Lee' })
  registration = await make.aRegistration(child, month, { selected_days: [16, 17] })
  await make.aRegistration(await make.aChild(parent, { name: 'Ben Lee' }), month, { selected_days: [17] })
})

const today = async () => (await client.get('/api/today')).body
const reportAbsence = (id = registration.id) => client.post(`/api/submissions/${id}/not-coming`)
const undoAbsence = (id = registration.id) => client.delete(`/api/submissions/${id}/not-coming`)
const mark = async (values: object) =>
  (await app.as(admin)).post('/api/admin/board/marks', {
    submission_id: registration.id,
    day: DAY,
    at: app.services.clock.now().toISOString(),
    ...values,
  })

describe('today', () => {
  it('shows a family which of its children are booked, and nothing if none is', async () => {
    expect(await today()).toEqual({
      date: DAY,
      pickup_time: '17:30',
      is_cancelled: false,
      has_phone: expect.any(Boolean),
      children: [
        {
          submission_id: registration.id,
          child_name: 'Ada Lee',
          dismissal: 'regular',
          dismissal_time: '15:30',
          state: 'expected',
          arrived_at: null,
          left_at: null,
          not_coming_at: null,
          can_report_absence: true,
          can_undo_absence: false,
        },
      ],
    })
    const other = await app.as(await make.aParent())
    expect((await other.get('/api/today')).body.children).toEqual([])
    expect((await app.visitor.get('/api/today')).status).toBe(401)
  })

  it('says whether any adult of the family can be called', async () => {
    const { db } = app.services
    const setPhone = (id: string, phone: string | null) =>
      execute(db, sql`update profiles set phone = ${phone} where id = ${id}`)
    const hasPhone = async (one = client) => {
      const { body } = await one.get('/api/dashboard')
      expect(body.today).toEqual((await one.get('/api/today')).body)
      return body.today.has_phone
    }
    await setPhone(parent.id, null)
    expect(await hasPhone()).toBe(false)
    await setPhone(parent.id, '555 014')
    expect(await hasPhone()).toBe(false)
    const other = await make.aParent({ phone: '555 0142' })
    expect(await hasPhone()).toBe(false)
    await execute(
      db,
      sql`insert into family_members (parent_id, member_id, joined_at) values (${parent.id}, ${other.id}, now())`,
    )
    expect([await hasPhone(), await hasPhone(await app.as(other))]).toEqual([true, true])
    await setPhone(other.id, '')
    expect([await hasPhone(), await hasPhone(await app.as(other))]).toEqual([false, false])
    await setPhone(parent.id, '555 0143')
    expect([await hasPhone(), await hasPhone(await app.as(other))]).toEqual([true, true])
  })

  it('includes drop-ins, and a child with both once', async () => {
    await make.aDropIn(DAY, { parent_id: parent.id, child_id: child.id })
    expect((await today()).children).toHaveLength(1)
    const cleo = await make.aChild(parent, { name: 'Cleo Lee' })
    await make.aDropIn(DAY, { parent_id: parent.id, child_id: cleo.id })
    expect((await today()).children.map((one: { child_name: string }) => one.child_name)).toEqual([
      'Ada Lee',
      'Cleo Lee',
    ])
  })
})

describe('"Not coming today"', () => {
  it('is set and undone by the family, shows on the board, and does not change the fee', async () => {
    expect((await reportAbsence()).body).toMatchObject({ state: 'not_coming', can_undo_absence: true })
    expect((await reportAbsence()).status).toBe(200)
    const { body } = await (await app.as(admin)).get('/api/admin/board')
    expect(body.cards[0].mark).toMatchObject({ not_coming_by: 'parent', version: 1 })
    expect((await undoAbsence()).body).toMatchObject({ state: 'expected', can_report_absence: true })
    expect((await undoAbsence()).status).toBe(200)
    const log = await storedRows(
      app.services.db,
      'audit_log',
      sql`where row_id = ${registration.id} order by id`,
    )
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['mark.not-coming', parent.id],
      ['mark.undo-not-coming', parent.id],
    ])
    const [stored] = await storedRows(app.services.db, 'submissions', sql`where id = ${registration.id}`)
    expect(stored).toMatchObject({ total_fee_cents: 6000, selected_days: [16, 17], version: 1 })
  })

  it('is stored once for three clicks at the same moment', async () => {
    const responses = await Promise.all([reportAbsence(), reportAbsence(), reportAbsence()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await storedRows(app.services.db, 'attendance_marks')).toMatchObject([{ version: 1 }])
  })

  it('is possible until pick-up time', async () => {
    app.setNow(at('17:30'))
    client = await app.as(parent)
    const { status, body } = await reportAbsence()
    expect([status, body.error.message]).toEqual([409, "It's past the 5:30 PM pick-up time."])
  })

  it('cannot be set or undone once staff marked the child', async () => {
    await reportAbsence()
    await mark({ change: 'arrived', version: 1 })
    expect((await undoAbsence()).body.error.message).toBe('Ada Lee has already arrived.')
    await mark({ change: 'picked_up', picked_up_by: 'Ana', release_anyway: true, version: 2 })
    expect((await reportAbsence()).body.error.message).toBe('Ada Lee has already been picked up.')
    expect((await today()).children[0]).toMatchObject({ state: 'gone', can_report_absence: false })
  })

  it('cannot be undone by the family if staff set it', async () => {
    await mark({ change: 'not_coming', version: 0 })
    expect((await today()).children[0]).toMatchObject({ state: 'not_coming', can_undo_absence: false })
    expect((await undoAbsence()).body.error.message).toBe(
      'Aftercare staff marked this. Please contact them to change it.',
    )
  })

  it("is only for one's own children who are booked for today", async () => {
    const other = await app.as(await make.aParent())
    expect((await other.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(404)
    expect((await app.visitor.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(401)
    app.setNow('2026-11-18T12:00:00-05:00')
    client = await app.as(parent)
    expect((await reportAbsence()).body.error.message).toBe('Ada Lee is not booked for today.')
    expect(await storedRows(app.services.db, 'attendance_marks')).toEqual([])
  })
})
