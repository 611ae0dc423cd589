import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWithStaff } from '../../testing/parents'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

describe('the parent list', () => {
  it('shows registered parents and guests with children, submissions, outstanding and status, but no admins', async () => {
    const parent = await given.dana()
    const month = await given.build.aMonth()
    const amara = await given.build.aChild(parent, { name: 'Amara' })
    await given.build.aChild(parent, { name: 'Gone', deleted_at: '2026-11-01T00:00:00Z' })
    await given.build.aRegistration(amara, month, { total_fee_cents: 10000 })
    await given.build.aPayment(parent, given.admin, { amount_cents: 3000 })
    await given.build.aGuestRegistration(month, {
      total_fee_cents: 7000,
      submitted_at: '2026-11-01T00:00:00Z',
    })
    await given.build.aDropIn('2026-11-17', {
      guest_parent_name: 'Grace W.',
      guest_parent_email: ' GRACE@example.com ',
      guest_parent_phone: '555-0199',
      guest_child_name: 'Ada',
    })
    await given.app.services.pool.query("update profiles set language = 'es' where id = $1", [parent.id])
    const { rows, total } = await given.list()
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        id: parent.id,
        is_guest: false,
        full_name: 'Dana Okafor',
        email: 'dana@example.com',
        has_unconfirmed_email: false,
        phone: '(555) 014-2210',
        children: ['Amara'],
        submissions: 1,
        outstanding: 70,
        status: 'active',
        invitation: { invited_at: null },
        family_of: null,
        language: 'es',
      },
      {
        id: 'guest-grace@example.com',
        is_guest: true,
        full_name: 'Grace W.',
        email: 'grace@example.com',
        has_unconfirmed_email: false,
        phone: '555-0199',
        children: ['Ada', 'Otis Whitfield'],
        submissions: 2,
        outstanding: 95,
        status: 'guest',
        invitation: null,
        family_of: null,
        language: 'en',
      },
    ])
  })

  it.each([
    ['100 in fees, 30 paid', [10000], [3000], 70],
    ['paid in full', [10000], [10000], 0],
    ['overpaid', [10000], [15000], 0],
    ['billed or not, all fees count', [5000, 2500], [], 75],
    ['nothing at all', [], [], 0],
    ['cents', [10], [3], 0.07],
  ])('calculates the outstanding amount: %s', async (_, fees, paid, expected) => {
    const parent = await given.dana()
    const month = await given.build.aMonth()
    for (const total_fee_cents of fees)
      await given.build.aRegistration(await given.build.aChild(parent), month, { total_fee_cents })
    for (const amount_cents of paid) await given.build.aPayment(parent, given.admin, { amount_cents })
    expect((await given.list()).rows[0]?.outstanding).toBe(expected)
  })

  it('says who has not chosen a password yet, and whether they were invited', async () => {
    const [ana, ben, cleo] = [
      await given.build.aParent({ full_name: 'Ana' }),
      await given.build.aParent({ full_name: 'Ben' }),
      await given.build.aParent({ full_name: 'Cleo' }),
    ]
    const { pool } = given.app.services
    await pool.query(`update accounts set invited_at = '2026-11-01T00:00:00Z' where id = any($1)`, [
      [ben.id, cleo.id],
    ])
    await pool.query(`update accounts set password_hash = 'x' where id = $1`, [cleo.id])
    const { rows } = await given.list()
    expect(rows.map(({ id, status, invitation }) => ({ id, status, invitation }))).toEqual([
      { id: ana.id, status: 'active', invitation: { invited_at: null } },
      { id: ben.id, status: 'active', invitation: { invited_at: '2026-11-01T00:00:00.000Z' } },
      { id: cleo.id, status: 'active', invitation: null },
    ])
  })

  it("separates a guest from a parent with the same email, and shows a parent's drop-in with the parent", async () => {
    const parent = await given.dana()
    const child = await given.build.aChild(parent, { name: 'Amara' })
    await given.build.aDropIn('2026-11-17', {
      guest_parent_email: 'Dana@example.com',
      guest_parent_name: 'Dana O.',
    })
    await given.build.aDropIn('2026-11-18', {
      parent_id: parent.id,
      child_id: child.id,
      guest_parent_email: 'dana@example.com',
    })
    const { rows } = await given.list()
    expect(rows.map((row) => [row.id, row.submissions])).toEqual([
      ['guest-dana@example.com', 1],
      [parent.id, 1],
    ])
  })

  it.each([
    ['a name', 'okaf', ['Dana Okafor']],
    ['an e-mail', 'GRACE@', ['Grace Whitfield']],
    ['a child', 'amara', ['Dana Okafor']],
    ["a guest's child", 'otis', ['Grace Whitfield']],
    ['a sign that is no wildcard', '%', []],
  ])('finds people by %s', async (_, search, expected) => {
    const parent = await given.dana()
    await given.build.aChild(parent, { name: 'Amara' })
    const month = await given.build.aMonth()
    await given.build.aGuestRegistration(month)
    await given.build.aGuestRegistration(month, { guest_child_name: 'Ada' })
    const { rows, total } = await given.list(`?search=${encodeURIComponent(search)}`)
    expect(rows.map((row) => row.full_name)).toEqual(expected)
    expect(total).toBe(expected.length)
    if (search === 'otis') expect(rows[0]).toMatchObject({ outstanding: 40, submissions: 2 })
  })

  it.each([
    ['words in different rows of one guest', 'grace otis ada', ['Grace W.']],
    ['a name that a newer row no longer has', 'whitfield', ['Grace W.', 'Ann Whitfeld']],
    ['words of two guests', 'ada linh', []],
    ['the same word twice', 'otis otis', ['Grace W.']],
    ['a similar word, exact in an older row of one guest', 'whitfeld', ['Ann Whitfeld', 'Grace W.']],
    ['one exact and one similar word', 'grace whitfeld', ['Grace W.']],
    ['an email that contains another', 'grace@example.com', ['Grace W.', 'Linh Tran']],
  ])('finds guests by %s, each once under the newest name', async (_, search, expected) => {
    const guest = (guest_parent_name: string, guest_parent_email: string, guest_child_name: string) =>
      given.build.aDropIn(`2026-11-${10 + ++day}`, {
        guest_parent_name,
        guest_parent_email,
        guest_child_name,
        submitted_at: `2026-11-0${day}T10:00:00Z`,
      })
    let day = 0
    await guest('Grace Whitfield', 'grace@example.com', 'Otis')
    await guest('Ann Whitfeld', 'ann@example.com', 'Bo')
    await guest('Linh Tran', 'not-grace@example.com', 'Ida')
    await guest('Grace W.', ' GRACE@example.com', 'Ada')
    const { rows, total, similar } = (
      await given.staff.get(`/api/admin/parents?search=${encodeURIComponent(search)}`)
    ).body
    expect(rows.map((row: { full_name: string }) => row.full_name)).toEqual(expected)
    expect([total, similar]).toEqual([expected.length, search.includes('whitf') ? 1 : 0])
  })

  it.each([
    ['name', 'Abe', 'Zoe'],
    ['email', 'Zoe', 'Abe'],
    ['phone', 'Abe', 'Zoe'],
    ['children', 'Abe', 'Zoe'],
    ['submissions', 'Abe', 'Zoe'],
    ['outstanding', 'Abe', 'Zoe'],
    ['status', 'Abe', 'Zoe'],
  ])('is sorted by %s in both directions and paged', async (sort, first, last) => {
    const abe = await given.build.aParent({
      full_name: 'Abe',
      email: 'z@example.com',
      phone: '1',
      status: 'active',
    })
    const zoe = await given.build.aParent({
      full_name: 'Zoe',
      email: 'a@example.com',
      phone: '2',
      status: 'suspended',
    })
    const month = await given.build.aMonth()
    await given.build.aChild(zoe)
    await given.build.aRegistration(await given.build.aChild(zoe), month)
    expect(abe.id).not.toBe(zoe.id)
    const up = await given.list(`?sort=${sort}&direction=asc&size=1`)
    const down = await given.list(`?sort=${sort}&direction=desc&size=1`)
    expect([up.rows[0]?.full_name, down.rows[0]?.full_name, up.total]).toEqual([first, last, 2])
    expect((await given.list(`?sort=${sort}&direction=asc&size=1&page=2`)).rows[0]?.full_name).toBe(last)
  })
})
