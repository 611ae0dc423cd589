import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'

/** December 2026; the 4th is a Friday, the 7th a Monday. Today is Monday, November 16. */
const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin()
let staff = await app.as(admin)
let month: { id: string }

const SUBJECT = 'Aftercare is cancelled on Friday, December 4'
const TEXT = 'There is no aftercare on Friday, December 4. Please make other plans for that day.'
const CANCELLED = { day_types: { 4: 'unavailable' }, fees: 'credit' }
const message = { subject: SUBJECT, text: TEXT }

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  staff = await app.as(admin)
  for (const table of ['outbox', 'family_messages', 'submissions', 'months', 'children'])
    await execute(db, sql([`delete from ${table}`]))
  await execute(db, sql`update profiles set email = id || '@example.com' where id <> ${admin.id}`)
  await execute(db, sql`update accounts set email = id || '@example.com' where id <> ${admin.id}`)
  month = await make.aMonth()
  const dana = await make.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
  for (const name of ['Ann', 'Anna'])
    await make.aRegistration(await make.aChild(dana, { name }), month, { selected_days: [4, 7] })
  await make.aGuestRegistration(month, {
    selected_days: [7],
    guest_parent_email: 'grace@example.com',
    guest_parent_name: 'Grace',
  })
  await make.aDropIn('2026-12-04', {
    guest_parent_email: 'joel@example.com',
    guest_parent_name: 'Joel',
    language: 'es',
  })
})

const save = (values: object, headers?: Record<string, string>) =>
  staff.patch(
    `/api/admin/months/${month.id}`,
    { day_types: {}, closed_days: [], version: 1, ...values },
    headers,
  )
const mails = async () => {
  const sent = await storedRows(db, 'outbox', sql`where template = 'family-message' order by to_email`)
  return sent.map(({ to_email, subject, text }) => ({ to_email, subject, text }))
}
const addressees = async () => (await mails()).map(({ to_email }) => to_email)
const monthNow = () =>
  maybeOne<{ version: number; cancelled_days: number[] }>(
    db,
    sql`select version, cancelled_days from months where id = ${month.id}`,
  )
const actions = async () =>
  (
    await rows<{ action: string }>(
      db,
      sql`select action from audit_log
        where row_id = ${month.id} or row_id in (select id::text from family_messages) order by action`,
    )
  ).map((entry) => entry.action)

