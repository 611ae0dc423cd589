import { DERIVED_STATUSES, derivedStatus } from '@aftercare/domain/submissions/submissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMany } from '../../testing/databases'
import { startWithStaff } from '../../testing/submissions'
import type { ListedSubmission } from './submissions.admin.rows'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

/** What a cancelled registration stores, whatever became of its fee. */
const CANCELLED = {
  status: 'cancelled',
  selected_days: [],
  day_prices: null,
  cancellation: {
    cancelled_at: '2026-11-18T15:00:00Z',
    cancelled_by: 'Rosa Medina',
    reason: 'Moved away',
    fee: 'none',
    selected_days: [1],
    day_prices: null,
    total_fee: 20,
  },
} as const

const childrenIn = (rows: ListedSubmission[]) => rows.map((row) => row.child_name)

describe('the submissions list', () => {
  it('shows every submission newest first, of parents and guests, with names, months and statuses filled', async () => {
    await given.aFullList()
    const { rows, total } = await given.list()
    expect(total).toBe(6)
    expect(childrenIn(rows)).toEqual(['Wren', 'Otis Whitfield', 'June', 'Kavi', 'Tobias', 'Amara'])
    expect(rows.map((row) => row.derived_status)).toEqual([
      'submitted',
      'submitted',
      'paid',
      'partial',
      'billed',
      'submitted',
    ])
    expect(rows[0]).toMatchObject({
      parent_id: null,
      parent_name: 'Joel Abernathy',
      parent_email: 'joel@guest.example',
      month: null,
      dropin_date: '2026-11-17',
      selected_days: [17],
      total_fee: 25,
      allergies: 'Dairy',
    })
    expect(rows[3]).toMatchObject({
      parent_name: 'Dana Okafor',
      parent_email: 'dana@family.example',
      month: { month_name: 'December', year: 2026 },
      paid_amount: 15,
      billed_status: 'billed',
      allergies: 'Egg',
    })
  })

  it.each([
    ['submitted', ['Wren', 'Otis Whitfield', 'Amara']],
    ['billed', ['Tobias']],
    ['partial', ['Kavi']],
    ['paid', ['June']],
  ])('shows exactly the submissions whose status is %s', async (status, expected) => {
    await given.aFullList()
    const { rows, total } = await given.list(`?status=${status}`)
    expect(childrenIn(rows)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it('tells drop-ins from month registrations by the missing month', async () => {
    await given.aFullList()
    expect(childrenIn((await given.list('?type=day_drop_in')).rows)).toEqual(['Wren'])
    expect((await given.list('?type=month_registration')).total).toBe(5)
  })

  it.each([
    ['a parent name', 'okaf', 4],
    ['a child name', 'tobi', 1],
    ['an e-mail', 'FAMILY.example', 4],
    ['a guest name', 'abernathy', 1],
    ["a guest's child", 'otis', 1],
    ["a guest's e-mail", 'joel@guest', 1],
    ['words in any order', 'okafor dana', 4],
    ['words with spaces too many', '  dana    okafor ', 4],
    ["words of a parent and the parent's child", 'tobi okafor', 1],
    ["words of a guest and the guest's child", 'wren abernathy', 1],
    ['a word of the email and one of the child', 'tobi family.example', 1],
    ['letters as words', 'o a k', 4],
    ['no words of two families', 'tobi abernathy', 0],
    ['two hundred letters', 'okafor '.repeat(28), 4],
    ['wildcards as words', 'okafor % _', 0],
    ['a backslash', 'okafor \\', 0],
    ['something nobody has', 'zzz', 0],
    ['a wildcard, taken as a plain sign', '%', 0],
    ['an underscore, taken as a plain sign', '_', 0],
    ['an apostrophe, which does not matter', "o'kafor", 4],
  ])('finds %s', async (_, search, expected) => {
    await given.aFullList()
    const query = encodeURIComponent(search)
    expect((await given.list(`?search=${query}`)).total).toBe(expected)
  })

  it("does not find a parent's drop-in by its former guest fields", async () => {
    await given.aFullList()
    const child = await given.build.aChild(given.dana, { name: 'Lena' })
    await given.build.aDropIn('2026-11-18', {
      parent_id: given.dana.id,
      child_id: child.id,
      guest_parent_name: 'Old Name',
    })
    expect((await given.list('?search=old%20name')).total).toBe(0)
    expect((await given.list('?search=lena')).rows[0]?.parent_name).toBe('Dana Okafor')
  })

  it('combines search, status and type', async () => {
    await given.aFullList()
    expect(
      childrenIn((await given.list('?search=okafor&status=billed&type=month_registration')).rows),
    ).toEqual(['Tobias'])
  })

  it.each([
    ['submitted', 'Amara', 'Wren'],
    ['parent', 'June', 'Wren'],
    ['child', 'Amara', 'Wren'],
    ['month', 'Wren', 'Otis Whitfield'],
    ['days', 'Wren', 'June'],
    ['fee', 'Otis Whitfield', 'Tobias'],
    ['billed', 'Kavi', 'Wren'],
    ['status', 'Wren', 'June'],
    ['allergies', 'Wren', 'Kavi'],
  ])('is sorted by %s in both directions', async (sort, first, last) => {
    await given.aFullList()
    expect((await given.list(`?sort=${sort}&direction=asc`)).rows[0]?.child_name).toBe(first)
    expect((await given.list(`?sort=${sort}&direction=desc`)).rows[0]?.child_name).toBe(last)
  })

  it('returns each submission on exactly one page', async () => {
    await given.aFullList()
    const pages = await Promise.all([1, 2, 3, 4].map((page) => given.list(`?sort=fee&size=2&page=${page}`)))
    const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id))
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 0])
    expect(new Set(ids).size).toBe(6)
  })

  it.each(['?sort=password', '?page=0', '?size=1000', '?status=lost', '?direction=up', '?page=1e9'])(
    'rejects the query %s',
    async (query) => {
      expect((await given.staff.get(`/api/admin/submissions${query}`)).status).toBe(422)
    },
  )

  it('returns the total on a page beyond the last one too', async () => {
    await given.aFullList()
    for (const search of ['', 'o'])
      expect(await given.list(`?page=99&search=${search}`)).toMatchObject({ rows: [], total: 6 })
  })

  describe('of a search with more matches than are counted', () => {
    /** The newest of 5,200 is the first. */
    const manyGuests = async () => {
      const month = await given.build.aMonth()
      await insertMany(
        given.app.databaseUrl,
        `insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email,
          guest_child_name, submitted_at)
        select $1, '{1}', 20, 'Guest ' || n, 'g' || n || '@example.com', 'Child ' || n,
          timestamptz '2026-11-16' - n * interval '1 minute' from generate_series(1, 5200) n`,
        [month.id],
      )
    }

    it('returns a minimum total, and every page', async () => {
      await manyGuests()
      const first = await given.list('?search=guest&size=50')
      expect(first).toMatchObject({ total: 5000, is_capped: true })
      expect(first.rows.map((row) => row.child_name).slice(0, 2)).toEqual(['Child 1', 'Child 2'])
      const beyond = await given.list('?search=guest&size=100&page=52')
      expect(beyond).toMatchObject({ total: 5200, is_capped: true })
      expect(childrenIn(beyond.rows).at(-1)).toBe('Child 5200')
      const seldom = await given.list('?search=guest%205199')
      expect(seldom).toMatchObject({ total: 1, is_capped: false })
      expect((await given.list('?search=guest&sort=fee')).rows).toHaveLength(25)
      expect(await given.list()).toMatchObject({ total: 5200, is_capped: false })
    })
  })

  it('returns a minimum total if even the unfiltered list is longer than is counted, and so do months and the dashboard', async () => {
    const month = await given.build.aMonth()
    await insertMany(
      given.app.databaseUrl,
      `insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email,
        guest_child_name, submitted_at)
      select $1, '{1}', 20, 'Guest', 'g@example.com', 'Child ' || n,
        timestamptz '2026-11-16' - n * interval '1 minute' from generate_series(1, 20030) n`,
      [month.id],
    )
    expect(await given.list()).toMatchObject({ total: 20_000, is_capped: true })
    expect(await given.list('?type=day_drop_in')).toMatchObject({ total: 0, is_capped: false })
    const last = await given.list('?size=50&page=401')
    expect(last).toMatchObject({ total: 20_030, is_capped: false })
    expect(childrenIn(last.rows).at(-1)).toBe('Child 20030')
    expect((await given.staff.get('/api/admin/months')).body.rows[0].submission_count).toBe(10_000)
    expect((await given.staff.get('/api/admin/dashboard')).body.unpaid).toBe(10_000)
  })

  it('has totals that follow every kind of write', async () => {
    const { billed, partial, dropIn } = await given.aFullList()
    const totals = async () => {
      const queries = [
        '',
        '?status=submitted',
        '?status=billed',
        '?status=partial',
        '?status=paid',
        '?type=day_drop_in',
      ]
      return Promise.all(queries.map(async (query) => (await given.list(query)).total))
    }
    expect(await totals()).toEqual([6, 3, 1, 1, 1, 1])
    await given.build.aPayment(given.dana, given.admin, { submission_id: partial.id, amount_cents: 4500 })
    await given.staff.patch(`/api/admin/submissions/${billed.id}`, {
      billed_status: 'not_billed',
      version: 1,
    })
    await given.staff.delete(`/api/admin/drop-ins/${dropIn.id}`)
    expect(await totals()).toEqual([5, 3, 0, 0, 2, 0])
  })

  it('computes the same status in SQL as in the domain', async () => {
    const { aChild, aMonth, aRegistration, aPayment } = given.build
    const month = await aMonth()
    const expected: Record<string, string[]> = {}
    const combinations = [0, 1, 6000].flatMap((fee) =>
      [0, 1, 5999, 6000, 7000].flatMap((paidCents) =>
        (['not_billed', 'billed'] as const).flatMap((billedStatus) =>
          (['submitted', 'cancelled'] as const).map((status) => ({
            totalFeeCents: fee,
            paidCents,
            billedStatus,
            status,
          })),
        ),
      ),
    )
    for (const fees of combinations) {
      const values = { total_fee_cents: fees.totalFeeCents, billed_status: fees.billedStatus }
      const cancelled = fees.status === 'cancelled' ? CANCELLED : {}
      const { id } = await aRegistration(await aChild(given.dana), month, { ...values, ...cancelled })
      await aPayment(given.dana, given.admin, { submission_id: id, amount_cents: fees.paidCents })
      const status = derivedStatus(fees)
      expected[status] = [...(expected[status] ?? []), id].sort()
    }
    for (const status of ['waiting', 'declined'] as const) {
      const decided_at = status === 'waiting' ? null : '2026-11-16T15:00:00.000Z'
      const { id } = await given.build.aDropIn('2026-11-20', {
        parent_id: given.dana.id,
        child_id: (await aChild(given.dana)).id,
        status,
        approval: { fee: 25, decided_at, message: null },
        total_fee_cents: 0,
      })
      await aPayment(given.dana, given.admin, { submission_id: id, amount_cents: 1000 })
      expected[derivedStatus({ totalFeeCents: 0, paidCents: 1000, billedStatus: 'not_billed', status })] = [
        id,
      ]
    }
    for (const status of DERIVED_STATUSES) {
      const ofMonth = status === 'waiting' || status === 'declined' ? '' : `&month=${month.id}`
      const { rows } = await given.list(`?status=${status}${ofMonth}&size=100`)
      expect(rows.map(({ id }) => id).sort(), status).toEqual(expected[status] ?? [])
    }
  })
})

