import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { disableLocks, holdLock, untilWaiting } from '../../testing/race-helpers'
import { startTestApp, type TestApp, type TestClient, testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { retentionJob } from '../jobs/retention'

/** December 2026; the message is about Friday the 4th, today is Monday, November 16. */

let staff: TestClient
let month: { id: string }

const URL = '/api/admin/family-messages'
const word = { date: '2026-12-04', subject: 'Bring boots', text: 'We go to the woods.' }

const app = await testApp({ env: { CONTACT_EMAIL: 'office@aftercare.example.org' } })
const make = buildersFor(app.services.db)
const admin = await make.anAdmin()
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  staff = await app.as(admin)
  for (const table of [sql`outbox`, sql`family_messages`, sql`submissions`, sql`months`, sql`children`]) {
    await execute(app.services.db, sql`delete from ${table}`)
  }
  // Last test's families have other addresses by now.
  await execute(
    app.services.db,
    sql`update profiles set email = id || '@example.com' where id <> ${admin.id}`,
  )
  await execute(
    app.services.db,
    sql`update accounts set email = id || '@example.com' where id <> ${admin.id}`,
  )
  month = await make.aMonth()
})

const mails = () =>
  rows<{ to_email: string; to_name: string; subject: string; text: string; state: string }>(
    app.services.db,
    sql`select to_email, to_name, subject, text, state from outbox where template = 'family-message'
      order by to_email`,
  )
const stored = () => rows(app.services.db, sql`select * from family_messages`)
const monthNow = () =>
  maybeOne<{ day_types: Record<string, string>; closed_days: number[]; version: number }>(
    app.services.db,
    sql`select day_types, closed_days, version from months where id = ${month.id}`,
  )

/** A family with two children on the day, a guest with two, somebody with a drop-in, and one on another day. */
async function theDay() {
  const dana = await make.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
  for (const name of ['Amara', 'Tobias']) {
    await make.aRegistration(await make.aChild(dana, { name }), month, { selected_days: [4, 7] })
  }
  for (const guest_child_name of ['Otis', 'Wren']) {
    await make.aGuestRegistration(month, { selected_days: [4], guest_child_name })
  }
  const joel = { guest_parent_name: 'Joel Frey', guest_parent_email: 'Joel@Example.com' }
  await make.aDropIn('2026-12-04', joel)
  const other = await make.aParent({ email: 'other@example.com' })
  await make.aRegistration(await make.aChild(other), month, { selected_days: [7] })
  return dana
}

describe('the recipients', () => {
  it('are counted by email, with the names of families without one', async () => {
    await theDay()
    await make.aDropIn('2026-12-04', { guest_parent_name: 'Ida Stone', guest_parent_email: 'unknown' })
    const { status, body } = await staff.get(`${URL}?date=2026-12-04`)
    expect(status).toBe(200)
    expect(body).toEqual({
      date: '2026-12-04',
      families: 3,
      unreachable: ['Ida Stone'],
      held: [],
      left_today: 20,
      cancel_error: null,
      is_cancelled: false,
      fee_families: 4,
      fees: 150,
      waiting: 0,
      earlier: [],
    })
  })

  it('are named where their mails wait until an email that staff changed is confirmed', async () => {
    const dana = await theDay()
    const setByStaff = sql`update accounts set email_verified_at = null, email_set_by_staff_at = ${app.services.clock.now().toISOString()}
      where id = ${dana.id}`
    await execute(app.services.db, setByStaff)
    const { body } = await staff.get(`${URL}?date=2026-12-04`)
    expect(body).toMatchObject({ families: 3, unreachable: [], held: ['Dana Okafor'] })
    await joinInto(app, dana, await make.aParent({ full_name: 'Kemi Okafor' }))
    expect((await staff.get(`${URL}?date=2026-12-04`)).body).toMatchObject({ families: 3, held: [] })
  })

  it('are returned for any day, even one without a month or children', async () => {
    expect((await staff.get(`${URL}?date=2030-01-05`)).body).toMatchObject({
      families: 0,
      cancel_error: 'Saturday, January 5 is on a weekend, when there is no aftercare to cancel.',
    })
    expect((await staff.get(`${URL}?date=2026-02-30`)).status).toBe(422)
    expect((await staff.get(URL)).body.error.fields).toEqual({ date: 'Please choose a day' })
  })
})