describe('saving a month that cancels a booked day', () => {
  it('writes to its families in the same step: guests and drop-ins too, in their language', async () => {
    const { status, body } = await save({ ...CANCELLED, message })
    expect([status, body.families]).toEqual([200, 2])
    expect(await monthNow()).toEqual({ version: 2, cancelled_days: [4] })
    const [dana, joel, ...others] = await mails()
    expect(others).toEqual([])
    expect(dana).toMatchObject({ to_email: 'dana@example.com', subject: SUBJECT })
    expect(dana?.text).toContain(
      `${TEXT}\n\nThe fee for this day is credited: it is taken off your family's total.`,
    )
    expect(joel?.subject).toBe('El cuidado después de clases está cancelado el viernes, 4 de diciembre')
    expect(joel?.text).toContain(
      'No habrá cuidado después de clases el viernes, 4 de diciembre. Por favor, haga otros planes para ese día.',
    )
    expect(await actions()).toEqual(['family-message.send', 'months.cancel-day', 'months.save'])
    expect((await staff.get('/api/admin/family-messages?date=2026-12-04')).body).toMatchObject({
      left_today: 19,
      earlier: [{ subject: SUBJECT, families: 2, cancelled: true }],
    })
  })

  it('leaves staff’s own words as they are', async () => {
    await save({ ...CANCELLED, message: { subject: 'No heating', text: 'Stay home.' } })
    const [, joel] = await mails()
    expect(joel?.subject).toBe('No heating')
    expect(joel?.text).toContain('Stay home.')
    expect(joel?.text).toContain('El costo de este día se acredita')
  })

  it('writes to nobody without a message', async () => {
    const { body } = await save(CANCELLED)
    expect(body.families).toBe(0)
    expect(await mails()).toEqual([])
    expect(await monthNow()).toMatchObject({ cancelled_days: [4] })
  })

  it('is rejected where the editor saw nobody booked, so that no family is left untold', async () => {
    const notAsked = { day_types: { 4: 'no_school', 8: 'unavailable' }, nobody_booked: true }
    const { status, body } = await save(notAsked)
    expect([status, body.error.code]).toEqual([409, 'booked-meanwhile'])
    expect(body.error.message).toContain('(4)')
    expect(await monthNow()).toEqual({ version: 1, cancelled_days: [] })
    expect((await save({ ...notAsked, day_types: { 8: 'unavailable' } })).status).toBe(200)
    // Other programs do not say what they saw.
    expect((await save({ day_types: { 4: 'no_school' }, version: 2 })).body.cancelled_days).toEqual([])
  })

  it('writes once to a family with several of the days, which names its own days', async () => {
    const dayTypes = { 4: 'unavailable', 7: 'no_school' }
    const both = {
      subject: 'Aftercare is cancelled on Friday, December 4 and Monday, December 7',
      text: 'Snow.',
    }
    const found = await staff.get('/api/admin/family-messages?date=2026-12-04&also=2026-12-07')
    expect(found.body.families).toBe(3)
    const { body } = await save({ day_types: dayTypes, fees: 'keep', message: both })
    expect(body.families).toBe(3)
    const [dana, grace, joel] = await mails()
    expect(await addressees()).toEqual(['dana@example.com', 'grace@example.com', 'joel@example.com'])
    expect(dana?.text).toContain('The fees for these days stay as booked.')
    expect(dana?.text).toContain(
      'registered for aftercare on Friday, December 4, 2026 and Monday, December 7, 2026. Just',
    )
    expect(grace?.text).toContain('The fee for this day stays as booked.')
    expect(grace?.text).toContain('registered for aftercare on Monday, December 7, 2026. Just')
    expect(joel?.subject).toBe(
      'El cuidado después de clases está cancelado el viernes, 4 de diciembre y el lunes, 7 de diciembre',
    )
    for (const [date, families] of [
      ['2026-12-04', 2],
      ['2026-12-07', 2],
    ])
      expect((await staff.get(`/api/admin/family-messages?date=${date}`)).body.earlier).toMatchObject([
        { subject: both.subject, families },
      ])
    // One message of the day's twenty, however many days it is about.
    expect((await staff.get('/api/admin/family-messages?date=2026-12-04')).body.left_today).toBe(19)
  })

  it('does so once: a double click, and two admins at once', async () => {
    const key = { 'idempotency-key': 'a-double-press' }
    const twice = await Promise.all([1, 2].map(() => save({ ...CANCELLED, message }, key)))
    expect(twice.map(({ status, body }) => [status, body.families])).toEqual([
      [200, 2],
      [200, 2],
    ])
    expect(await mails()).toHaveLength(2)
    const both = await Promise.all(
      ['no_school', 'unavailable'].map((type) =>
        save({ day_types: { 7: type }, fees: 'keep', message, version: 2 }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await mails()).toHaveLength(4)
  })

  it('does neither if one of them is refused', async () => {
    expect((await save({ ...CANCELLED, message, version: 7 })).status).toBe(409)
    await execute(
      db,
      sql`insert into family_messages (day, subject, text, cancelled, families, sent_by, sent_on, sent_at)
        select '2026-12-07', 'Hello', 'Hello', false, 1, ${admin.id}, '2026-11-16', timestamptz '2026-11-16T13:00:00Z' + make_interval(mins => i)
        from generate_series(1, 20) i`,
    )
    const { status, body } = await save({ ...CANCELLED, message })
    expect([status, body.error.code]).toEqual([409, 'too-many-messages'])
    expect(await mails()).toEqual([])
    expect(await monthNow()).toEqual({ version: 1, cancelled_days: [] })
    expect(await actions()).toEqual([])
  })

  it.each([
    [{ message: { ...message, subject: ' ' } }, { 'message.subject': 'Please enter a subject' }],
    [
      { message: { ...message, text: 'a'.repeat(2001) } },
      { 'message.text': 'The message must be at most 2,000 characters long' },
    ],
    [{ message, fees: undefined }, { fees: 'Please choose what happens to the fees' }],
  ])('is rejected by field, %#', async (values, fields) => {
    const { status, body } = await save({ ...CANCELLED, ...values })
    expect([status, body.error.fields]).toEqual([422, fields])
  })

  it('writes about no day that has passed, nor to families who gave it up meanwhile', async () => {
    app.setNow('2026-12-07T09:00:00-05:00')
    staff = await app.as(admin)
    const dayTypes = { 4: 'unavailable', 7: 'unavailable', 8: 'unavailable' }
    const { body } = await save({ day_types: dayTypes, fees: 'keep', message })
    expect(body).toMatchObject({ families: 2, cancelled_days: [4, 7] })
    expect(await addressees()).toEqual(['dana@example.com', 'grace@example.com'])
    await execute(db, sql`delete from outbox`)
    const none = await save({ day_types: { 9: 'unavailable' }, fees: 'keep', message, version: 2 })
    expect(none.body).toMatchObject({ families: 0, cancelled_days: [4, 7], day_types: { 9: 'unavailable' } })
    expect(await mails()).toEqual([])
  })
})

it.each(['2026-12-07,', '2026-13-01', 'x', Array.from({ length: 40 }, () => '2026-12-07').join()])(
  'families of several days: %j',
  async (also) => {
    const { status } = await staff.get(`/api/admin/family-messages?date=2026-12-04&also=${also}`)
    expect(status).toBe(also === '2026-12-07,' ? 200 : 422)
  },
)
