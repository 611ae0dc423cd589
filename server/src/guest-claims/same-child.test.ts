import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard } from '../../testing/board'
import { joinInto } from '../../testing/family'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import type { TestClient } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

const { app, make, staff, month, sendMark, board } = await startBoard()
const { db } = app.services

let count = 0
/** A family with Amara, allergic to peanuts, and a guest's drop-in of today with an adult's email. */
async function aKnownGuest(child: object = {}, dropIn: object = {}) {
  const email = `ngozi${++count}@example.com`
  const parent = await make.aParent({ email, full_name: 'Ngozi Okafor' })
  await execute(db, sql`update accounts set email_verified_at = null where id = ${parent.id}`)
  const amara = await make.aChild(parent, {
    name: 'Amara Okafor',
    allergies: 'Peanuts',
    grade: 'K2',
    ...child,
  })
  const sent = await make.aDropIn(DAY, {
    guest_parent_email: ` ${email.toUpperCase()}`,
    guest_parent_name: 'Grandma',
    guest_child_name: ' amara  ÓKAFOR',
    guest_child_allergies: 'Kiwi',
    agreed_at: at('09:00'),
    ...dropIn,
  })
  return { email, parent, amara, sent }
}

const link = (
  sent: { id: string },
  child: { id: string },
  headers?: Record<string, string>,
  as: TestClient = staff,
) => as.post(`/api/admin/submissions/${sent.id}/same-child`, { child_id: child.id }, headers)
const keepApart = (sent: { id: string }) => staff.post(`/api/admin/submissions/${sent.id}/another-child`)
const stored = async ({ id }: { id: string }) =>
  (await storedRows(db, 'submissions', sql`where id = ${id}`))[0]
const actions = async ({ id }: { id: string }) =>
  (
    await rows<{ action: string }>(db, sql`select action from audit_log where row_id = ${id} order by at, id`)
  ).map(({ action }) => action)

/** The question and the allergies as each place has them. */
async function everywhere({ id }: { id: string }) {
  const card = (await board()).cards.find((each: { submission_ids: string[] }) =>
    each.submission_ids.includes(id),
  )
  const report = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body.rows
  const row = report.find((each: { id: string }) => each.id === id)
  const dropIns = (await staff.get('/api/admin/drop-ins')).body.rows
  const dropIn = dropIns.find((each: { id: string }) => each.id === id)
  const { known_family } = (await staff.get(`/api/admin/submissions/${id}`)).body
  return {
    known: [card.known_family, row.knownFamily, dropIn.known_family, known_family],
    allergies: [card.allergies, row.allergies, dropIn.allergies],
  }
}
const four = <T>(value: T): T[] => [value, value, value, value]