describe('sending', () => {
  it('queues one email per address, with the text as it was written, and records who sent it', async () => {
    await theDay()
    const text = 'We go to the woods.\nBring <b>boots</b>.\n\nAnd a hat.'
    const { status, body } = await staff.post(URL, { ...word, text })
    expect(status).toBe(200)
    expect(body).toMatchObject({ families: 3, month: null })
    const sent = await mails()
    expect(sent.map(({ to_email, to_name }) => [to_email, to_name])).toEqual([
      ['dana@example.com', 'Dana Okafor'],
      ['grace@example.com', 'Grace Whitfield'],
      ['joel@example.com', 'Joel Frey'],
    ])
    expect(sent[0]).toMatchObject({ subject: 'Bring boots', state: 'queued' })
    expect(sent[0]?.text).toContain(
      "Hello Dana Okafor,\n\nWe go to the woods.\nBring <b>boots</b>.\n\nAnd a hat.\n\nYou're receiving this because your family is registered for aftercare on Friday, December 4, 2026.",
    )
    expect(await stored()).toMatchObject([
      {
        day: '2026-12-04',
        subject: 'Bring boots',
        text,
        cancelled: false,
        families: 3,
        sent_by: admin.id,
        sent_on: '2026-11-16',
      },
    ])
    expect(
      await rows(
        app.services.db,
        sql`select action, actor_id, detail from audit_log where row_id = ${body.id}`,
      ),
    ).toEqual([
      {
        action: 'family-message.send',
        actor_id: admin.id,
        detail: { day: '2026-12-04', cancelled: false, families: 3 },
      },
    ])
    expect((await staff.get(`${URL}?date=2026-12-04`)).body).toMatchObject({
      left_today: 19,
      earlier: [{ subject: 'Bring boots', families: 3, cancelled: false, sent_by: admin.full_name }],
    })
    expect((await staff.get('/api/admin/mail?search=boots')).body.total).toBe(3)
    expect(await monthNow()).toMatchObject({ version: 1 })
  })

  it('is listed with the email of a sender who has no name', async () => {
    await theDay()
    const nameless = await make.anAdmin({ full_name: '', email: 'nameless@example.com' })
    await (await app.as(nameless)).post(URL, word)
    expect((await staff.get(`${URL}?date=2026-12-04`)).body.earlier).toMatchObject([
      { sent_by: 'nameless@example.com' },
    ])
  })

  it('is sent once for a double click, and the repeat gets the first response', async () => {
    await theDay()
    const key = { 'idempotency-key': 'a-double-press' }
    const answers = await Promise.all([1, 2, 3].map(() => staff.post(URL, word, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await mails()).toHaveLength(3)
    expect(await stored()).toHaveLength(1)
  })

  it('is rejected with a message if nobody is booked', async () => {
    for (const [date, name] of [
      ['2026-12-04', 'Friday, December 4'],
      ['2026-12-05', 'Saturday, December 5'],
      ['2031-05-06', 'Tuesday, May 6'],
    ]) {
      const { status, body } = await staff.post(URL, { ...word, date })
      expect(status).toBe(409)
      expect(body.error.message).toBe(`No one is booked for ${name}, so there is no one to email.`)
    }
    expect(await stored()).toEqual([])
  })

  it('works on a weekend with a drop-in that staff entered', async () => {
    await make.aDropIn('2026-12-05')
    expect((await staff.post(URL, { ...word, date: '2026-12-05' })).body.families).toBe(1)
  })

  it.each([
    [{ subject: ' ' }, { subject: 'Please enter a subject' }],
    [{ text: '' }, { text: 'Please write a message' }],
    [{ text: 'a'.repeat(2001) }, { text: 'The message must be at most 2,000 characters long' }],
    [{ text: 'bell\u0007' }, { text: 'Please remove special control characters' }],
    [{ date: '2026-13-01' }, { date: 'Please choose a valid date' }],
  ])('is rejected by field, %#', async (values, fields) => {
    await theDay()
    const { status, body } = await staff.post(URL, { ...word, ...values })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual(fields)
    expect(await mails()).toEqual([])
  })

  it('is for staff only', async () => {
    const dana = await app.as(await theDay())
    for (const client of [dana, app.visitor]) {
      const status = client === dana ? 403 : 401
      expect((await client.post(URL, word)).status).toBe(status)
      expect((await client.post(`${URL}/preview`, word)).status).toBe(status)
      expect((await client.get(`${URL}?date=2026-12-04`)).status).toBe(status)
    }
    expect(await mails()).toEqual([])
  })
})

describe('twenty messages', () => {
  const fill = (on: TestApp, by: { id: string }, count: number) =>
    execute(
      on.services.db,
      sql`insert into family_messages (day, subject, text, cancelled, families, sent_by, sent_on, sent_at)
        select '2026-12-07', 'Hello', 'Hello', false, 1, ${by.id}, '2026-11-16', timestamptz '2026-11-16T13:00:00Z' + make_interval(mins => i)
        from generate_series(1, ${count}::int) i`,
    )

  it('are the daily maximum of the programme', async () => {
    await theDay()
    await fill(app, admin, 19)
    expect((await staff.post(URL, word)).status).toBe(200)
    const { status, body } = await staff.post(URL, word)
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'Families have already been emailed 20 times today. Try again tomorrow, or call.',
    )
    expect(await mails()).toHaveLength(3)
    expect((await staff.get(`${URL}?date=2026-12-04`)).body.left_today).toBe(0)
    app.setNow('2026-11-17T00:30:00-05:00')
    staff = await app.as(admin)
    expect((await staff.post(URL, word)).status).toBe(200)
  })

  /** Two send the twentieth message; both have come as far as they can before either is stored. */
  async function bothAtOnce(on: TestApp, as: TestClient) {
    const held = await holdLock(on, 'lock table family_messages in share row exclusive mode', [])
    const answers = Promise.all(['One', 'Two'].map((subject) => as.post(URL, { ...word, subject })))
    await untilWaiting(on, 2)
    await held.release()
    return (await answers).map(({ status }) => status).sort()
  }

  it('are also the maximum for two concurrent messages', async () => {
    await theDay()
    await fill(app, admin, 19)
    expect(await bothAtOnce(app, staff)).toEqual([200, 409])
  })

  it('control: would be twenty-one without the lock', async () => {
    const bare = await startTestApp()
    try {
      const build = buildersFor(bare.services.db)
      const rosa = await build.anAdmin()
      await build.aGuestRegistration(await build.aMonth(), { selected_days: [4] })
      await fill(bare, rosa, 19)
      const client = await bare.as(rosa)
      disableLocks(bare)
      expect(await bothAtOnce(bare, client)).toEqual([200, 200])
    } finally {
      await bare.stop()
    }
  })
})

describe('a cancelled day', () => {
  const cancelled = { ...word, subject: 'Aftercare is cancelled on Friday, December 4', cancelled: true }

  it('becomes unavailable, not closed, in the same transaction; submissions and fees do not change', async () => {
    await theDay()
    const kept = () =>
      rows(
        app.services.db,
        sql`select id, selected_days, total_fee::text, version from submissions order by id`,
      )
    const before = await kept()
    const { body } = await staff.post(URL, cancelled)
    expect(body).toMatchObject({ families: 3, month: { id: month.id, version: 2, submission_count: 5 } })
    expect(await monthNow()).toMatchObject({ closed_days: [], version: 2, day_types: { 4: 'unavailable' } })
    expect(await kept()).toEqual(before)
    expect(
      await rows(app.services.db, sql`select action, detail from audit_log where row_id = ${month.id}`),
    ).toEqual([
      {
        action: 'months.cancel-day',
        detail: { day: '2026-12-04', fees: 'keep' },
      },
    ])
    const wish = { month_id: month.id, selected_days: [4], agreed: true }
    const guest = { guest_parent_name: 'Ada', guest_parent_email: 'ada@example.com', guest_child_name: 'Bo' }
    expect((await app.visitor.post('/api/submissions', { ...guest, ...wish })).status).toBe(409)
    // It is cancelled once.
    expect((await staff.post(URL, cancelled)).body.error.message).toBe(
      'Friday, December 4 is already cancelled.',
    )
  })

  it('is no longer closed, and a later save does not close it while it is unavailable', async () => {
    await theDay()
    const save = (values: object) => staff.patch(`/api/admin/months/${month.id}`, values)
    await save({ day_types: {}, closed_days: [4, 7], version: 1 })
    const { body } = await staff.post(URL, cancelled)
    expect(body.month).toMatchObject({ closed_days: [7], day_types: { 4: 'unavailable' } })
    const saved = await save({ day_types: { 7: 'noon' }, closed_days: [4, 7], version: 3 })
    expect(saved.body).toMatchObject({ closed_days: [7], day_types: { 4: 'unavailable', 7: 'noon' } })
    const retyped = await save({ day_types: { 4: 'regular' }, closed_days: [4, 7], version: 4 })
    expect(retyped.body).toMatchObject({ closed_days: [4, 7], day_types: { 4: 'regular' } })
  })

  it.each([
    ['2026-11-13', 'Friday, November 13 has passed and can no longer be cancelled.'],
    ['2026-12-05', 'Saturday, December 5 is on a weekend, when there is no aftercare to cancel.'],
    [
      '2027-01-04',
      "January 2027 is not in Month Management, so this day can't be cancelled. Create the month first, or write without cancelling.",
    ],
  ])('is rejected for %s', async (date, sentence) => {
    await make.aMonth({ month_name: 'November' })
    await make.aDropIn(date)
    const { status, body } = await staff.post(URL, { ...cancelled, date })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ message: sentence, fields: { cancelled: sentence } })
    expect(await stored()).toEqual([])
    expect((await staff.post(URL, { ...word, date })).status).toBe(200)
  })

  it('may be today', async () => {
    await make.aMonth({ month_name: 'November' })
    await make.aDropIn('2026-11-16')
    expect((await staff.post(URL, { ...cancelled, date: '2026-11-16' })).status).toBe(200)
  })

  it('does not change if there are no recipients', async () => {
    expect((await staff.post(URL, cancelled)).status).toBe(409)
    expect(await monthNow()).toMatchObject({ version: 1, closed_days: [] })
    expect(await rows(app.services.db, sql`select action from audit_log where row_id = ${month.id}`)).toEqual(
      [],
    )
  })

  it('sends no email to families waiting for a seat on it', async () => {
    await theDay()
    await execute(
      app.services.db,
      sql`update months set seats = 3, taken_seats = count_taken_seats(months) where id = ${month.id}`,
    )
    const watcher = await make.aParent()
    await make.aChild(watcher)
    const wish = { month_id: month.id, day: 4 }
    expect((await (await app.as(watcher)).post('/api/seat-watches', wish)).status).toBe(200)
    await staff.post(URL, cancelled)
    expect(await rows(app.services.db, sql`select 1 from outbox where template = 'seat-opened'`)).toEqual([])
    expect(await rows(app.services.db, sql`select 1 from seat_watches`)).toHaveLength(1)
  })
})

