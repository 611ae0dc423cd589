import { DERIVED_STATUSES } from '@aftercare/domain/submissions/submissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, sql } from '../db/sql'
import { setClause } from '../db/write'

/** November, on the 16th. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const staff = await app.as(admin)
const month = await make.aMonth({ month_name: 'November', year: 2026 })

let parent: { id: string; email: string }
let child: { id: string; parent_id: string; name: string }
let family: TestClient
let id: string

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from seat_watches`)
  await execute(
    db,
    sql`delete from submissions where id not in (select submission_id from payments where submission_id is not null)`,
  )
  await execute(
    db,
    sql`update months set ${setClause('months', { seats: null, day_seats: {}, taken_seats: {} })}`,
  )
  parent = await make.aParent()
  child = await make.aChild(parent, { name: 'Amara' })
  family = await app.as(parent)
  const row = await make.aRegistration(child, month, { selected_days: [16, 18, 20] })
  id = row.id
})

const REASON = 'Moving away <b>"soon"</b>'
const cancel = (values: Record<string, unknown> = {}, headers?: Record<string, string>, client = staff) =>
  client.post(
    `/api/admin/submissions/${id}/cancel`,
    { reason: REASON, fee: 'none', version: 1, ...values },
    headers,
  )
const undo = (version = 2, headers?: Record<string, string>) =>
  staff.post(`/api/admin/submissions/${id}/undo-cancel`, { version }, headers)

const stored = async (which = id) => {
  const [row] = await storedRows(db, 'submissions', sql`where id = ${which}`)
  return row
}
const mailsTo = (email: string) =>
  storedRows(db, 'outbox', sql`where to_email = ${email} order by created_at`)
const setSeats = (seats: number) =>
  execute(
    db,
    sql`update months m set seats = ${seats}, taken_seats = count_taken_seats(m) where id = ${month.id}`,
  )

describe('cancelling a registration', () => {
  it('gives up its days and its fee, keeps them for the record, and tells the family without the reason', async () => {
    const { status, body } = await cancel()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'cancelled',
      selected_days: [],
      total_fee: 0,
      day_prices: null,
      version: 2,
    })
    expect(body.is_edited).toBe(false)
    expect(body.cancellation).toEqual({
      cancelled_at: expect.any(String),
      cancelled_by: 'Rosa Medina',
      reason: REASON,
      fee: 'none',
      selected_days: [16, 18, 20],
      day_prices: { 16: 20, 18: 20, 20: 20 },
      total_fee: 60,
      credits: {},
      fee_before: 60,
    })
    expect(body.edit_history).toMatchObject([
      { event: 'cancelled', changed_by: 'Rosa Medina', previous_days: [16, 18, 20], new_days: [] },
    ])
    const [mail, ...more] = await mailsTo(parent.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      template: 'registration-cancelled',
      subject: 'Your registration for November 2026 was cancelled',
    })
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('3 days given up: Mon 16, Wed 18, Fri 20')
    expect(mail?.text).not.toContain('Moving away')
    const own = await family.get(`/api/submissions/${id}`)
    expect(own.body).toMatchObject({ status: 'cancelled', cancellation: { fee: 'none', total_fee: 60 } })
    expect(JSON.stringify(own.body)).not.toContain('Moving away')
    const [entry] = await storedRows(db, 'audit_log', sql`where row_id = ${id}`)
    expect(entry).toMatchObject({
      action: 'submission.cancel',
      table_name: 'submissions',
      actor_id: admin.id,
      detail: {
        reason: REASON,
        previous_days: [16, 18, 20],
        new_days: [],
        previous_fee_cents: 6000,
        new_fee_cents: 0,
      },
    })
  })

  it('can keep the fee; payments and what was billed stay, and balances follow', async () => {
    await staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version: 1 })
    await make.aPayment(parent, admin, { submission_id: id, amount_cents: 2500 })
    const kept = await cancel({ fee: 'keep', version: 2 })
    expect(kept.body).toMatchObject({
      total_fee: 60,
      billed_fee: 60,
      paid_amount: 25,
      derived_status: 'partial',
    })
    const totals = async () => (await staff.get(`/api/admin/parents/${parent.id}`)).body.totals
    expect(await totals()).toMatchObject({ balance: 35 })
    await undo(3)
    await cancel({ version: 4 })
    expect(await totals()).toMatchObject({ balance: -25 })
    expect((await staff.get('/api/admin/submissions?billing=edited_since_billed')).body.rows).toMatchObject([
      { id, total_fee: 0, billed_fee: 60, is_cancelled: true },
    ])
    const { body } = await family.get('/api/statement?year=2026')
    expect(body.children).toEqual([])
    expect(body.payments).toHaveLength(1)
  })

  it('has one status everywhere: its own without a fee, that of the fee where it was kept', async () => {
    const found = async (status: string) =>
      (await staff.get(`/api/admin/submissions?status=${status}`)).body.rows.some(
        (row: { id: string }) => row.id === id,
      )
    const everywhere = async () => {
      const listed = (await staff.get('/api/admin/submissions')).body.rows as { id: string }[]
      const csv = String((await staff.get('/api/admin/submissions/export')).body)
      const filters = []
      for (const status of DERIVED_STATUSES) if (await found(status)) filters.push(status)
      const pageOf = (rows: { id: string }[]) => rows.find((row) => row.id === id) as Record<string, unknown>
      return {
        list: pageOf(listed).derived_status,
        panel: (await staff.get(`/api/admin/submissions/${id}`)).body.derived_status,
        parent: pageOf((await staff.get(`/api/admin/parents/${parent.id}/submissions`)).body.rows)
          .derived_status,
        dashboard: pageOf((await staff.get('/api/admin/dashboard')).body.recent_submissions).status,
        csv: csv
          .split('\r\n')
          .find((line) => line.includes(parent.email))
          ?.split(',')
          .at(7),
        filters,
      }
    }
    const same = (status: string, csv: string) => ({
      list: status,
      panel: status,
      parent: status,
      dashboard: status,
      csv,
      filters: [status],
    })
    const unpaid = async () => (await staff.get('/api/admin/dashboard')).body.unpaid
    await staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version: 1 })
    const before = await unpaid()
    expect(await everywhere()).toEqual(same('billed', 'Billed'))
    await cancel({ fee: 'keep', version: 2 })
    expect(await everywhere()).toEqual(same('billed', 'Billed'))
    expect(await unpaid()).toBe(before)
    await undo(3)
    await cancel({ version: 4 })
    expect(await everywhere()).toEqual(same('cancelled', 'Cancelled'))
    expect(await unpaid()).toBe(before - 1)
    expect((await staff.get('/api/admin/submissions')).body.has_cancelled).toBe(true)
  })

  it('takes the child off the board, the reports, Today, the feed and everything that looks for a day', async () => {
    const listed = async () => ({
      report: (await staff.get('/api/admin/attendance?date=2026-11-16')).body.rows.length,
      board: (await staff.get('/api/admin/board?date=2026-11-16')).body.cards.length,
      today: (await family.get('/api/today')).body.children.length,
      editor: (await staff.get(`/api/admin/months/${month.id}/days/16`)).body.total,
      registered: (await family.get('/api/submissions/registered')).body.rows.length,
      dashboard: (await family.get('/api/dashboard')).body.registered?.rows?.length,
      families: (await staff.get('/api/admin/family-messages?date=2026-11-16')).body.families,
      history: (await family.get('/api/submissions')).body.total,
      staff: (await staff.get('/api/admin/submissions')).body.rows.filter(
        (row: { id: string }) => row.id === id,
      ).length,
    })
    const before = await listed()
    await cancel()
    const after = await listed()
    expect(before).toMatchObject({
      report: 1,
      board: 1,
      today: 1,
      registered: 1,
      families: 1,
      history: 1,
      staff: 1,
    })
    expect(after).toMatchObject({
      report: 0,
      board: 0,
      today: 0,
      registered: 0,
      families: 0,
      history: 1,
      staff: 1,
    })
    const absence = await family.post(`/api/submissions/${id}/not-coming`)
    expect(absence.status).toBe(409)
    const csv = await (await staff.raw('/api/admin/submissions/export')).text()
    expect(csv).toContain('November 2026,Cancelled,0.00')
  })

  it('lets the child be registered again for the month, and a drop-in be asked for', async () => {
    await cancel()
    const again = await family.post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: [18],
      agreed: true,
    })
    expect(again.status).toBe(200)
    const dropIn = await family.post('/api/drop-ins', {
      child_id: child.id,
      dropin_date: '2026-11-16',
      agreed: true,
    })
    expect(dropIn.status).toBe(200)
    const refused = await undo()
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toBe(
      "The cancellation can't be undone: Amara has another registration for November 2026.",
    )
  })

  it('frees the seats and tells whoever waits longest', async () => {
    await setSeats(1)
    const waiting = await make.aParent()
    await execute(
      db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at) values (${waiting.id}, ${month.id}, 18, now())`,
    )
    await cancel()
    const [counted] = await storedRows(db, 'months', sql`where id = ${month.id}`)
    expect(counted?.taken_seats).toEqual({})
    expect(await mailsTo(waiting.email)).toMatchObject([{ template: 'seat-opened' }])
  })

  it('replaces mails about edits that still wait', async () => {
    await staff.patch(`/api/admin/submissions/${id}/days`, { selected_days: [16], version: 1 })
    await cancel({ version: 2 })
    expect((await mailsTo(parent.email)).map(({ template }) => template)).toEqual(['registration-cancelled'])
  })

  it('needs a reason of at most 2,000 characters, a choice about the fee, the newest version and the right', async () => {
    expect((await cancel({ reason: '  ' })).body.error.fields).toEqual({ reason: 'Please enter a reason' })
    expect((await cancel({ reason: 'x'.repeat(2001) })).body.error.fields.reason).toContain('2000')
    expect((await cancel({ fee: 'half' })).body.error.fields).toHaveProperty('fee')
    expect((await cancel({ fee: undefined })).status).toBe(422)
    expect((await cancel({ version: 7 })).body.error.code).toBe('stale-version')
    expect((await cancel({}, {}, family)).status).toBe(403)
    expect((await cancel({}, {}, app.visitor)).status).toBe(401)
    expect((await stored())?.status).toBe('submitted')
    const dropIn = await make.aDropIn('2026-11-16')
    const url = `/api/admin/submissions/${dropIn.id}/cancel`
    expect((await staff.post(url, { reason: 'x', fee: 'none', version: 1 })).status).toBe(409)
    expect((await cancel({ reason: 'x'.repeat(2000) })).status).toBe(200)
  })

  it('twice is rejected; with the same key it is done once', async () => {
    const headers = { 'idempotency-key': 'cancel' }
    const responses = await Promise.all([cancel({}, headers), cancel({}, headers), cancel({}, headers)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await countRows(db, 'outbox', sql`where to_email = ${parent.email}`)).toBe(1)
    expect((await cancel({ version: 2 })).body.error).toMatchObject({
      code: 'registration-cancelled',
      message: 'This registration has been cancelled.',
    })
  })

  it('stops edits, by the family and by staff', async () => {
    await cancel()
    for (const version of [1, 2]) {
      const edit = { selected_days: [18], agreed: true, version }
      for (const response of [
        await family.patch(`/api/submissions/${id}`, edit),
        await staff.patch(`/api/admin/submissions/${id}/days`, edit),
      ]) {
        expect(response.status).toBe(409)
        expect(response.body.error.code).toBe('registration-cancelled')
      }
    }
  })

  it('of a guest is mailed to the guest with their private link', async () => {
    const guest = await make.aGuestRegistration(month, { selected_days: [18] })
    const url = `/api/admin/submissions/${guest.id}/cancel`
    expect((await staff.post(url, { reason: 'Asked', fee: 'keep', version: 1 })).status).toBe(200)
    const [mail] = await mailsTo('grace@example.com')
    expect(mail?.content?.guestLink).toMatchObject({ submissionId: guest.id })
    expect(mail?.text).toContain('The fee stays as it was.')
  })
})

describe('undoing a cancellation', () => {
  it('brings back days, prices and fee, in the history and by mail', async () => {
    const before = await stored()
    await cancel()
    const { status, body } = await undo()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'submitted',
      selected_days: [16, 18, 20],
      total_fee: 60,
      day_prices: { 16: 20, 18: 20, 20: 20 },
      cancellation: null,
      version: 3,
    })
    expect(body.edit_history.map(({ event }: { event: string }) => event)).toEqual(['cancelled', 'restored'])
    const { edit_history: _, version: __, updated_at: ___, ...same } = before as NonNullable<typeof before>
    expect(await stored()).toMatchObject(same)
    expect((await mailsTo(parent.email)).map(({ template }) => template)).toEqual([
      'registration-cancelled',
      'registration-restored',
    ])
    const log = await storedRows(db, 'audit_log', sql`where row_id = ${id} order by id`)
    expect(log.map(({ action }) => action)).toEqual(['submission.cancel', 'submission.undo-cancel'])
    expect((await undo(3)).body.error.code).toBe('registration-not-cancelled')
  })

  it('is rejected where a seat is taken by now, naming the day, and from an older version', async () => {
    await setSeats(1)
    await cancel()
    expect((await undo(1)).body.error.code).toBe('stale-version')
    const other = await make.aChild(await make.aParent())
    await make.aRegistration(other, month, { selected_days: [18] })
    const { status, body } = await undo()
    expect(status).toBe(409)
    expect(body.error.message).toBe("The cancellation can't be undone: Wednesday, November 18 is full.")
    expect((await stored())?.status).toBe('cancelled')
    await execute(db, sql`delete from submissions where child_id = ${other.id}`)
    const headers = { 'idempotency-key': 'undo' }
    expect((await undo(2, headers)).status).toBe(200)
    expect((await undo(2, headers)).status).toBe(200)
    expect((await undo(3, headers)).body.error.code).toBe('key-reused')
  })
})

describe('undoing while another family registers for the last seat', () => {
  const both = async (by: TestApp) => {
    await setSeats(1)
    await cancel()
    const stranger = await make.aParent()
    const other = await make.aChild(stranger)
    const [office, home] = [await by.as(admin), await by.as(stranger)]
    // Both have read what they need before either may write.
    const holder = await holdLock(by, 'lock table submissions in share row exclusive mode', [])
    const answers = Promise.all([
      office.post(`/api/admin/submissions/${id}/undo-cancel`, { version: 2 }),
      home.post('/api/submissions', {
        month_id: month.id,
        child_ids: [other.id],
        selected_days: [18],
        agreed: true,
      }),
    ])
    await untilWaiting(app, 2)
    await holder.release()
    return (await answers).map(({ status }) => status)
  }
  const taken = () =>
    maybeOne<{ n: number }>(
      db,
      sql`select (count_taken_seats(m) ->> '18')::int as n from months m where id = ${month.id}`,
    )

  it('gives the seat to one of them', async () => {
    expect((await both(app)).sort()).toEqual([200, 409])
    expect(await taken()).toEqual({ n: 1 })
  })

  it('control: without the locks both get it', async () => {
    const unlocked = await testApp({ databaseUrl: app.databaseUrl })
    disableLocks(unlocked)
    expect(await both(unlocked)).toEqual([200, 200])
    expect(await taken()).toEqual({ n: 2 })
  })
})

describe('undoing while the family registers the same child again', () => {
  const both = async (by: TestApp) => {
    await cancel()
    const [office, home] = [await by.as(admin), await by.as(parent)]
    // Both have read what they need before either may write.
    const holder = await holdLock(by, 'lock table submissions in share row exclusive mode', [])
    const registered = home.post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: [18],
      agreed: true,
    })
    await untilWaiting(app, 1)
    const undone = office.post(`/api/admin/submissions/${id}/undo-cancel`, { version: 2 })
    await untilWaiting(app, 2)
    await holder.release()
    return { registered: await registered, undone: await undone }
  }
  const registered = () =>
    countRows(db, 'submissions', sql`where child_id = ${child.id} and cancellation is null`)

  it('leaves the child one registration, and says so to the other', async () => {
    const responses = await both(app)
    expect(responses.registered.status).toBe(200)
    expect(responses.undone.body.error.message).toBe(
      "The cancellation can't be undone: Amara has another registration for November 2026.",
    )
    expect(await registered()).toBe(1)
  })

  it('even without the locks, by the unique index', async () => {
    const unlocked = await testApp({ databaseUrl: app.databaseUrl })
    disableLocks(unlocked)
    const { registered: again, undone } = await both(unlocked)
    // Nothing orders the two now: the index refuses whichever writes last.
    const [refused, message] =
      again.status === 200
        ? [undone, "The cancellation can't be undone: The child has another registration for this month."]
        : [again, 'One or more selected children already have a registration for this month.']
    expect([again.status, undone.status].sort()).toEqual([200, 409])
    expect(refused.body.error.message).toBe(message)
    expect(await registered()).toBe(1)
  })
})
