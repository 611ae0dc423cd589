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

describe('a coming booked day', () => {
  const TOMORROW = '2026-11-17'
  const path = (date: string) => `/api/submissions/${registration.id}/not-coming?date=${date}`
  const absentDays = async () => (await client.get(`/api/submissions/${registration.id}`)).body.absent_days

  const staff = () => app.as(admin)
  const isAbsentOnBoard = async (day: string) => {
    const { body } = await (await staff()).get(`/api/admin/board?date=${day}`)
    const ada = body.cards.find((card: { child_name: string }) => card.child_name === 'Ada Lee')
    return ada.mark !== null && ada.mark.not_coming_at !== null
  }

  it('can be given as not coming, which staff see on that day alone, and as coming after all', async () => {
    app.setNow(at('19:00'))
    const reported = await client.post(path(TOMORROW))
    expect([reported.status, reported.body.state]).toEqual([200, 'not_coming'])
    expect((await client.post(path(TOMORROW))).status).toBe(200)
    expect(await absentDays()).toEqual([17])
    expect(await isAbsentOnBoard(DAY)).toBe(false)
    expect((await client.delete(path(TOMORROW))).body.state).toBe('expected')
    expect(await absentDays()).toEqual([])
    await client.post(path(TOMORROW))
    app.setNow(`${TOMORROW}T12:00:00-05:00`)
    expect(await isAbsentOnBoard(TOMORROW)).toBe(true)
    const { body: report } = await (await staff()).get(`/api/admin/attendance?date=${TOMORROW}`)
    expect(report.rows.find((row: { child: string }) => row.child === 'Ada Lee').remark).toBe('not_coming')
    expect((await undoAbsence()).body.state).toBe('expected')
    expect(await isAbsentOnBoard(TOMORROW)).toBe(false)
  })

  const giveUpAndChooseAgain = async (by: TestClient, edit: string) => {
    for (const [selected_days, version] of [
      [[16], 1],
      [[16, 17], 2],
    ])
      expect(
        (await by.patch(edit, { selected_days, confirmed_days: selected_days, agreed: true, version }))
          .status,
      ).toBe(200)
  }

  it('is expected again if it is given up and chosen again', async () => {
    await client.post(path(TOMORROW))
    app.setNow('2026-11-15T12:00:00-05:00')
    await giveUpAndChooseAgain(client, `/api/submissions/${registration.id}`)
    expect(await absentDays()).toEqual([])
  })

  it('is expected again also on the day itself', async () => {
    await client.post(path(TOMORROW))
    app.setNow(`${TOMORROW}T08:00:00-05:00`)
    expect(await isAbsentOnBoard(TOMORROW)).toBe(true)
    await giveUpAndChooseAgain(await staff(), `/api/admin/submissions/${registration.id}/days`)
    expect(await isAbsentOnBoard(TOMORROW)).toBe(false)
  })

  it('keeps what staff noted, and what was said of a day that is over', async () => {
    await client.post(path(TOMORROW))
    app.setNow(`${TOMORROW}T12:00:00-05:00`)
    const mark = { submission_id: registration.id, day: TOMORROW, at: `${TOMORROW}T12:00:00-05:00` }
    const noted = { ...mark, change: 'note', note: 'Call back at 3', version: 1 }
    expect((await (await staff()).post('/api/admin/board/marks', noted)).status).toBe(200)
    const days = (selected_days: number[], version: number) =>
      staff().then((client) =>
        client.patch(`/api/admin/submissions/${registration.id}/days`, {
          selected_days,
          confirmed_days: [16, 17],
          version,
        }),
      )
    expect((await days([16], 1)).status).toBe(200)
    const stored = async () => storedRows(app.services.db, 'attendance_marks')
    expect(await stored()).toMatchObject([{ note: 'Call back at 3', not_coming_at: null, version: 3 }])
    expect((await days([16, 17], 2)).status).toBe(200)
    const again = await client.post(path(TOMORROW))
    expect(again.status).toBe(200)
    app.setNow('2026-11-18T12:00:00-05:00')
    expect((await days([16], 3)).status).toBe(200)
    expect(await stored()).toMatchObject([{ not_coming_by: 'parent', version: 4 }])
  })

  it('is rejected if it is not booked, has passed, is cancelled, or is another family’s', async () => {
    const message = async (date: string) => {
      const { status, body } = await client.post(path(date))
      return [status, body.error.message]
    }
    expect(await message('2026-11-18')).toEqual([409, 'Ada Lee is not booked for Wednesday, November 18.'])
    expect((await client.post(path('2026-02-30'))).status).toBe(422)
    const stranger = await app.as(await make.aParent())
    expect((await stranger.post(path(TOMORROW))).status).toBe(404)
    await execute(
      app.services.db,
      sql`update months set day_types = '{"17": "unavailable"}', cancelled_days = '{17}', cancelled_day_types = '{"17": "regular"}'`,
    )
    expect(await message(TOMORROW)).toEqual([409, 'Aftercare is cancelled on Tuesday, November 17.'])
    app.setNow('2026-11-17T12:00:00-05:00')
    expect(await message(DAY)).toEqual([409, 'Monday, November 16 has passed.'])
    expect((await client.delete(path(DAY))).status).toBe(200)
  })
})
