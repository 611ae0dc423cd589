import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { composeAllEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'

/** Requests that wait for Friday, December 4, 2026, which is cancelled. Today is Monday, November 16. */
const FRIDAY = '2026-12-04'
const WAITING = {
  status: 'waiting',
  total_fee_cents: 0,
  approval: { fee: 25, decided_at: null, message: null },
} as const

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin({ full_name: 'Rosa Medina' }))
let month: { id: string }
let dana: { id: string; email: string }
let family: TestClient
let request: SubmissionRow
let guests: SubmissionRow

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  for (const table of ['outbox', 'family_messages', 'submissions', 'months', 'children'])
    await execute(db, sql([`delete from ${table}`]))
  month = await make.aMonth({ seats: 3 })
  dana = await make.aParent({ language: 'es' })
  family = await app.as(dana)
  const child = await make.aChild(dana, { name: 'Amara' })
  request = await make.aDropIn(FRIDAY, { ...WAITING, parent_id: dana.id, child_id: child.id })
  guests = await make.aDropIn(FRIDAY, WAITING)
  await make.aGuestRegistration(month, { selected_days: [4], guest_parent_email: 'joel@example.com' })
})

const cancelByMessage = () =>
  staff.post('/api/admin/family-messages', {
    date: FRIDAY,
    subject: 'Snow',
    text: 'Stay home.',
    cancelled: true,
    fees: 'credit',
  })
const cancelInEditor = (values: object = {}, day = 4) =>
  staff.patch(`/api/admin/months/${month.id}`, {
    day_types: { [day]: 'no_school' },
    closed_days: [],
    fees: 'credit',
    version: 1,
    ...values,
  })

const declineAll = () =>
  Promise.all([request, guests].map(({ id }) => staff.post(`/api/admin/drop-ins/${id}/decline`, {})))

const mails = async () => {
  await composeAllEvents(app.services)
  return (await storedRows(db, 'outbox', sql`order by template, to_email`)).map(
    ({ template, to_email }) => `${template} ${to_email}`,
  )
}
const statusOf = async ({ id }: { id: string }) =>
  (await storedRows(db, 'submissions', sql`where id = ${id}`))[0]?.status

const WRITTEN = { message: { subject: 'Snow', text: 'Stay home.' } }

describe('a drop-in request that waits for a day that is cancelled', () => {
  it.each([
    ['by a message', cancelByMessage],
    ['in the month editor, with a message', () => cancelInEditor(WRITTEN)],
  ])('is declined, and its family mailed (%s)', async (_, cancel) => {
    const found = (await staff.get(`/api/admin/family-messages?date=${FRIDAY}`)).body
    expect(found).toMatchObject({ families: 1, fee_families: 1, waiting: 2 })
    expect((await cancel()).status).toBe(200)
    expect([await statusOf(request), await statusOf(guests)]).toEqual(['declined', 'declined'])
    expect(await mails()).toEqual(
      [
        `dropin-declined ${dana.email}`,
        'dropin-declined grace@example.com',
        'family-message joel@example.com',
      ].sort(),
    )
    expect((await family.get(`/api/submissions/${request.id}`)).body).toMatchObject({
      status: 'declined',
      total_fee: 0,
      approval: { message: null },
    })
    expect((await staff.get('/api/admin/dashboard')).body.waiting_drop_ins).toEqual([])
    expect((await staff.get(`/api/admin/family-messages?date=${FRIDAY}`)).body.waiting).toBe(0)
    const { rows } = (await staff.get('/api/admin/activity?size=100')).body
    const log = rows.map(({ sentence }: { sentence: string }) => sentence).join('\n')
    expect(log).toMatch(/Rosa Medina declined a drop-in for .*Amara.* on Dec 4, 2026/)
  })

  it('waits on where staff write to nobody, until they decline it', async () => {
    expect((await cancelInEditor()).status).toBe(200)
    expect([await statusOf(request), await statusOf(guests), await mails()]).toEqual([
      'waiting',
      'waiting',
      [],
    ])
    await declineAll()
    expect(await statusOf(request)).toBe('declined')
  })

  it.each([
    ['with the day', cancelByMessage],
    ['later', async () => [await cancelInEditor(), await declineAll()]],
  ])('is mailed why, in the language of the family (%s)', async (_, decline) => {
    await decline()
    await composeAllEvents(app.services)
    const [guest, spanish] = await storedRows(
      db,
      'outbox',
      sql`where template = 'dropin-declined' order by to_email`,
    )
    expect(guest?.text).toMatch(/could not accept .* Aftercare is cancelled on this day\. There is no fee\./)
    expect(spanish?.text).toContain('Ese día se canceló el cuidado después de clases.')
  })

  it('gives its seat back, without telling those who wait for one', async () => {
    const watching = await app.as(await make.aParent())
    expect((await watching.post('/api/seat-watches', { month_id: month.id, day: 4 })).status).toBe(200)
    const { body } = await cancelInEditor(WRITTEN)
    expect(body.taken_seats).toEqual({ 4: 1 })
    expect((await mails()).filter((mail) => mail.startsWith('seat-opened'))).toEqual([])
  })

  it('stays declined if the day takes place after all, and can be requested again', async () => {
    await cancelInEditor(WRITTEN)
    await staff.post(`/api/admin/months/${month.id}/days/4/reinstate`, { credits: 'undo', version: 2 })
    expect(await statusOf(request)).toBe('declined')
    app.setNow('2026-12-03T09:00:00-05:00')
    const again = await (await app.as(dana)).post('/api/drop-ins', {
      child_id: request.child_id,
      dropin_date: FRIDAY,
      agreed: true,
    })
    expect(again.status).toBe(200)
  })
})

it.each([
  ['another day is cancelled', 7, { fees: 'credit', ...WRITTEN }, '2026-11-16'],
  ['the type changes only', 4, { fees: undefined }, '2026-11-16'],
  ['its day is over', 4, { fees: 'credit', ...WRITTEN }, '2026-12-05'],
] as const)('waits on if %s', async (_, day, values, today) => {
  await make.aGuestRegistration(month, { selected_days: [7] })
  app.setNow(`${today}T09:00:00-05:00`)
  const editor = await app.as(await make.anAdmin())
  const save = { day_types: { [day]: 'unavailable' }, closed_days: [], version: 1, ...values }
  expect((await editor.patch(`/api/admin/months/${month.id}`, save)).status).toBe(200)
  const declined = (await mails()).filter((mail) => mail.startsWith('dropin'))
  expect([await statusOf(request), declined]).toEqual(['waiting', []])
})

it('leaves drop-ins that were approved, or never had to be', async () => {
  const approval = { ...WAITING.approval, decided_at: '2026-11-15T12:00:00Z' }
  const approved = await make.aDropIn(FRIDAY, { status: 'approved', approval })
  const pending = await make.aDropIn(FRIDAY)
  await cancelByMessage()
  expect([await statusOf(approved), await statusOf(pending)]).toEqual(['approved', 'pending'])
})