describe('a guest with an email of a family', () => {
  it('is asked about on the board, in report, drop-in list and panel, with the allergies of the child on file', async () => {
    const { amara, sent } = await aKnownGuest()
    const asked = {
      same_children: [
        {
          id: amara.id,
          name: 'Amara Okafor',
          grade: 'K2',
          allergies: 'Peanuts',
          parent_name: 'Ngozi Okafor',
          may_link: true,
        },
      ],
      is_suspended: false,
    }
    expect(await everywhere(sent)).toEqual({
      known: four(asked),
      allergies: ['Kiwi; Peanuts', 'Kiwi; Peanuts', 'Kiwi; Peanuts'],
    })
    const { stats } = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body
    expect(stats.withAllergies).toBe(1)
    const csv = await (await staff.raw(`/api/admin/attendance/export?date=${DAY}`)).text()
    expect(csv).toContain('Kiwi; Peanuts')
    expect(csv).toContain('Same child as Amara Okafor?')
    expect((await staff.get('/api/admin/submissions')).body.rows).toMatchObject([
      { allergies: 'Kiwi; Peanuts' },
    ])
    expect(await (await staff.raw('/api/admin/submissions/export')).text()).toContain('Kiwi; Peanuts')
  })

  it('shows the allergies of the child on file among the children of a day, too', async () => {
    const { email } = await aKnownGuest()
    await make.aGuestRegistration(month, {
      selected_days: [16],
      guest_parent_email: email,
      guest_child_name: 'Amara Okafor',
    })
    const { rows: listed } = (await staff.get(`/api/admin/months/${month.id}/registrations/16`)).body
    expect(listed).toMatchObject([
      { allergies: 'Kiwi; Peanuts', has_allergies: true, is_drop_in: true },
      { allergies: 'Peanuts', has_allergies: true, is_drop_in: false },
    ])
  })

  it.each([
    ['whose child has a longer name', { guest_child_name: 'Amara Okafor-Lee' }, {}],
    ['whose child was removed by the family', {}, { deleted_at: at('09:00') }],
    ['with another email', { guest_parent_email: 'somebody@example.com' }, {}],
  ])('is not asked about if it is one %s', async (_, dropIn, child) => {
    const { sent } = await aKnownGuest(child, dropIn)
    expect(await everywhere(sent)).toEqual({ known: four(null), allergies: ['Kiwi', 'Kiwi', 'Kiwi'] })
  })

  it('is found by the email of an adult who joined, and both children of one name are offered', async () => {
    const { parent, amara } = await aKnownGuest()
    const other = await make.aChild(parent, { name: 'AMARA OKAFOR', allergies: 'Eggs' })
    const partner = await make.aParent({ email: `partner${count}@example.com` })
    await joinInto(app, parent, partner)
    const sent = await make.aDropIn(DAY, {
      guest_parent_email: partner.email,
      guest_child_name: 'Okafor, Amara',
    })
    const { known, allergies } = await everywhere(sent)
    const offered = known[0].same_children.map(({ id }: { id: string }) => id)
    expect(new Set(offered)).toEqual(new Set([amara.id, other.id]))
    expect(new Set(allergies[0].split('; '))).toEqual(new Set(['Peanuts', 'Eggs']))
  })

  it('says so if the account is suspended, whatever the child is called, also after the answer', async () => {
    const { parent, sent } = await aKnownGuest()
    const stranger = await make.aDropIn(DAY, { guest_parent_email: parent.email, guest_child_name: 'Zuri' })
    await execute(db, sql`update profiles set status = 'suspended' where id = ${parent.id}`)
    expect((await everywhere(sent)).known[0]).toMatchObject({ same_children: [{}], is_suspended: true })
    expect((await keepApart(sent)).status).toBe(200)
    for (const each of [sent, stranger])
      expect((await everywhere(each)).known).toEqual(four({ same_children: [], is_suspended: true }))
  })

  it('is read by one query for all guests, and by none without guests', async () => {
    const asked = async () => {
      let queries = 0
      const { query } = db
      db.query = ((statement) => {
        if (/is_suspended/.test(statement.text)) queries += 1
        return query(statement)
      }) as typeof query
      await board()
      await staff.get(`/api/admin/attendance?date=${DAY}`)
      await staff.get('/api/admin/drop-ins')
      db.query = query
      return queries
    }
    expect(await asked()).toBe(0)
    for (const _ of [1, 2, 3]) await aKnownGuest()
    expect(await asked()).toBe(3)
  })
})

it('releases a guest to nobody who must not pick up the child on file, until staff say that it is another', async () => {
  const { sent } = await aKnownGuest({ must_not_pick_up: [{ name: 'Rob Okafor', note: null }] })
  expect((await board()).cards).toMatchObject([{ must_not_pick_up: [{ name: 'Rob Okafor' }] }])
  await sendMark(sent, { change: 'arrived' })
  const pickUp = () =>
    sendMark(sent, {
      change: 'picked_up',
      picked_up_by: 'rob okafor',
      release_anyway: true,
      version: 1,
    })
  const refused = await pickUp()
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'rob okafor must not pick up  amara  ÓKAFOR.',
  ])
  await keepApart(sent)
  expect((await board()).cards).toMatchObject([{ must_not_pick_up: [] }])
})

it('tells only the board who must not pick up the child on file', async () => {
  const { sent } = await aKnownGuest({ must_not_pick_up: [{ name: 'Rob Okafor', note: 'Court order' }] })
  expect(JSON.stringify(await board())).toContain('Rob Okafor')
  for (const path of [`attendance?date=${DAY}`, 'drop-ins', 'submissions', `submissions/${sent.id}`])
    expect(await (await staff.raw(`/api/admin/${path}`)).text()).toMatch(/^(?!.*(Rob|Court)).*ngozi/is)
})

it('waits for a bar that is being saved for the child on file', async () => {
  const { amara, sent } = await aKnownGuest()
  await sendMark(sent, { change: 'arrived' })
  const change = await holdLock(
    app,
    `update children set must_not_pick_up = '[{"name":"Rob Okafor","note":null}]' where id = $1`,
    [amara.id],
  )
  const picked_up_by = 'Rob Okafor'
  const pickUp = sendMark(sent, { change: 'picked_up', picked_up_by, release_anyway: true, version: 1 })
  await untilWaiting(app, 1)
  await change.commit()
  expect((await pickUp).status).toBe(409)
})