describe('the month filter', () => {
  it('lists one month, drafts included, or the drop-ins, with the total beside the pages and in the CSV', async () => {
    const { month, guest, dropIn } = await given.aFullList()
    const next = await given.build.aMonth({ month_name: 'December', year: 2027, is_active: false })
    const later = await given.build.aGuestRegistration(next, { guest_child_name: 'Otis' })
    expect((await given.list()).total).toBe(7)
    const december = await given.list(`?month=${month.id}`)
    expect(december.total).toBe(5)
    expect(december.rows[0]?.id).toBe(guest.id)
    const drafts = await given.list(`?month=${next.id}`)
    expect(drafts.rows.map((row) => row.id)).toEqual([later.id])
    const dropIns = await given.list('?month=drop_ins')
    expect(dropIns.rows.map((row) => row.id)).toEqual([dropIn.id])
    const paged = await given.list(`?month=${month.id}&size=2&page=3`)
    expect([paged.rows.length, paged.total]).toEqual([1, 5])
    const csv = await given.staff.raw(`/api/admin/submissions/export?month=${next.id}`)
    expect(csv.headers.get('x-exported-count')).toBe('1')
    expect(await csv.text()).toContain('December 2027')
  })

  it('combines with status, type and search', async () => {
    const { month, partial, guest } = await given.aFullList()
    const next = await given.build.aMonth({ month_name: 'January', year: 2027 })
    await given.build.aGuestRegistration(next)
    const ids = async (query: string) => (await given.list(query)).rows.map((row) => row.id)
    expect(await ids(`?month=${month.id}&status=partial`)).toEqual([partial.id])
    expect(await ids(`?month=${month.id}&search=whitfield`)).toEqual([guest.id])
    expect(await ids(`?month=${month.id}&type=day_drop_in`)).toEqual([])
    expect(await ids('?month=drop_ins&search=whitfield')).toEqual([])
  })

  it('has nothing for a month that does not exist, and rejects what is no month', async () => {
    await given.aFullList()
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await given.list(`?month=${nobody}`)).toMatchObject({ rows: [], total: 0 })
    for (const month of ['December', "'; drop table months", '1'])
      expect(
        (await given.staff.get(`/api/admin/submissions?month=${encodeURIComponent(month)}`)).status,
      ).toBe(422)
  })
})
