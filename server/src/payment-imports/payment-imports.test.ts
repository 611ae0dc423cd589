import { describe, expect, it } from 'vitest'
import { fileOf, REVIEW, startPaymentImports, statesOf, TWO } from '../../testing/payment-imports'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'
import { eraseFamily } from '../privacy/erase-family'

const { app, db, build, admin, ana, dana, staff, registration, upload, decide, run, payments } =
  await startPaymentImports()

describe('importing', () => {
  it('records every ready line with its fields, once', async () => {
    const { body } = await upload(TWO)
    const { body: review } = await decide(body.id, { line: 3, family_id: dana.id })
    const done = await run(review)
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({
      file_name: 'payments.csv',
      payments: 2,
      reversals: 0,
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
      detail: { file_name: 'payments.csv', payments: 2, reversals: 0, amount: 85.5 },
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
    expect(statesOf(again.body)).toEqual([
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
      fileOf('2026-11-03,5,Grandpa Joe,ana@example.com,,,', '2026-11-04,6,,,,,', '2026-11-05,7,Aunt Kim,,,,'),
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
    expect(statesOf((await upload(TWO)).body)[0]).toBe(
      'recorded: The family has a payment of this date and amount',
    )
    await staff.post(`/api/admin/payments/${recorded.body.id}/reverse`, { reason: 'Typed twice' })
    expect(statesOf((await upload(TWO)).body)[0]).toBe('ready')
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
    expect(statesOf(review)[0]).toMatch(/^recorded/)
    expect(review.version).toBe(body.version + 1)
  })

  it('names an erased family, and its remembered names are gone', async () => {
    const gone = await build.aParent({ full_name: 'Kim Lee', email: 'kim@example.com' })
    const first = await upload(fileOf('2026-11-01,5,Aunt Kim,,,,'))
    await run((await decide(first.body.id, { line: 2, family_id: gone.id })).body)
    expect(await storedRows(db, 'remembered_payers')).toHaveLength(1)
    const { body } = await upload(fileOf('2026-11-02,6,Aunt Kim,,,,', '2026-11-02,7,Ana Silva,,,,'))
    expect(body.totals.ready.count).toBe(2)
    await db.transaction((tx) => eraseFamily(tx, gone.id, app.services))
    expect(await storedRows(db, 'remembered_payers')).toEqual([])
    const [payment] = await payments()
    expect(payment).toMatchObject({ notes: null, import_key: null })
    const refused = await run(body)
    expect(refused.body.error.message).toMatch(/Line 2: The family was deleted meanwhile\.$/)
    expect(await payments()).toHaveLength(1)
  })

  it('imports a ticked line once for two admins, whatever it was recorded as before', async () => {
    const omar = await app.as(await build.anAdmin({ full_name: 'Omar' }))
    const csv = fileOf('2026-11-03,70.00,Ana Silva,,TX-1,,')
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
    const { body } = await upload(fileOf('2026-11-03,60.00,Aunt K,ana@example.com,,,'))
    const chosen = (await decide(body.id, { line: 2, family_id: kim.id })).body
    expect(statesOf(chosen)).toEqual(['ready'])
    await execute(db, sql`delete from user_roles where user_id = ${kim.id}`)
    expect((await run(chosen)).status).toBe(409)
    expect(statesOf((await staff.get(REVIEW)).body.review)).toEqual([
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
  ])('erases lines that name an erased family by %s, and no others', async (_, cells) => {
    const gone = await build.aParent({ full_name: 'José Park Núñez', email: 'park@example.com' })
    await build.aChild(gone, { name: 'Zoë Müller' })
    await build.aChild(gone, { name: 'Lia (Li) Park-O*Kim' })
    await upload(fileOf(`2026-11-02,6,${cells},,,`))
    for (const other of OTHERS)
      await upload(fileOf(`2026-11-02,6,${other},,,`), await app.as(await build.anAdmin()))
    await db.transaction((tx) => eraseFamily(tx, gone.id, app.services))
    const reviews = await storedRows(db, 'import_reviews')
    const erased = reviews.filter(({ contents }) => contents.records[0]?.erasedIn)
    expect([reviews.length, erased.length]).toEqual([OTHERS.length + 1, 1])
  })

  it('refuses a version that is not the latest', async () => {
    const { body } = await upload(TWO)
    await decide(body.id, { line: 2, skipped: true })
    expect((await run(body)).body.error.code).toBe('stale-version')
    expect(await payments()).toEqual([])
  })

  it('imports nothing if one payment cannot be stored', async () => {
    const { body } = await upload(
      fileOf(
        ...['99999999.99', '99999999.98'].map((amount, n) => `2026-11-0${n + 1},${amount},Ana Silva,,,,`),
      ),
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