describe('"Same child"', () => {
  it('moves the submission into the family as it is, with its mark', async () => {
    const { parent, amara, sent } = await aKnownGuest()
    await make.aRegistration(amara, month, { selected_days: [17] })
    expect((await sendMark(sent, { change: 'arrived' })).status).toBe(200)
    const before = await stored(sent)
    expect((await link(sent, amara)).body).toEqual({ id: sent.id })
    expect(await stored(sent)).toEqual({
      ...before,
      parent_id: parent.id,
      child_id: amara.id,
      guest_account_id: parent.id,
      is_same_child: true,
      guest_search_text: null,
      updated_at: expect.any(String),
      version: 2,
    })
    expect((await board()).cards).toMatchObject([
      {
        submission_ids: [sent.id],
        allergies: 'Peanuts; Kiwi',
        known_family: null,
        mark: { arrived_at: expect.any(String) },
      },
    ])
    const own = (await (await app.as(parent)).get('/api/submissions')).body.rows
    expect(own.map(({ id }: { id: string }) => id)).toContain(sent.id)
    expect(await actions(sent)).toContain('submission.same-child')
    const activity = JSON.stringify((await staff.get('/api/admin/activity')).body)
    expect(activity).toContain("linked a guest's submission to the account of Ngozi Okafor: Amara Okafor")
  })

  const registered = (days: number[]) => (child: object) =>
    make.aRegistration(child as never, month, { selected_days: days })
  const droppingIn =
    (day: string, values: object = {}) =>
    (child: { id: string; parent_id: string }) =>
      make.aDropIn(day, { parent_id: child.parent_id, child_id: child.id, ...values })
  it.each([
    ['drop-in', droppingIn(DAY), 'a drop-in for Monday, November 16, 2026'],
    ['drop-in', registered([2, 16]), 'a registration for Monday, November 16, 2026'],
    ['drop-in', registered([2, 17]), null],
    ['drop-in', droppingIn('2026-11-17'), null],
    ['registration', registered([3]), 'a registration for November 2026'],
    ['registration', droppingIn('2026-11-17'), 'a drop-in for Tuesday, November 17, 2026'],
    ['registration', droppingIn('2026-11-17', { is_restored: true }), null],
    ['registration', droppingIn('2026-12-16'), null],
  ])(
    'is refused for a %s in the words of a claim where the child has the month or day: %#',
    async (kind, book, held) => {
      const known = await aKnownGuest()
      const guest = { guest_parent_email: known.email, guest_child_name: 'Amara Okafor' }
      const sent =
        kind === 'drop-in'
          ? known.sent
          : await make.aGuestRegistration(month, { ...guest, selected_days: [16, 17, 18] })
      await book(known.amara)
      const { status, body } = await link(sent, known.amara)
      expect([status, body.error?.message ?? null]).toEqual(
        held === null ? [200, null] : [409, `Amara Okafor already has ${held}.`],
      )
      expect((await stored(sent))?.parent_id === null).toBe(held !== null)
    },
  )

  it('happens once: repeated with its key it is answered again, by a colleague at the same moment it is refused', async () => {
    const { amara, sent } = await aKnownGuest()
    const key = { 'Idempotency-Key': 'same child' }
    const first = await link(sent, amara, key)
    const again = await link(sent, amara, key)
    expect([first.status, again.status]).toEqual([200, 200])
    const next = await aKnownGuest()
    const colleague = await app.as(await make.anAdmin())
    const both = await Promise.all([link(next.sent, next.amara), link(next.sent, next.amara, {}, colleague)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await actions(next.sent)).toEqual(['submission.same-child'])
  })

  it.each([
    ['a child of another family', async () => make.aChild(await make.aParent(), { name: 'Amara Okafor' })],
    ['another child of the family', ({ parent }) => make.aChild(parent, { name: 'Zuri Okafor' })],
    [
      'a child that was removed meanwhile',
      async ({ amara }) => {
        await execute(db, sql`update children set deleted_at = now() where id = ${amara.id}`)
        return amara
      },
    ],
    ['nobody', async () => ({ id: '00000000-0000-4000-8000-000000000000' })],
    [
      'a child that staff said is another',
      async ({ sent, amara }) => {
        await keepApart(sent)
        return amara
      },
    ],
  ] as [string, (known: Awaited<ReturnType<typeof aKnownGuest>>) => Promise<{ id: string }>][])(
    'is refused for %s, and nothing changes',
    async (_, childOf) => {
      const known = await aKnownGuest()
      const { status, body } = await link(known.sent, await childOf(known))
      expect([status, body.error.code]).toEqual([409, 'no-longer-asked'])
      expect(await stored(known.sent)).toMatchObject({ parent_id: null, version: 1 })
    },
  )

  it('is refused for a cancelled registration, which still warns while the child is here', async () => {
    const { email, amara } = await aKnownGuest({ must_not_pick_up: [{ name: 'Rob Okafor', note: null }] })
    const sent = await make.aGuestRegistration(month, {
      guest_parent_email: email,
      guest_child_name: 'Amara Okafor',
      guest_child_allergies: 'Kiwi',
      selected_days: [16, 17],
    })
    await sendMark(sent, { change: 'arrived' })
    const version = (await stored(sent))?.version
    const cancelled = await staff.post(`/api/admin/submissions/${sent.id}/cancel`, {
      reason: 'Moved',
      fee: 'none',
      version,
    })
    expect(cancelled.status).toBe(200)
    const cards: { submission_id: string }[] = (await board()).cards
    expect(cards.find(({ submission_id }) => submission_id === sent.id)).toMatchObject({
      allergies: 'Kiwi; Peanuts',
      must_not_pick_up: [{ name: 'Rob Okafor' }],
      known_family: { same_children: [{ id: amara.id }] },
    })
    const { status, body } = await link(sent, amara)
    expect([status, body.error.message]).toEqual([409, 'This registration has been cancelled.'])
    expect((await keepApart(sent)).status).toBe(200)
  })

  it.each([
    [
      [16, 18],
      [409, /was here on Monday, November 16.* still charges that day/],
    ],
    [
      [17, 18],
      [200, /^$/],
    ],
  ] as [number[], [number, RegExp]][])(
    'is refused for a registration with a day that the cancelled one of the child still charges: %j',
    async (selected_days, [status, message]) => {
      const { email, amara } = await aKnownGuest()
      const own = await make.aRegistration(amara, month, { selected_days: [16, 17] })
      expect((await sendMark(own, { change: 'arrived' })).status).toBe(200)
      const { version } = (await stored(own)) ?? {}
      const cancelling = { reason: 'Moved', fee: 'none', version }
      expect((await staff.post(`/api/admin/submissions/${own.id}/cancel`, cancelling)).status).toBe(200)
      expect((await stored(own))?.selected_days).toEqual([16])
      const sent = await make.aGuestRegistration(month, {
        guest_parent_email: email,
        guest_child_name: 'Amara Okafor',
        selected_days,
      })
      const linked = await link(sent, amara)
      expect([linked.status, linked.body.error?.message ?? '']).toEqual([
        status,
        expect.stringMatching(message),
      ])
    },
  )

  it('shows nothing of it to the guest: the private link is as before', async () => {
    const { email, amara } = await aKnownGuest()
    const guest = { guest_parent_email: email, guest_child_name: 'Amara Okafor', agreed_at: at('09:00') }
    const sent = await make.aDropIn('2026-11-17', guest)
    const secret = await createGuestLink(db, sent.id, app.services.clock.now())
    const page = async () => (await app.visitor.post('/api/guest-registration', { secret })).body
    const before = await page()
    expect(before.is_claimed).toBe(false)
    await link(sent, amara)
    expect(await page()).toEqual(before)
    const withdrawn = await app.visitor.post('/api/guest-registration/withdraw', { secret })
    expect(withdrawn.status).toBe(200)
  })
})

it('a claim of a day that the child has otherwise hides no arrival behind a mark of the other row', async () => {
  const { parent, amara, sent } = await aKnownGuest()
  const registration = await make.aRegistration(amara, month, { selected_days: [16] })
  expect((await sendMark(registration, { change: 'not_coming' })).status).toBe(200)
  expect((await sendMark(sent, { change: 'arrived' })).status).toBe(200)
  await execute(db, sql`update accounts set email_verified_at = now() where id = ${parent.id}`)
  const family = await app.as(parent)
  const claimed = await family.post(`/api/guest-claims/${sent.id}`, { child_id: amara.id })
  expect(claimed.status).toBe(200)
  expect((await board()).cards).toMatchObject([
    { submission_id: sent.id, mark: { arrived_at: expect.any(String) } },
  ])
  const { rows: report } = (await staff.get(`/api/admin/attendance?date=${DAY}`)).body
  expect(report).toMatchObject([{ remark: null }, { remark: null }])
})

describe('"Another child"', () => {
  it('ends the question and its allergies, and is logged', async () => {
    const { sent } = await aKnownGuest()
    expect((await keepApart(sent)).status).toBe(200)
    expect(await everywhere(sent)).toEqual({ known: four(null), allergies: ['Kiwi', 'Kiwi', 'Kiwi'] })
    expect((await keepApart(sent)).body.error.code).toBe('no-longer-asked')
    expect(await actions(sent)).toEqual(['submission.another-child'])
    expect((await stored(sent))?.version).toBe(1)
  })

  it('cannot be said of what is linked', async () => {
    const { amara, sent } = await aKnownGuest()
    await link(sent, amara)
    expect((await keepApart(sent)).body.error.code).toBe('no-longer-asked')
    expect((await stored(sent))?.is_same_child).toBe(true)
  })
})
