import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { eraseFamily } from '../privacy/erase-family'
import { findFamily } from '../privacy/family.queries'

const app = await testApp()
const build = buildersFor(app.services.db)
const { db, pool } = app.services
const admin = await build.anAdmin({ full_name: 'Rosa Medina' })
const ana = await build.aParent({ full_name: 'Ana Silva', email: 'ana@example.com' })
const dana = await build.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
const staff = await app.as(admin)
let registration: { id: string }

beforeEach(async () => {
  await emptyTables(
    pool,
    'payments, submissions, children, months, audit_log, import_reviews, import_columns, payment_imports, remembered_payers',
  )
  const child = await build.aChild(ana, { name: 'Bea Silva' })
  registration = await build.aRegistration(child, await build.aMonth(), { total_fee_cents: 6000 })
})

type Line = { id: string; state: string; reason: string | null; family: { id: string } | null }
// biome-ignore lint/suspicious/noExplicitAny: as the test client's responses
type Body = any
const REVIEW = '/api/admin/payment-imports/review'
async function upload(file: string | Buffer, client = staff, name = 'payments.csv') {
  const response = await client.raw(`${REVIEW}?file_name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(file as string),
  })
  return { status: response.status, body: (await response.json()) as Body }
}
const decide = (id: string, decision: object) => staff.patch(REVIEW, { id, ...decision })
const run = ({ id, version }: { id: string; version: number }, headers?: Record<string, string>) =>
  staff.post('/api/admin/payment-imports', { id, version }, headers)
const file = (...lines: string[]) => ['Date,Amount,Payer,Email,Reference,Method,Note', ...lines].join('\n')
const payments = () => storedRows(db, 'payments', sql`order by payment_date, created_at`)
const states = (review: { rows: { state: string; reason: string | null }[] }) =>
  review.rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))

const TWO = file(
  '2026-11-03,60.00,"Silva, Ana",,TX-1,ACH,December',
  '2026-11-04,25.50,Grandpa Joe,,TX-2,Visa,',
)

describe('a family with several adults', () => {
  it('is found by the name and the email of each, and paid under its first adult', async () => {
    const kemi = await build.aParent({ full_name: 'Kemi Bello', email: 'kemi@example.com' })
    await joinInto(app, dana, kemi)
    const { body } = await upload(
      file('2026-11-03,60.00,Kemi Bello,,TX-8,ACH,', '2026-11-04,25.50,,kemi@example.com,TX-9,Visa,'),
    )
    expect(body.rows.map(({ family }: Line) => family?.id)).toEqual([dana.id, dana.id])
    await execute(db, sql`delete from family_members`)
  })
})

describe('reading a file', () => {
  it('shows each line with its family, how it was found, and what it is applied to', async () => {
    const { status, body } = await upload(TWO)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      file_name: 'payments.csv',
      columns: { date: 0, amount: 1, payer: 2, email: 3, reference: 4, method: 5, note: 6 },
      date_order: 'month-first',
      totals: {
        ready: { count: 1, amount: 60 },
        choose: { count: 1, amount: 25.5 },
        recorded: { count: 0, amount: 0 },
        skipped: { count: 0, amount: 0 },
      },
      total: 2,
    })
    expect(body.rows[0]).toMatchObject({
      line: 2,
      state: 'ready',
      date: '2026-11-03',
      amount: 60,
      payer: 'Silva, Ana',
      family: { id: ana.id, name: 'Ana Silva' },
      found_by: 'name',
      submission: { id: registration.id, child_name: 'Bea Silva', total_fee: 60 },
      payment_method: 'bank_transfer',
    })
    expect(body.rows[1]).toMatchObject({ state: 'choose', family: null, submission: null })
    expect(await payments()).toEqual([])
    expect((await staff.get(REVIEW)).body.review).toEqual(body)
  })

  it('finds a family by every adult, and always means its first one', async () => {
    const kai = await build.aParent({ full_name: 'Kai Silva', email: 'kai@example.com' })
    await joinInto(app, ana, kai)
    const { body } = await upload(
      file(
        '2026-11-03,5.00,Kai Silva,,,,',
        '2026-11-04,5.00,x,KAI@example.com,,,',
        '2026-11-05,5.00,Bea Silva,,,,',
      ),
    )
    expect(body.rows.map((row: Line) => row.family?.id)).toEqual([ana.id, ana.id, ana.id])
    const choices = await staff.get('/api/admin/payment-imports/families?search=kai')
    expect(choices.body.rows.map((row: Line) => row.id)).toEqual([ana.id])
    const chosen = await decide(body.id, { line: 2, family_id: kai.id })
    expect(chosen.body.rows[0].family.id).toBe(ana.id)
    await execute(db, sql`delete from family_members`)
  })

  it('is each admin’s own', async () => {
    await upload(TWO)
    const colleague = await app.as(await build.anAdmin())
    expect((await colleague.get(REVIEW)).body.review).toBeNull()
  })

  it.each([
    ['too large', Buffer.alloc(5_000_001, 'x'), 413, /larger than 5 MB/],
    ['a PDF', '%PDF-1.7', 422, /This is a PDF/],
    ['empty', '', 422, /This file is empty/],
    ['only a heading', file(), 422, /no lines below/],
    ['NUL bytes', 'Date,Amount\n2026-11-03,2\0', 422, /characters that cannot be read/],
  ])('rejects a file that is %s with one sentence', async (_, bytes, status, message) => {
    const response = await upload(bytes)
    expect([response.status, response.body.error.message]).toEqual([status, expect.stringMatching(message)])
    expect(await storedRows(db, 'import_reviews')).toEqual([])
  })

  it('needs a file name', async () => {
    expect((await upload(TWO, staff, '')).status).toBe(422)
    expect((await upload(TWO, staff, 'x'.repeat(201))).status).toBe(422)
  })

  it('shows hostile amounts, dates, markup and formulas as what they are: skipped lines and text', async () => {
    const hostile = ['1e309', 'NaN', '0.005', '−0', '=1+1', '<b>20</b>', '99999999999'].map(
      (amount) => `2026-11-03,${amount},"=HYPERLINK(""http://x"",""y"")",,,,<script>alert(1)</script>`,
    )
    const dates = ['20226-11-03', '11/03/20226', '2026-02-30', '0000-00-00'].map(
      (day) => `${day},20.00,Ana Silva,,,,`,
    )
    const { status, body } = await upload(file(...hostile, ...dates))
    expect(status).toBe(200)
    expect(body.totals.skipped.count).toBe(11)
    expect(body.rows[0]).toMatchObject({
      payer: '=HYPERLINK("http://x","y")',
      note: '<script>alert(1)</script>',
    })
  })

  it('expires a day after the last change', async () => {
    await upload(TWO)
    await execute(db, sql`update import_reviews set updated_at = '2026-11-15T13:59:00Z'`)
    expect((await staff.get(REVIEW)).body.review).toBeNull()
  })
})

describe('deciding', () => {
  it('lets a chosen family follow to all lines of the payer', async () => {
    const { body } = await upload(
      file('2026-11-03,5,Grandpa Joe,,a,,', '2026-11-04,6,GRANDPA JOE,,b,,', '2026-11-05,7,Joe,,c,,'),
    )
    const next = await decide(body.id, { line: 3, family_id: dana.id })
    expect(next.body.rows.map((row: Line) => row.family?.id ?? null)).toEqual([dana.id, dana.id, null])
    expect(next.body.rows[0].found_by).toBe('chosen')
    expect(next.body.totals.ready).toEqual({ count: 2, amount: 11 })
  })

  it('skips one line, applies a payment elsewhere, and changes columns and date order', async () => {
    const { body } = await upload(TWO)
    expect(states((await decide(body.id, { line: 2, skipped: true })).body)).toEqual([
      'skipped: Skipped in the review',
      'choose',
    ])
    await decide(body.id, { line: 2, skipped: false })
    const general = await decide(body.id, { line: 2, submission_id: null })
    expect(general.body.rows[0].submission).toBeNull()
    const foreign = await build.aRegistration(
      await build.aChild(dana),
      await build.aMonth({ month_name: 'January' }),
    )
    const kept = await decide(body.id, { line: 2, submission_id: foreign.id })
    expect(kept.body.rows[0].submission.id).toBe(registration.id)
    await Promise.all([
      decide(body.id, { columns: { email: null } }),
      decide(body.id, { columns: { method: null } }),
    ])
    const noDate = await decide(body.id, { columns: { date: 6 } })
    expect(noDate.body.columns).toEqual({ ...body.columns, email: null, method: null, date: 6 })
    expect(states(noDate.body)).toEqual(['skipped: The date cannot be read', 'skipped: No date'])
    const dayFirst = await decide(body.id, { columns: body.columns, date_order: 'day-first' })
    expect(dayFirst.body.date_order).toBe('day-first')
  })

  it('refuses lines, reviews and columns that do not exist', async () => {
    const { body } = await upload(TWO)
    expect((await decide(body.id, { line: 99, skipped: true })).status).toBe(404)
    expect((await decide(admin.id, { line: 2, skipped: true })).body.error.code).toBe('import-over')
    const outside = await decide(body.id, { columns: { ...body.columns, date: 99 } })
    expect(outside.body.columns.date).toBeNull()
    expect((await decide(body.id, { columns: { date: -1 } })).status).toBe(422)
  })

  it('offers families with similar names first', async () => {
    const { body } = await staff.get('/api/admin/payment-imports/families?payer=Danna%20Okafor')
    expect(body.rows[0]).toMatchObject({ id: dana.id, name: 'Dana Okafor' })
    const search = await staff.get('/api/admin/payment-imports/families?search=bea')
    expect(search.body.rows.map((row: Line) => row.id)).toEqual([ana.id])
  })
})

describe('importing', () => {
  it('records every ready line with its fields, once', async () => {
    const { body } = await upload(TWO)
    const { body: review } = await decide(body.id, { line: 3, family_id: dana.id })
    const done = await run(review)
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({
      file_name: 'payments.csv',
      payments: 2,
      amount: 85.5,
      imported_by_name: 'Rosa Medina',
      undone_at: null,
    })
    expect(await payments()).toMatchObject([
      {
        parent_id: ana.id,
        amount_cents: 6000,
        payment_method: 'bank_transfer',
        submission_id: registration.id,
        notes: 'December\nReference: TX-1',
        payment_date: '2026-11-03',
        recorded_by: admin.id,
        import_id: done.body.id,
      },
      { parent_id: dana.id, amount_cents: 2550, payment_method: 'credit_card', submission_id: null },
    ])
    const [paid] = await storedRows(db, 'submissions', sql`where id = ${registration.id}`)
    expect(paid?.paid_amount_cents).toBe(6000)
    const log = await storedRows(db, 'audit_log', sql`order by id`)
    expect(log.map(({ action, table_name }) => [action, table_name])).toEqual([
      ['payment-import.create', 'payment_imports'],
      ['payment.record', 'payments'],
      ['payment.record', 'payments'],
    ])
    expect(log[0]).toMatchObject({
      row_id: done.body.id,
      detail: { file_name: 'payments.csv', payments: 2, amount: 85.5 },
    })
    expect(log[1]?.detail).toMatchObject({ parent_id: ana.id, amount: '60.00', import_id: done.body.id })
    expect(log[1]?.detail).not.toHaveProperty('import_key')
    expect((await staff.get(REVIEW)).body.review).toBeNull()
    expect((await run(review)).body.error.code).toBe('import-over')
    expect((await staff.get('/api/admin/payment-imports')).body.rows).toEqual([done.body])
  })

  it('finds the same file already recorded the second time, and remembers payer and columns', async () => {
    const { body } = await upload(TWO)
    await decide(body.id, { columns: { ...body.columns, note: null } })
    const { body: review } = await decide(body.id, { line: 3, family_id: dana.id })
    await run(review)
    const again = await upload(TWO)
    expect(again.body.columns.note).toBeNull()
    expect(states(again.body)).toEqual([
      'recorded: Imported on Nov 16, 2026',
      'recorded: Imported on Nov 16, 2026',
    ])
    expect(again.body.rows[1]).toMatchObject({ family: { id: dana.id }, found_by: 'remembered' })
    expect((await run(again.body)).body.error.code).toBe('import-empty')
    const ticked = await decide(again.body.id, { line: 3, included: true })
    expect(ticked.body.totals.ready).toEqual({ count: 1, amount: 25.5 })
    expect((await run(ticked.body)).status).toBe(200)
    expect(await payments()).toHaveLength(3)
  })

  it('remembers payers by name only, none that was found by email or has no name', async () => {
    const { body } = await upload(
      file('2026-11-03,5,Grandpa Joe,ana@example.com,,,', '2026-11-04,6,,,,,', '2026-11-05,7,Aunt Kim,,,,'),
    )
    for (const line of [3, 4]) await decide(body.id, { line, family_id: dana.id })
    const { review } = (await staff.get(REVIEW)).body
    expect(review.totals.ready.count).toBe(3)
    expect((await run(review)).status).toBe(200)
    const known = await storedRows(db, 'remembered_payers')
    expect(known.map(({ parent_id }) => parent_id)).toEqual([dana.id])
  })

  it('takes a payment of the same date and amount as already recorded, unless it was reversed', async () => {
    const recorded = await staff.post('/api/admin/payments', {
      parent_id: ana.id,
      amount: '60',
      payment_date: '2026-11-03',
    })
    expect(states((await upload(TWO)).body)[0]).toBe(
      'recorded: The family has a payment of this date and amount',
    )
    await staff.post(`/api/admin/payments/${recorded.body.id}/reverse`, { reason: 'Typed twice' })
    expect(states((await upload(TWO)).body)[0]).toBe('ready')
  })

  it('names what changed since the review, writes nothing, and shows it', async () => {
    const { body } = await upload(TWO)
    await staff.post('/api/admin/payments', {
      parent_id: ana.id,
      amount: '60',
      payment_date: '2026-11-03',
    })
    const refused = await run(body)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'Nothing was imported, because something changed since the review. Line 2 ($60.00): The family has a payment of this date and amount.',
    ])
    expect(await payments()).toHaveLength(1)
    expect(await storedRows(db, 'payment_imports')).toEqual([])
    const { review } = (await staff.get(REVIEW)).body
    expect(states(review)[0]).toMatch(/^recorded/)
    expect(review.version).toBe(body.version + 1)
  })

  it('names an erased family, and its remembered names are gone', async () => {
    const gone = await build.aParent({ full_name: 'Kim Lee', email: 'kim@example.com' })
    const first = await upload(file('2026-11-01,5,Aunt Kim,,,,'))
    await run((await decide(first.body.id, { line: 2, family_id: gone.id })).body)
    expect(await storedRows(db, 'remembered_payers')).toHaveLength(1)
    const { body } = await upload(file('2026-11-02,6,Aunt Kim,,,,', '2026-11-02,7,Ana Silva,,,,'))
    expect(body.totals.ready.count).toBe(2)
    await db.transaction(async (tx) => {
      const family = await findFamily(tx, gone.id)
      if (family) await eraseFamily(tx, family, app.services)
    })
    expect(await storedRows(db, 'remembered_payers')).toEqual([])
    const [payment] = await payments()
    expect(payment).toMatchObject({ notes: null, import_key: null })
    const refused = await run(body)
    expect(refused.body.error.message).toMatch(/Line 2 \(\$6\.00\): The family is no longer there\.$/)
    expect(await payments()).toHaveLength(1)
  })

  it('imports a ticked line once for two admins, whatever it was recorded as before', async () => {
    const omar = await app.as(await build.anAdmin({ full_name: 'Omar' }))
    const csv = file('2026-11-03,70.00,Ana Silva,,TX-1,,')
    const ticked = async (client: typeof staff) => {
      const { id } = (await upload(csv, client)).body
      return (await client.patch(REVIEW, { id, line: 2, included: true })).body
    }
    await staff.post('/api/admin/payments', { parent_id: ana.id, amount: '70', payment_date: '2026-11-03' })
    for (const [n, change] of ['Imported on Nov 16, 2026', 'It was imported once more meanwhile'].entries()) {
      app.setNow(`2026-11-16T1${n}:00:00-05:00`)
      const [rosas, omars] = [await ticked(staff), await ticked(omar)]
      expect((await run(rosas)).status).toBe(200)
      const { id, version } = omars
      const refused = await omar.post('/api/admin/payment-imports', { id, version })
      expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining(change)])
      expect(await payments()).toHaveLength(n + 2)
    }
  })

  it('compares the family found with its payments once the chosen one is erased', async () => {
    const kim = await build.aParent({ full_name: 'Kim Lee', email: 'kim@example.com' })
    await staff.post('/api/admin/payments', { parent_id: ana.id, amount: '60', payment_date: '2026-11-03' })
    const { body } = await upload(file('2026-11-03,60.00,Aunt K,ana@example.com,,,'))
    const chosen = (await decide(body.id, { line: 2, family_id: kim.id })).body
    expect(states(chosen)).toEqual(['ready'])
    await execute(db, sql`delete from user_roles where user_id = ${kim.id}`)
    expect((await run(chosen)).status).toBe(409)
    expect(states((await staff.get(REVIEW)).body.review)).toEqual([
      'recorded: The family has a payment of this date and amount',
    ])
  })

  /** Names and emails that contain the family's. */
  const OTHERS = [
    'José Park,jose@example.com',
    'x,mpark@example.com',
    'x,jose.park@example.com',
    'x,park@example.com.br',
    'x,park@example.community',
    'Zoe Müllerova,x@example.com',
    'Lia Li Park-Oo,x@example.com',
  ]

  it.each([
    ['its email', 'x,PARK@example.com'],
    ['its email in a text', '"Zelle from <park@example.com>, thanks",'],
    ['its name in other letters and with more blanks', 'Zelle from JOSE  PARK NUNEZ 123,'],
    ['its last name first', '"Park Núñez, José",'],
    ['its child, spelled otherwise', '"Müller,ZOE",'],
    ['a child with marks in its name', 'For Lia (li) park-o*kim,'],
  ])('ends reviews that name an erased family by %s, and no others', async (_, cells) => {
    const gone = await build.aParent({ full_name: 'José Park Núñez', email: 'park@example.com' })
    await build.aChild(gone, { name: 'Zoë Müller' })
    await build.aChild(gone, { name: 'Lia (Li) Park-O*Kim' })
    await upload(file(`2026-11-02,6,${cells},,,`))
    for (const other of OTHERS)
      await upload(file(`2026-11-02,6,${other},,,`), await app.as(await build.anAdmin()))
    await db.transaction(async (tx) => {
      const family = await findFamily(tx, gone.id)
      if (family) await eraseFamily(tx, family, app.services)
    })
    expect(await storedRows(db, 'import_reviews')).toHaveLength(OTHERS.length)
  })

  it('refuses a version that is not the latest', async () => {
    const { body } = await upload(TWO)
    await decide(body.id, { line: 2, skipped: true })
    expect((await run(body)).body.error.code).toBe('stale-version')
    expect(await payments()).toEqual([])
  })

  it('imports nothing if one payment cannot be stored', async () => {
    const { body } = await upload(
      file(...['99999999.99', '99999999.98'].map((amount, n) => `2026-11-0${n + 1},${amount},Ana Silva,,,,`)),
    )
    await decide(body.id, { line: 2, submission_id: registration.id })
    const { body: review } = await decide(body.id, { line: 3, submission_id: registration.id })
    const refused = await run(review)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'import-rejected'])
    expect(await payments()).toEqual([])
    expect((await staff.get(REVIEW)).body.review.totals.ready.count).toBe(2)
  })
})

it('takes no other failure of the database for too large a sum', async () => {
  const { body } = await upload(TWO)
  await execute(db, sql`alter table payments add constraint rejected check (amount <> 60) not valid`)
  try {
    expect((await run(body)).status).toBe(500)
  } finally {
    await execute(db, sql`alter table payments drop constraint rejected`)
  }
  expect(await payments()).toEqual([])
})

describe('undoing', () => {
  it('reverses each payment that is not yet reversed, once', async () => {
    const { body } = await upload(TWO)
    const done = await run((await decide(body.id, { line: 3, family_id: dana.id })).body)
    const [first] = await payments()
    await staff.post(`/api/admin/payments/${first?.id}/reverse`, { reason: 'Typed twice' })
    const undone = await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)
    expect([undone.status, undone.body.undone_by_name]).toEqual([200, 'Rosa Medina'])
    const all = await payments()
    expect(all).toHaveLength(4)
    expect(all.filter(({ notes }) => notes === 'Import undone')).toMatchObject([
      { amount_cents: -2550, parent_id: dana.id, payment_date: '2026-11-16', import_id: null },
    ])
    const again = await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)
    expect([again.status, again.body.error.code]).toEqual([409, 'import-undone'])
    expect(await payments()).toHaveLength(4)
    expect((await staff.get('/api/admin/payment-imports')).body.rows[0].undone_at).not.toBeNull()
    expect(states((await upload(TWO)).body)).toEqual(['ready', 'choose'])
    const log = await rows<{ action: string }>(db, sql`select action from audit_log order by id desc limit 2`)
    expect(log.map(({ action }) => action).sort()).toEqual(['payment-import.undo', 'payment.reverse'])
  })

  it('forgets the payers of the import, and of no other', async () => {
    const joe = (n: number) => file(`2026-11-0${n},60.00,Grandpa Joe,,TX-${n},,`)
    const foundBy = async (n: number) => (await upload(joe(n))).body.rows[0].found_by
    const importFor = async (n: number, family?: { id: string }) => {
      const { body } = await upload(joe(n))
      const review = family ? (await decide(body.id, { line: 2, family_id: family.id })).body : body
      return (await run(review)).body.id
    }
    const undo = (id: string) => staff.post(`/api/admin/payment-imports/${id}/undo`)
    const first = await importFor(1, ana)
    const second = await importFor(2)
    expect((await undo(second)).status).toBe(200)
    expect(await foundBy(3)).toBe('remembered')
    const other = await importFor(4, dana)
    expect((await undo(first)).status).toBe(200)
    expect(await foundBy(5)).toBe('remembered')
    expect((await undo(other)).status).toBe(200)
    expect(await foundBy(6)).toBeNull()
  })

  it('does not find an import that does not exist', async () => {
    expect((await staff.post(`/api/admin/payment-imports/${admin.id}/undo`)).status).toBe(404)
  })
})
