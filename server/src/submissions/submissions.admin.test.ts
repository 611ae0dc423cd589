import { DERIVED_STATUSES, derivedStatus } from '@aftercare/domain/submissions'
import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit_log, submissions } from '../db/schema'
import { buildersFor } from '../testing/builders'
import { emptyTables } from '../testing/databases'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'
import type { ListedSubmission } from './submissions.admin.rows'

let app: TestApp
let admin: { id: string; email: string; full_name: string }
let dana: { id: string }
let staff: TestClient
let build: ReturnType<typeof buildersFor>

beforeAll(async () => {
  app = await startTestApp()
  build = buildersFor(app.services.db)
  admin = await build.anAdmin()
  dana = await build.aParent({
    full_name: 'Dana Okafor',
    email: 'dana@family.example',
    phone: '(555) 014-2210',
  })
  staff = await app.as(admin)
})
afterAll(() => app.stop())

const childrenIn = (rows: ListedSubmission[]) => rows.map((row) => row.child_name)

async function list(query = ''): Promise<{ rows: ListedSubmission[]; total: number }> {
  const { status, body } = await staff.get(`/api/admin/submissions${query}`)
  expect(status).toBe(200)
  return body
}

/** December: a registered child each unbilled, billed, partly paid and paid; a guest's month and a guest's drop-in. */
async function aFullList() {
  const { aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment } = build
  const month = await aMonth()
  const child = async (name: string, at: string, values: Partial<typeof submissions.$inferInsert> = {}) =>
    aRegistration(await aChild(dana, { name, allergies: name === 'Kavi' ? 'Egg' : null }), month, {
      submitted_at: at,
      ...values,
    })
  const open = await child('Amara', '2026-11-01T15:00:00Z')
  const billed = await child('Tobias', '2026-11-02T15:00:00Z', {
    billed_status: 'billed',
    total_fee_cents: 9000,
  })
  const partial = await child('Kavi', '2026-11-03T15:00:00Z', { billed_status: 'billed' })
  const paid = await child('June', '2026-11-04T15:00:00Z')
  await aPayment(dana, admin, { submission_id: partial.id, amount_cents: 1500 })
  await aPayment(dana, admin, { submission_id: paid.id, amount_cents: 6000 })
  const guest = await aGuestRegistration(month, { submitted_at: '2026-11-05T15:00:00Z' })
  const dropIn = await aDropIn('2026-11-17', {
    submitted_at: '2026-11-06T04:30:00Z',
    guest_parent_name: 'Joel Abernathy',
    guest_parent_email: 'joel@guest.example',
    guest_child_name: 'Wren',
    guest_child_allergies: 'Dairy',
  })
  return { month, open, billed, partial, paid, guest, dropIn }
}

// Payments cannot be deleted, by design; emptying the tables is what is left to a test.
beforeEach(async () => {
  await emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log')
})