describe('the preview', () => {
  it('is the actual email to one of the families, with markup as text', async () => {
    await theDay()
    const draft = { date: word.date, subject: 'A <b>bold</b> plan', text: '<script>alert(1)</script>\nTwo' }
    const { status, body } = await staff.post(`${URL}/preview`, draft)
    expect(status).toBe(200)
    expect(body).toMatchObject({ families: 3, subject: 'A <b>bold</b> plan' })
    expect(body.html).toContain('Hello Dana Okafor,')
    expect(body.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br/>Two')
    expect(body.html).not.toMatch(/<script|<b>/)
    expect(body.text).toContain('<script>alert(1)</script>\nTwo\n')
    await staff.post(URL, draft)
    expect((await mails())[0]?.text).toBe(body.text)
  })

  it('shows an unfinished message', async () => {
    const { status, body } = await staff.post(`${URL}/preview`, { date: word.date })
    expect(status).toBe(200)
    expect(body).toMatchObject({ families: 0, subject: '' })
    const long = { date: word.date, text: 'a'.repeat(2001) }
    expect((await staff.post(`${URL}/preview`, long)).status).toBe(422)
  })

  it('is shown in a frame without scripts', async () => {
    const answer = await staff.raw('/api/admin/mail/frame')
    expect(answer.headers.get('content-type')).toContain('text/html')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-same-origin')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('script')
  })
})

it('is deleted with its emails after half a year', async () => {
  await theDay()
  await staff.post(URL, word)
  const clean = async (now: string) => {
    app.setNow(now)
    const job = retentionJob(app.services.config, app.services.clock)
    await app.services.db.transaction((tx) => job.run(tx, new Date(now)))
  }
  await clean('2027-05-01T03:30:00-04:00')
  expect(await stored()).toHaveLength(1)
  await clean('2027-05-16T03:30:00-04:00')
  expect(await stored()).toEqual([])
})
