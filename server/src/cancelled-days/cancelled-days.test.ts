import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, sql } from '../db/sql'

/** December 2026; Friday the 4th is cancelled. Today is Monday, November 16. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin()
const staff = await app.as(admin)
let month: { id: string }
let dana: { id: string; email: string }
let family: TestClient
let amara: { id: string }
let dropIn: { id: string }
let guest: { id: string }

beforeEach(async () => {
  for (const table of ['outbox', 'family_messages', 'submissions', 'months', 'children'])
    await execute(db, sql([`delete from ${table}`]))
  month = await make.aMonth()
  dana = await make.aParent()
  family = await app.as(dana)
  const child = await make.aChild(dana, { name: 'Amara' })
  amara = await make.aRegistration(child, month, { selected_days: [3, 4], total_fee_cents: 4000 })
  guest = await make.aGuestRegistration(month, {
    selected_days: [4, 7],
    total_fee_cents: 5000,
    day_prices: { 4: 30, 7: 20 },
  })
  dropIn = await make.aDropIn('2026-12-04', {
    guest_parent_email: 'joel@example.com',
    guest_child_name: 'Joel',
  })
})

const cancel = (fees?: 'credit' | 'keep', headers?: Record<string, string>) =>
  staff.post(
    '/api/admin/family-messages',
    { date: '2026-12-04', subject: 'Snow', text: 'Stay home.', cancelled: true, fees },
    headers,
  )
const version = async () =>
  (await maybeOne<{ version: number }>(db, sql`select version from months where id = ${month.id}`))?.version
const reinstate = async (credits: string, values: object = {}, day: number | string = 4) =>
  staff.post(`/api/admin/months/${month.id}/days/${day}/reinstate`, {
    credits,
    version: await version(),
    ...values,
  })
const save = async (values: object) =>
  staff.patch(`/api/admin/months/${month.id}`, {
    day_types: {},
    closed_days: [],
    version: await version(),
    ...values,
  })
const stored = async (id: string) => {
  const [row] = await storedRows(db, 'submissions', sql`where id = ${id}`)
  if (!row) throw new Error('The submission is gone')
  return row
}
const feesOf = async () =>
  Promise.all([amara, guest, dropIn].map(async ({ id }) => (await stored(id)).total_fee_cents))
const theMonth = async () => {
  const [row] = await storedRows(db, 'months', sql`where id = ${month.id}`)
  return row
}
const edit = async (selected_days: number[]) =>
  family.patch(`/api/submissions/${amara.id}`, {
    selected_days,
    agreed: true,
    version: (await stored(amara.id)).version,
  })

describe('a day cancelled with credits', () => {
  it('is unavailable and cancelled, costs nobody anything, and stays booked', async () => {
    await save({ closed_days: [4] })
    await execute(db, sql`update submissions set billed_status = 'billed' where id = ${amara.id}`)
    const { status, body } = await cancel('credit')
    expect(status).toBe(200)
    expect(body.month).toMatchObject({
      cancelled_days: [4],
      closed_days: [],
      day_types: { 4: 'unavailable' },
    })
    expect(body.month).not.toHaveProperty('cancelled_day_types')
    expect(await stored(amara.id)).toMatchObject({
      selected_days: [3, 4],
      total_fee_cents: 2000,
      billed_fee_cents: 4000,
      day_prices: { 3: 20, 4: 0 },
      credits: { 4: 20 },
      is_edited: false,
      version: 2,
    })
    expect(await stored(guest.id)).toMatchObject({ total_fee_cents: 2000, day_prices: { 4: 0, 7: 20 } })
    expect(await stored(dropIn.id)).toMatchObject({
      total_fee_cents: 0,
      credits: { 4: 25 },
      day_prices: null,
    })
    const own = (await family.get(`/api/submissions/${amara.id}`)).body
    expect(own).toMatchObject({ total_fee: 20, day_prices: { 3: 20, 4: 0 }, months: { cancelled_days: [4] } })
    expect(own.edit_history).toEqual([
      expect.objectContaining({
        days_added: [],
        days_removed: [],
        fee_change: { day: '2026-12-04', amount: -20 },
      }),
    ])
    const listed = (await staff.get('/api/admin/submissions?billing=edited_since_billed')).body
    expect(listed.rows.map((row: { id: string }) => row.id)).toEqual([amara.id])
  })

  it('is recorded for the day and for each family', async () => {
    await cancel('credit')
    const log = await storedRows(db, 'audit_log', sql`where row_id in (${month.id}, ${amara.id}) order by id`)
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['months.cancel-day', { day: '2026-12-04', fees: 'credit' }],
      ['submission.credit', { day: '2026-12-04', previous_fee_cents: 4000, new_fee_cents: 2000 }],
    ])
  })

  it.each([
    ['credit', 'The fee for this day is credited'],
    ['keep', 'The fee for this day stays as booked.'],
  ] as const)('says in the email what happens to the fee (%s), as the preview shows', async (fees, words) => {
    const draft = { date: '2026-12-04', subject: 'Snow', text: 'Stay home.', fees }
    const preview = (cancelled: boolean) =>
      staff.post('/api/admin/family-messages/preview', { ...draft, cancelled })
    expect((await preview(true)).body.text).toContain(words)
    expect((await preview(false)).body.text).not.toContain('fee')
    await cancel(fees)
    const [mail] = await storedRows(db, 'outbox', sql`where template = 'family-message' limit 1`)
    expect(mail?.text).toContain(`Stay home.\n\n${words}`)
  })

  it('names the families and the money before', async () => {
    const { body } = await staff.get('/api/admin/family-messages?date=2026-12-04')
    expect(body).toMatchObject({ fee_families: 3, fees: 75, is_cancelled: false })
    const days = `/api/admin/months/${month.id}/days`
    expect((await staff.get(`${days}/4/fees`)).body).toEqual({
      day: 4,
      children: 3,
      families: 3,
      fees: 75,
      credits: 0,
    })
    // The same child and the same family once more.
    const [{ child_id } = { child_id: null }] = await storedRows(
      db,
      'submissions',
      sql`where id = ${amara.id}`,
    )
    await make.aDropIn('2026-12-04', { parent_id: dana.id, child_id })
    expect((await staff.get(`${days}/4/fees`)).body).toMatchObject({ children: 3, families: 3, fees: 100 })
    // Families without an email count too.
    await make.aDropIn('2026-12-04', { guest_parent_email: '', total_fee_cents: 0 })
    expect((await staff.get(`${days}/4/fees`)).body).toMatchObject({ children: 4, families: 4, fees: 100 })
    await cancel('credit')
    expect((await staff.get(`${days}/4/fees`)).body).toMatchObject({ fees: 0, credits: 100 })
    expect((await staff.get(`${days}/31/fees`)).body).toMatchObject({ children: 0, fees: 0 })
    expect((await staff.get(`${days}/32/fees`)).status).toBe(422)
    expect((await family.get(`${days}/4/fees`)).status).toBe(403)
  })

  it('is credited once: a double click, and a second message', async () => {
    const key = { 'idempotency-key': 'snow' }
    const answers = await Promise.all([cancel('credit', key), cancel('credit', key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const again = await cancel('credit')
    expect(again.status).toBe(409)
    expect(again.body.error.fields).toEqual({ cancelled: 'Friday, December 4 is already cancelled.' })
    expect(await feesOf()).toEqual([2000, 2000, 0])
    expect((await stored(amara.id)).edit_history).toHaveLength(1)
  })

  it('credits what a day costs now where booked prices are not known', async () => {
    await execute(db, sql`update submissions set day_prices = null, total_fee = 55 where id = ${amara.id}`)
    await cancel('credit')
    expect(await stored(amara.id)).toMatchObject({
      total_fee_cents: 3500,
      day_prices: null,
      credits: { 4: 20 },
    })
    await reinstate('undo')
    expect(await stored(amara.id)).toMatchObject({ total_fee_cents: 5500, day_prices: null, credits: {} })
  })

  it('cannot be newly chosen, and an edit keeps it at 0', async () => {
    await cancel('credit')
    const added = await edit([3, 4, 8])
    expect(added.body).toMatchObject({ total_fee: 40, day_prices: { 3: 20, 4: 0, 8: 20 } })
    const foreign = await edit([3, 4, 8, 9])
    expect(foreign.body).toMatchObject({ total_fee: 60, day_prices: { 4: 0, 9: 20 } })
  })

  it('is not edited unseen: an edit that began before is a version conflict', async () => {
    const before = await stored(amara.id)
    await cancel('credit')
    const late = await family.patch(`/api/submissions/${amara.id}`, {
      selected_days: [3],
      agreed: true,
      version: before.version,
    })
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'stale-version' } } })
    expect(await stored(amara.id)).toMatchObject({ selected_days: [3, 4], total_fee_cents: 2000 })
  })
})

describe('a day cancelled with its fees kept', () => {
  it('keeps the booked prices, through later edits too', async () => {
    await cancel('keep')
    expect(await feesOf()).toEqual([4000, 5000, 2500])
    expect((await stored(amara.id)).version).toBe(1)
    const { body } = await edit([3, 4, 8])
    expect(body).toMatchObject({ total_fee: 60, day_prices: { 3: 20, 4: 20, 8: 20 } })
  })

  it('is what a request without a choice means', async () => {
    await cancel()
    expect(await feesOf()).toEqual([4000, 5000, 2500])
    expect((await theMonth())?.cancelled_days).toEqual([4])
  })
})

describe.each(['credit', 'keep'] as const)('a day cancelled with the choice "%s"', (fees) => {
  const STAYS = "Friday, December 4 was cancelled, so it can't be removed."

  it('cannot be given up, by the family or by staff, nor chosen by anybody', async () => {
    const other = await make.aRegistration(await make.aChild(dana, { name: 'Tobias' }), month, {
      selected_days: [3],
      total_fee_cents: 2000,
    })
    await cancel(fees)
    const { version: current } = await stored(amara.id)
    const byStaff = (id: string, selected_days: number[], version: number) =>
      staff.patch(`/api/admin/submissions/${id}/days`, {
        selected_days,
        confirmed_days: selected_days,
        version,
      })
    const refused = [await edit([3]), await edit([3, 8]), await byStaff(amara.id, [3], current)]
    for (const { status, body } of refused)
      expect([status, body.error.fields.selected_days]).toEqual([409, STAYS])
    expect((await stored(amara.id)).selected_days).toEqual([3, 4])
    const chosen = await byStaff(other.id, [3, 4], other.version)
    expect(chosen.body.error.message).toBe('Friday, December 4 is cancelled. Please choose another day.')
    await execute(db, sql`update submissions set day_prices = null where id = ${amara.id}`)
    expect((await edit([3])).status).toBe(409)
    expect((await byStaff(amara.id, [4, 8], current)).status).toBe(200)
  })
})

describe('a cancelled day that takes place after all', () => {
  it('gets the type and the prices it had', async () => {
    await execute(
      db,
      sql`update months set day_types = day_types || '{"4":"noon"}', special_days = '{4}' where id = ${month.id}`,
    )
    await execute(db, sql`update submissions set billed_status = 'billed' where id = ${amara.id}`)
    await cancel('credit')
    await execute(db, sql`update months set special_price = 99 where id = ${month.id}`)
    const { status, body } = await reinstate('undo')
    expect(status).toBe(200)
    expect(body).toMatchObject({ cancelled_days: [], day_types: { 4: 'noon' }, special_days: [4] })
    expect(await feesOf()).toEqual([4000, 5000, 2500])
    expect(await stored(amara.id)).toMatchObject({ day_prices: { 3: 20, 4: 20 }, credits: {}, version: 3 })
    const own = (await family.get(`/api/submissions/${amara.id}`)).body
    expect(own.edit_history.at(-1).fee_change).toEqual({ day: '2026-12-04', amount: 20 })
    expect((await staff.get('/api/admin/submissions?billing=edited_since_billed')).body.total).toBe(0)
    const [log] = await storedRows(
      db,
      'audit_log',
      sql`where action = 'months.reinstate-day' order by id desc`,
    )
    expect(log).toMatchObject({ actor_id: admin.id, detail: { day: '2026-12-04', credits: 'undo' } })
    const fees = await storedRows(db, 'audit_log', sql`where row_id = ${amara.id} order by id`)
    expect(fees.map(({ action, table_name, detail }) => [action, table_name, detail]).slice(-2)).toEqual([
      [
        'submission.credit',
        'submissions',
        { day: '2026-12-04', previous_fee_cents: 4000, new_fee_cents: 2000 },
      ],
      [
        'submission.undo-credit',
        'submissions',
        { day: '2026-12-04', previous_fee_cents: 2000, new_fee_cents: 4000 },
      ],
    ])
  })

  it('leaves the credits if staff say so', async () => {
    await cancel('credit')
    await reinstate('leave')
    expect(await feesOf()).toEqual([2000, 2000, 0])
    expect((await theMonth())?.cancelled_days).toEqual([])
    expect((await stored(amara.id)).edit_history).toHaveLength(1)
    const fees = await storedRows(db, 'audit_log', sql`where row_id = ${amara.id}`)
    expect(fees.map(({ action }) => action)).toEqual(['submission.credit'])
  })

  it.each(['credit', 'keep'] as const)(
    'does not put back a credit that was left, after a second cancellation (%s)',
    async (fees) => {
      await cancel('credit')
      await reinstate('leave')
      await cancel(fees)
      const { body } = await staff.get(`/api/admin/months/${month.id}/days/4/fees`)
      expect(body).toMatchObject({ fees: 0, credits: 0 })
      await reinstate('undo')
      expect(await feesOf()).toEqual([2000, 2000, 0])
      expect((await stored(amara.id)).edit_history).toHaveLength(1)
    },
  )

  it('leaves a credited day out of the fee that an edit changes, where booked prices are not known', async () => {
    await execute(db, sql`update submissions set day_prices = null, total_fee = 55 where id = ${amara.id}`)
    await cancel('credit')
    await reinstate('leave')
    expect((await family.get(`/api/submissions/${amara.id}`)).body).toMatchObject({
      total_fee: 35,
      credits: { 4: 0 },
    })
    expect((await edit([3])).body).toMatchObject({ total_fee: 35, day_prices: null, credits: {} })
  })

  it('charges everybody who is booked, whatever the seats', async () => {
    await cancel('credit')
    await execute(
      db,
      sql`update months set seats = 1, taken_seats = count_taken_seats(months) where id = ${month.id}`,
    )
    expect((await reinstate('undo')).status).toBe(200)
    expect(await feesOf()).toEqual([4000, 5000, 2500])
  })

  it('does so once, and not with an outdated month', async () => {
    await cancel('credit')
    const stale = await reinstate('undo', { version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'stale-version' } } })
    expect((await reinstate('undo')).status).toBe(200)
    const again = await reinstate('undo')
    expect(again.status).toBe(409)
    expect(again.body.error.message).toBe('Friday, December 4 is not cancelled.')
    expect(await feesOf()).toEqual([4000, 5000, 2500])
  })

  it('is for staff, for days of the month and with a choice', async () => {
    await cancel('credit')
    const path = `/api/admin/months/${month.id}/days/4/reinstate`
    expect((await family.post(path, { credits: 'undo', version: 2 })).status).toBe(403)
    expect((await app.visitor.post(path, { credits: 'undo', version: 2 })).status).toBe(401)
    expect((await reinstate('perhaps')).status).toBe(422)
    expect((await reinstate('undo', {}, 32)).status).toBe(422)
    const other = await make.aMonth({ month_name: 'February', year: 2027 })
    const answer = await staff.post(`/api/admin/months/${other.id}/days/31/reinstate`, {
      credits: 'undo',
      version: 1,
    })
    expect(answer.body.error.message).toBe('Day 31 of February is not cancelled.')
    expect((await theMonth())?.cancelled_days).toEqual([4])
  })
})

describe('saving the month', () => {
  it.each(['unavailable', 'no_school'])(
    'cancels booked days that become %s, and credits them',
    async (type) => {
      const { body } = await save({ day_types: { 4: type, 9: type }, fees: 'credit' })
      expect(body).toMatchObject({ cancelled_days: [4], day_types: { 4: type, 9: type } })
      expect(await feesOf()).toEqual([2000, 2000, 0])
      expect(await storedRows(db, 'outbox')).toEqual([])
      // A later save of other days leaves it as it is.
      const later = await save({ day_types: { 10: 'noon' }, fees: 'credit' })
      expect(later.body.cancelled_days).toEqual([4])
      expect(await feesOf()).toEqual([2000, 2000, 0])
    },
  )

  it('cancels several days at once, and reinstates one while it cancels another', async () => {
    await save({ day_types: { 3: 'no_school', 4: 'unavailable' }, fees: 'credit' })
    expect(await feesOf()).toEqual([0, 2000, 0])
    const types = { 3: 'regular', 4: 'unavailable', 7: 'no_school' }
    const { body } = await save({ day_types: types, fees: 'credit', credits: 'undo' })
    expect(body.cancelled_days).toEqual([4, 7])
    expect(await feesOf()).toEqual([2000, 0, 0])
    const log = await storedRows(
      db,
      'audit_log',
      sql`where row_id = ${month.id} and action like '%-day' order by id`,
    )
    expect(log.map(({ action, table_name, detail }) => [action, table_name, detail.day])).toEqual([
      ['months.cancel-day', 'months', '2026-12-03'],
      ['months.cancel-day', 'months', '2026-12-04'],
      ['months.cancel-day', 'months', '2026-12-07'],
      ['months.reinstate-day', 'months', '2026-12-03'],
    ])
  })

  it('only changes the type without a choice about fees: the day costs nothing from the next edit on', async () => {
    expect((await save({ day_types: { 4: 'unavailable' } })).body.cancelled_days).toEqual([])
    expect(await feesOf()).toEqual([4000, 5000, 2500])
    expect((await edit([3, 4, 8])).body).toMatchObject({ day_prices: { 3: 20, 4: 0, 8: 20 } })
  })

  it('reinstates a cancelled day that gets an open type, and undoes its credits on request', async () => {
    await save({ day_types: { 4: 'no_school' }, fees: 'credit' })
    const { body } = await save({ day_types: { 4: 'early' }, credits: 'undo' })
    expect(body).toMatchObject({ cancelled_days: [], day_types: { 4: 'early' } })
    expect(await feesOf()).toEqual([4000, 5000, 2500])
    await save({ day_types: { 4: 'no_school' }, fees: 'credit' })
    await save({ day_types: { 4: 'regular' } })
    expect(await feesOf()).toEqual([2000, 2000, 0])
  })

  it('that is refused credits nobody', async () => {
    expect((await save({ day_types: { 4: 'unavailable' }, fees: 'credit', version: 7 })).status).toBe(409)
    expect((await save({ day_types: { 4: 'unavailable' }, fees: 'refund' })).status).toBe(422)
    expect(await feesOf()).toEqual([4000, 5000, 2500])
  })
})

describe('a cancelled day shows', () => {
  beforeEach(async () => {
    await execute(db, sql`update months set day_types = day_types || '{"4":"early"}' where id = ${month.id}`)
    await cancel('credit')
  })

  it('in the day report and its CSV: a notice, the families, and no fee', async () => {
    const { body } = await staff.get('/api/admin/attendance?date=2026-12-04')
    expect(body).toMatchObject({ isCancelled: true, stats: { totalChildren: 3, revenue: 0 } })
    expect(
      body.rows.map((row: { dismissalType: string; fee: number }) => [row.dismissalType, row.fee]),
    ).toEqual([
      ['early', 0],
      ['early', 0],
      ['early', 0],
    ])
    const csv = await staff.get('/api/admin/attendance/export?date=2026-12-04')
    expect(String(csv.body).replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
      'Aftercare is cancelled on this day. 0 expected.',
      'Child Name,Parent,Phone,Allergies,Notes,Dismissal,Type,Fee',
    ])
    const other = (await staff.get('/api/admin/attendance?date=2026-12-03')).body
    expect(other).toMatchObject({ isCancelled: false, rows: [{ fee: 20 }] })
  })

  it('on the board, with the dismissal it had', async () => {
    const { body } = await staff.get('/api/admin/board?date=2026-12-04')
    expect(body.is_cancelled).toBe(true)
    expect(new Set(body.cards.map((card: { dismissal: string }) => card.dismissal))).toEqual(
      new Set(['early']),
    )
  })

  it('on the parents’ today, where nobody reports an absence', async () => {
    app.setNow('2026-12-04T10:00:00-05:00')
    const client = await app.as(dana)
    expect((await client.get('/api/today')).body).toMatchObject({
      is_cancelled: true,
      children: [{ can_report_absence: false }],
    })
    expect((await client.get('/api/dashboard')).body.today.is_cancelled).toBe(true)
    const report = await client.post(`/api/submissions/${amara.id}/not-coming`, {})
    expect(report.body.error.message).toBe('Aftercare is cancelled today.')
    app.setNow('2026-11-16T09:00:00-05:00')
  })

  it('on a family’s drop-in of that day, and on no other', async () => {
    const child = await make.aChild(dana)
    for (const day of ['2026-12-04', '2026-12-07', '2027-01-04'])
      await make.aDropIn(day, { parent_id: dana.id, child_id: child.id })
    const shown = (rows: { dropin_date: string | null; is_cancelled: boolean }[]) =>
      rows.filter((row) => row.is_cancelled).map((row) => row.dropin_date)
    expect(shown((await family.get('/api/submissions')).body.rows)).toEqual(['2026-12-04'])
    expect(shown((await family.get('/api/dashboard')).body.submissions.rows)).toEqual(['2026-12-04'])
  })

  it('in staff’s lists and panel, for days to be counted without it; sorting by days follows', async () => {
    const days = (row: { selected_days: number[]; cancelled_days: number[] }) => [
      row.selected_days,
      row.cancelled_days,
    ]
    const one = await make.aRegistration(await make.aChild(dana), month, { selected_days: [7] })
    const { body } = await staff.get('/api/admin/submissions?sort=days&direction=desc')
    // Amara's days are 3 and 4, the guest's 4 and 7: one each, like the newest.
    expect(body.rows.map((row: { id: string }) => row.id).indexOf(one.id)).toBe(0)
    for (const id of [amara.id, guest.id, dropIn.id]) {
      const row = body.rows.find((row: { id: string }) => row.id === id)
      expect(row.cancelled_days).toEqual([4])
      expect(days((await staff.get(`/api/admin/submissions/${id}`)).body)).toEqual(days(row))
    }
    const own = await staff.get(`/api/admin/parents/${dana.id}/submissions`)
    expect(own.body.rows.map(days)).toContainEqual([[3, 4], [4]])
  })

  it('on a guest’s submission that a family may claim', async () => {
    await execute(
      db,
      sql`update submissions set guest_parent_email = ${dana.email} where id = ${guest.id} or id = ${dropIn.id}`,
    )
    const { rows } = (await family.get('/api/guest-claims')).body
    expect(rows.map((row: { cancelled_days: number[] }) => row.cancelled_days)).toEqual([[4], [4]])
  })

  it('in emails about the registration, apart from the days that take place', async () => {
    await edit([3, 4, 8])
    await composeAllEvents(app.services)
    const [mail] = await storedRows(db, 'outbox', sql`where template = 'registration-changed'`)
    const text = mail?.text.replaceAll('\u00a0', ' ')
    expect(text).toContain('2 days now: Thu 3, Tue 8')
    expect(text).toContain('1 day cancelled: Fri 4')
  })

  it('on the yearly statement: not as a date of care, but with the credit', async () => {
    const { body } = await family.get('/api/statement?year=2026')
    expect(body.children[0].lines).toMatchObject([
      { selected_days: [3, 4], cancelled_days: [4], credited: 20, total_fee: 20 },
    ])
  })
})