describe('the submissions list', () => {
  it('shows every submission newest first, of parents and guests, with names, months and statuses filled', async () => {
    await aFullList()
    const { rows, total } = await list()
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
    await aFullList()
    const { rows, total } = await list(`?status=${status}`)
    expect(childrenIn(rows)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it('tells drop-ins from month registrations by the missing month', async () => {
    await aFullList()
    expect(childrenIn((await list('?type=day_drop_in')).rows)).toEqual(['Wren'])
    expect((await list('?type=month_registration')).total).toBe(5)
  })

  it.each([
    ['a parent name', 'okaf', 4],
    ['a child name', 'tobi', 1],
    ['an e-mail', 'FAMILY.example', 4],
    ['a guest name', 'abernathy', 1],
    ["a guest's child", 'otis', 1],
    ["a guest's e-mail", 'joel@guest', 1],
    ['something nobody has', 'zzz', 0],
    ['a wildcard, taken as a plain sign', '%', 0],
    ['an underscore, taken as a plain sign', '_', 0],
    ['a quote', "o'", 0],
  ])('finds %s', async (_, search, expected) => {
    await aFullList()
    const query = encodeURIComponent(search)
    expect((await list(`?search=${query}`)).total).toBe(expected)
  })

  it('does not find a signed-in drop-in by what its guest fields once said', async () => {
    await aFullList()
    const child = await build.aChild(dana, { name: 'Lena' })
    await build.aDropIn('2026-11-18', {
      parent_id: dana.id,
      child_id: child.id,
      guest_parent_name: 'Old Name',
    })
    expect((await list('?search=old%20name')).total).toBe(0)
    expect((await list('?search=lena')).rows[0]?.parent_name).toBe('Dana Okafor')
  })

  it('combines search, status and type', async () => {
    await aFullList()
    expect(childrenIn((await list('?search=okafor&status=billed&type=month_registration')).rows)).toEqual([
      'Tobias',
    ])
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
    await aFullList()
    expect((await list(`?sort=${sort}&direction=asc`)).rows[0]?.child_name).toBe(first)
    expect((await list(`?sort=${sort}&direction=desc`)).rows[0]?.child_name).toBe(last)
  })

  it('gives each submission on exactly one page', async () => {
    await aFullList()
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?sort=fee&size=2&page=${page}`)))
    const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id))
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 0])
    expect(new Set(ids).size).toBe(6)
  })

  it.each(['?sort=password', '?page=0', '?size=1000', '?status=lost', '?direction=up', '?page=1e9'])(
    'refuses the query %s',
    async (query) => {
      expect((await staff.get(`/api/admin/submissions${query}`)).status).toBe(422)
    },
  )

  it('calls a status in SQL what the domain calls it', async () => {
    const { aChild, aMonth, aRegistration, aPayment } = build
    const month = await aMonth()
    for (const total_fee_cents of [0, 1, 6000])
      for (const paidCents of [0, 1, 5999, 6000, 7000])
        for (const billed_status of ['not_billed', 'billed'] as const) {
          const child = await aChild(dana)
          const row = await aRegistration(child, month, { total_fee_cents, billed_status })
          await aPayment(dana, admin, { submission_id: row.id, amount_cents: paidCents })
          const expected = derivedStatus({
            totalFeeCents: total_fee_cents,
            paidCents,
            billedStatus: billed_status,
          })
          for (const status of DERIVED_STATUSES) {
            const found = await list(`?status=${status}&search=${encodeURIComponent(child.name)}&size=100`)
            const isListed = found.rows.some((listed) => listed.id === row.id)
            expect(isListed, `fee ${total_fee_cents}, paid ${paidCents}, ${billed_status}: ${status}`).toBe(
              status === expected,
            )
          }
        }
  })
})

describe('the CSV export', () => {
  const HEADER = [
    'Parent Name',
    'Parent Email',
    'Child Name',
    'Type',
    'Month',
    'Days',
    'Fee',
    'Status',
    'Submitted Date',
    'Allergies',
  ]

  async function exported(query = '') {
    const response = await staff.raw(`/api/admin/submissions/export${query}`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true })
    expect(errors).toEqual([])
    return { headers: response.headers, rows: data, text }
  }

  it('has the columns, a row for every submission of all pages, and the day in its name', async () => {
    await aFullList()
    const { headers, rows } = await exported('?size=2&page=2')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="submissions-export-2026-11-16.csv"',
    )
    expect(headers.get('x-exported-count')).toBe('6')
    expect(rows).toEqual([
      HEADER,
      // The drop-in arrived after midnight UTC, but still on the 5th in the programme's time zone.
      [
        'Joel Abernathy',
        'joel@guest.example',
        'Wren',
        'Day Drop-In',
        '2026-11-17',
        '17',
        '25.00',
        'Submitted',
        '2026-11-05',
        'Dairy',
      ],
      [
        'Grace Whitfield',
        'grace@example.com',
        'Otis Whitfield',
        'Month Registration',
        'December 2026',
        '1',
        '20.00',
        'Submitted',
        '2026-11-05',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'June',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Paid',
        '2026-11-04',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Kavi',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Partial',
        '2026-11-03',
        'Egg',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Tobias',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '90.00',
        'Billed',
        '2026-11-02',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Amara',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Submitted',
        '2026-11-01',
        'None',
      ],
    ])
  })

  it('holds what is listed: filters, search and order', async () => {
    await aFullList()
    const { headers, rows } = await exported('?search=okafor&sort=child&direction=asc&status=billed')
    expect(headers.get('x-exported-count')).toBe('1')
    expect(rows.map((row) => row[2])).toEqual(['Child Name', 'Tobias'])
    expect((await exported('?search=nobody')).rows).toEqual([HEADER])
  })

  it('makes formulas harmless and keeps quotes, commas, line breaks and accents', async () => {
    const month = await build.aMonth()
    await build.aGuestRegistration(month, {
      guest_parent_name: '=HYPERLINK("http://evil.example")',
      guest_parent_email: '+1@example.com',
      guest_child_name: '@Lucía, "Lu"',
      guest_child_allergies: '-2+3\nnuts',
    })
    const { rows, text } = await exported()
    expect(rows[1]).toEqual([
      `'=HYPERLINK("http://evil.example")`,
      `'+1@example.com`,
      `'@Lucía, "Lu"`,
      'Month Registration',
      'December 2026',
      '1',
      '20.00',
      'Submitted',
      expect.any(String),
      `'-2+3\nnuts`,
    ])
    expect(text).toContain('Lucía')
  })

  it('streams more rows than one piece holds', async () => {
    const month = await build.aMonth()
    await app.services.db.execute(`insert into submissions
      (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name)
      select '${month.id}', '{1}', 20, 'Guest ' || n, 'g' || n || '@example.com', 'Child ' || n
      from generate_series(1, 2345) n`)
    const { headers, rows } = await exported()
    expect(headers.get('x-exported-count')).toBe('2345')
    expect(new Set(rows.slice(1).map((row) => row[2])).size).toBe(2345)
  })
})

describe('a submission in detail', () => {
  it('comes with its month, child, parent, payments and edit history', async () => {
    const { partial } = await aFullList()
    const history = [
      {
        edited_at: '2026-11-04T10:00:00Z',
        previous_days: [1],
        new_days: [1, 2, 3],
        days_added: [2, 3],
        days_removed: [],
      },
    ]
    await app.services.db
      .update(submissions)
      .set({ is_edited: true, edit_history: history })
      .where(eq(submissions.id, partial.id))
    const { status, body } = await staff.get(`/api/admin/submissions/${partial.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: partial.id,
      derived_status: 'partial',
      total_fee: 60,
      paid_amount: 15,
      is_edited: true,
      edit_history: history,
      month: { month_name: 'December', year: 2026 },
      child: { name: 'Kavi', allergies: 'Egg' },
      parent: {
        id: dana.id,
        full_name: 'Dana Okafor',
        email: 'dana@family.example',
        phone: '(555) 014-2210',
      },
      payments: [{ amount: 15, recorded_by: admin.id, recorded_by_name: admin.full_name }],
    })
    expect(body.parent).not.toHaveProperty('version')
  })

  it("shows a guest's own words instead of a profile", async () => {
    const { dropIn } = await aFullList()
    const { body } = await staff.get(`/api/admin/submissions/${dropIn.id}`)
    expect(body).toMatchObject({
      parent: null,
      child: null,
      month: null,
      guest_parent_name: 'Joel Abernathy',
      dropin_date: '2026-11-17',
      payments: [],
    })
  })

  it.each([
    ['00000000-0000-4000-8000-000000000000', 404],
    ['not-an-id', 422],
  ])('is not found under %s', async (id, status) => {
    expect((await staff.get(`/api/admin/submissions/${id}`)).status).toBe(status)
  })

  it('changes the billed state and the notes, and writes down who did', async () => {
    const { open } = await aFullList()
    const change = { billed_status: 'billed', guest_child_notes: ' Grandmother collects ', version: 1 }
    const { status, body } = await staff.patch(`/api/admin/submissions/${open.id}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      billed_status: 'billed',
      guest_child_notes: 'Grandmother collects',
      derived_status: 'billed',
      version: 2,
    })
    const [entry] = await app.services.db.select().from(audit_log).where(eq(audit_log.row_id, open.id))
    expect(entry).toMatchObject({
      actor_id: admin.id,
      action: 'submission.update',
      detail: {
        before: { billed_status: 'not_billed', guest_child_notes: null },
        after: { billed_status: 'billed', guest_child_notes: 'Grandmother collects' },
      },
    })
    const back = { billed_status: 'not_billed', guest_child_notes: '', version: 2 }
    const again = await staff.patch(`/api/admin/submissions/${open.id}`, back)
    expect(again.body).toMatchObject({ billed_status: 'not_billed', guest_child_notes: null, version: 3 })
  })

  it('keeps notes that a change does not name', async () => {
    const { dropIn } = await aFullList()
    await app.services.db
      .update(submissions)
      .set({ guest_child_notes: 'Day Drop-In Request' })
      .where(eq(submissions.id, dropIn.id))
    const { body } = await staff.patch(`/api/admin/submissions/${dropIn.id}`, {
      billed_status: 'billed',
      version: 1,
    })
    expect(body).toMatchObject({ billed_status: 'billed', guest_child_notes: 'Day Drop-In Request' })
  })

  it.each([
    ['a stale version', { billed_status: 'billed', guest_child_notes: 'x', version: 9 }, 409],
    ['an unknown billed state', { billed_status: 'paid', guest_child_notes: 'x', version: 1 }, 422],
    [
      'notes beyond all measure',
      { billed_status: 'billed', guest_child_notes: 'x'.repeat(2001), version: 1 },
      422,
    ],
    ['no version', { billed_status: 'billed', guest_child_notes: 'x' }, 422],
  ])('refuses %s and changes nothing', async (_, change, expected) => {
    const { open } = await aFullList()
    expect((await staff.patch(`/api/admin/submissions/${open.id}`, change)).status).toBe(expected)
    const [row] = await app.services.db.select().from(submissions).where(eq(submissions.id, open.id))
    expect(row).toMatchObject({ billed_status: 'not_billed', guest_child_notes: null, version: 1 })
  })

  it('never lets staff set days, fees or the payments', async () => {
    const { open } = await aFullList()
    await staff.patch(`/api/admin/submissions/${open.id}`, {
      billed_status: 'billed',
      guest_child_notes: null,
      version: 1,
      total_fee: 1,
      paid_amount: 60,
      selected_days: [9],
    })
    const [row] = await app.services.db.select().from(submissions).where(eq(submissions.id, open.id))
    expect(row).toMatchObject({ total_fee_cents: 6000, paid_amount_cents: 0, selected_days: [1, 2, 3] })
  })
})

