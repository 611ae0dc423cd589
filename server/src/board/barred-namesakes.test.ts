import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, startBoard } from '../../testing/board'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { listDetailedAttendance } from '../attendance/attendance.queries'
import { execute, sql } from '../db/sql'

const { app, make, staff, sendMark, board } = await startBoard()
const { db } = app.services

const ROB = { name: 'Rob Okafor', note: 'Court order' }

beforeEach(() => execute(db, sql`delete from children`))

/** A child on file, and a guest's drop-in of today from an email that its family does not have. */
async function aStranger(dropIn: object = {}, values: object = {}) {
  const family = await make.aParent({ full_name: 'Ngozi Okafor' })
  const child = await make.aChild(family, {
    name: 'Amara Okafor',
    allergies: 'Peanuts',
    must_not_pick_up: [ROB],
    ...values,
  })
  const sent = await make.aDropIn(DAY, {
    guest_parent_email: 'somebody@example.com',
    guest_parent_name: 'rob ÓKAFOR',
    guest_child_name: 'Okafor, Amara',
    guest_child_allergies: null,
    ...dropIn,
  })
  return { child, sent }
}

const release = (sent: { id: string }, picked_up_by: string, values: object = {}) =>
  sendMark(sent, { change: 'picked_up', picked_up_by, release_anyway: true, version: 1, ...values })
const keepApart = (sent: { id: string }) => staff.post(`/api/admin/submissions/${sent.id}/another-child`)

/** How many statements read the guests' families. */
async function countReads(request: () => Promise<unknown>) {
  let reads = 0
  const { query } = db
  db.query = ((statement) => {
    if (/is_suspended/.test(statement.text)) reads += 1
    return query(statement)
  }) as typeof query
  try {
    await request()
  } finally {
    db.query = query
  }
  return reads
}

describe('a guest who must not pick up a child on file of that name', () => {
  it('has the list of the child on the board, and is asked about', async () => {
    const { child, sent } = await aStranger()
    expect((await board()).cards).toMatchObject([
      {
        must_not_pick_up: [ROB],
        allergies: 'Peanuts',
        known_family: { same_children: [{ id: child.id, parent_name: 'Ngozi Okafor' }], is_suspended: false },
      },
    ])
    for (const path of [`attendance?date=${DAY}`, 'drop-ins', `submissions/${sent.id}`])
      expect(await (await staff.raw(`/api/admin/${path}`)).text()).toMatch(/^(?!.*Court).*Ngozi/s)
  })

  it('has nothing of the child in the noon mail, which an erasure of its family would not find', async () => {
    await aStranger()
    const { sources } = await listDetailedAttendance(db, DAY)
    expect(sources).toMatchObject([{ knownFamily: null }])
  })

  it.each([
    ['plainly', { release_anyway: undefined }],
    ['with the flag', {}],
    ['without a connection', { offline: true }],
  ])('is not given the child, %s', async (_, values) => {
    const { sent } = await aStranger()
    await sendMark(sent, { change: 'arrived' })
    const { status, body } = await release(sent, 'Rob Okafor', values)
    expect([status, body.error.message]).toEqual([409, 'Rob Okafor must not pick up Okafor, Amara.'])
  })

  it('is given a child of whom staff said that it is another', async () => {
    const { sent } = await aStranger()
    await sendMark(sent, { change: 'arrived' })
    expect((await keepApart(sent)).status).toBe(200)
    expect((await board()).cards).toMatchObject([
      { must_not_pick_up: [], known_family: null, allergies: 'None' },
    ])
    expect((await release(sent, 'Rob Okafor')).status).toBe(200)
  })

  it('keeps the booking: only the email of an adult of its family leads to an account', async () => {
    const { child, sent } = await aStranger()
    const offered = (await staff.get(`/api/admin/submissions/${sent.id}`)).body.known_family.same_children
    expect(offered).toMatchObject([{ id: child.id, may_link: false }])
    const { status, body } = await staff.post(`/api/admin/submissions/${sent.id}/same-child`, {
      child_id: child.id,
    })
    expect([status, body.error.code]).toEqual([409, 'no-longer-asked'])
  })

  it('is no longer asked about once the family removed the child', async () => {
    await aStranger({}, { deleted_at: '2026-11-01T12:00:00Z' })
    expect((await board()).cards).toMatchObject([{ must_not_pick_up: [], known_family: null }])
  })
})

describe('another guest whose child has the name', () => {
  const JANE = { guest_parent_name: 'Jane Roe' }

  it('is not shown the list, nor asked about but in the submission', async () => {
    const { child, sent } = await aStranger(JANE)
    expect((await board()).cards).toMatchObject([
      { must_not_pick_up: [], known_family: null, allergies: 'None' },
    ])
    for (const path of [`attendance?date=${DAY}`, 'drop-ins'])
      expect(await (await staff.raw(`/api/admin/${path}`)).text()).not.toMatch(/Ngozi|Court/)
    const { body } = await staff.get(`/api/admin/submissions/${sent.id}`)
    expect(body.known_family.same_children).toMatchObject([{ id: child.id }])
    expect(JSON.stringify(body)).not.toContain('Court')
  })

  it('takes the child home, but nobody whom an entry names, until staff say that it is another', async () => {
    const { sent } = await aStranger(JANE)
    await sendMark(sent, { change: 'arrived' })
    const refused = await release(sent, 'Rob Okafor')
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Rob Okafor must not pick up Okafor, Amara.',
    ])
    expect((await release(sent, 'Jane Roe', { release_anyway: undefined })).status).toBe(200)
    const correct = { change: 'correct', picked_up_by: 'Rob Okafor', release_anyway: true, version: 2 }
    expect((await sendMark(sent, correct)).status).toBe(409)
    expect((await keepApart(sent)).status).toBe(200)
    expect((await sendMark(sent, correct)).status).toBe(200)
  })

  it('waits for an entry that is being added to a list', async () => {
    const { child, sent } = await aStranger(JANE)
    await sendMark(sent, { change: 'arrived' })
    const change = await holdLock(
      app,
      `update children set must_not_pick_up = must_not_pick_up || '[{"name":"Bo Ray","note":null}]' where id = $1`,
      [child.id],
    )
    const pickUp = release(sent, 'Bo Ray')
    await untilWaiting(app, 1)
    await change.commit()
    expect((await pickUp).status).toBe(409)
  })
})

it('is read by one statement, however many guests are on the board', async () => {
  const { sent } = await aStranger()
  for (let n = 1; n < 50; n += 1) {
    const { guest_parent_name, guest_child_name } = sent
    await make.aDropIn(DAY, { guest_parent_name, guest_child_name })
  }
  let cards: { must_not_pick_up: object[] }[] = []
  const reads = await countReads(async () => {
    cards = (await board()).cards
  })
  expect([reads, cards.length]).toEqual([1, 50])
  expect(cards.every(({ must_not_pick_up }) => must_not_pick_up.length > 0)).toBe(true)
})
