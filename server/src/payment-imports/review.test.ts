import { describe, expect, it } from 'vitest'
import { joinInto } from '../../testing/family'
import { fileOf, type Line, REVIEW, startPaymentImports, statesOf, TWO } from '../../testing/payment-imports'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'

const { app, db, build, admin, ana, dana, staff, registration, upload, decide, payments } =
  await startPaymentImports()

describe('a family with several adults', () => {
  it('is found by the name and the email of each, and paid under its first adult', async () => {
    const kemi = await build.aParent({ full_name: 'Kemi Bello', email: 'kemi@example.com' })
    await joinInto(app, dana, kemi)
    const { body } = await upload(
      fileOf('2026-11-03,60.00,Kemi Bello,,TX-8,ACH,', '2026-11-04,25.50,,kemi@example.com,TX-9,Visa,'),
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
      fileOf(
        '2026-11-03,5.00,Kai Silva,,,,',
        '2026-11-04,5.00,x,KAI@example.com,,,',
        '2026-11-05,5.00,Bea Silva,,,,',
      ),
    )
    expect(body.rows.map((row: Line) => row.family?.id)).toEqual([ana.id, ana.id, ana.id])
    const choices = await staff.get('/api/admin/payment-imports/families?search=kai')
    expect(choices.body.rows.map((row: Line) => row.id)).toEqual([ana.id])
    const chosen = await decide(body.id, { line: 2, family_id: kai.id })
    expect(chosen.body.error.code).toBe('import-choice-gone')
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
    ['only a heading', fileOf(), 422, /no lines below/],
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
    const { status, body } = await upload(fileOf(...hostile, ...dates))
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
      fileOf('2026-11-03,5,Grandpa Joe,,a,,', '2026-11-04,6,GRANDPA JOE,,b,,', '2026-11-05,7,Joe,,c,,'),
    )
    const next = await decide(body.id, { line: 3, family_id: dana.id })
    expect(next.body.rows.map((row: Line) => row.family?.id ?? null)).toEqual([dana.id, dana.id, null])
    expect(next.body.rows[0].found_by).toBe('chosen')
    expect(next.body.totals.ready).toEqual({ count: 2, amount: 11 })
  })

  it('skips one line, applies a payment elsewhere, and changes columns and date order', async () => {
    const { body } = await upload(TWO)
    expect(statesOf((await decide(body.id, { line: 2, skipped: true })).body)).toEqual([
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
    const refused = await decide(body.id, { line: 2, submission_id: foreign.id })
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'What you chose is no longer there. Please choose again.',
    ])
    expect((await staff.get(REVIEW)).body.review.rows[0].submission).toBeNull()
    await Promise.all([
      decide(body.id, { columns: { email: null } }),
      decide(body.id, { columns: { method: null } }),
    ])
    const noDate = await decide(body.id, { columns: { date: 6 } })
    expect(noDate.body.columns).toEqual({ ...body.columns, email: null, method: null, date: 6 })
    expect(statesOf(noDate.body)).toEqual(['skipped: The date cannot be read', 'skipped: No date'])
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