describe('marking several submissions billed', () => {
  it('changes those that were not, and says how many', async () => {
    const { open, billed, guest } = await aFullList()
    const { status, body } = await staff.post('/api/admin/submissions/mark-billed', {
      ids: [open.id, billed.id, guest.id, '00000000-0000-4000-8000-000000000000'],
    })
    expect({ status, body }).toEqual({ status: 200, body: { updated: 2 } })
    expect((await list('?status=billed')).total).toBe(3)
    expect(await app.services.db.select().from(audit_log)).toHaveLength(2)
  })

  it.each([[[]], [['x']], [Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000')]])(
    'refuses a list that is empty, unreadable or too long',
    async (ids) => {
      expect((await staff.post('/api/admin/submissions/mark-billed', { ids })).status).toBe(422)
    },
  )
})

describe("a parent's session", () => {
  it('is refused on every request about submissions', async () => {
    const { open } = await aFullList()
    const parent = await app.as(dana)
    const answers = [
      await parent.get('/api/admin/submissions'),
      await parent.get('/api/admin/submissions/export'),
      await parent.get(`/api/admin/submissions/${open.id}`),
      await parent.patch(`/api/admin/submissions/${open.id}`, { billed_status: 'billed', version: 1 }),
      await parent.post('/api/admin/submissions/mark-billed', { ids: [open.id] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await app.visitor.get('/api/admin/submissions')).status).toBe(401)
    expect((await list('?status=billed')).total).toBe(1)
  })
})
