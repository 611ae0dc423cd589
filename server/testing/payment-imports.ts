import { beforeEach } from 'vitest'
import { sql } from '../src/db/sql'
import { buildersFor } from './builders'
import { emptyTables } from './databases'
import { storedRows } from './rows'
import { testApp } from './test-app'

export const REVIEW = '/api/admin/payment-imports/review'
export type Line = { id: string; state: string; reason: string | null; family: { id: string } | null }

export const fileOf = (...lines: string[]) =>
  ['Date,Amount,Payer,Email,Reference,Method,Note', ...lines].join('\n')
export const TWO = fileOf(
  '2026-11-03,60.00,"Silva, Ana",,TX-1,ACH,December',
  '2026-11-04,25.50,Grandpa Joe,,TX-2,Visa,',
)

export const statesOf = (review: { rows: { state: string; reason: string | null }[] }) =>
  review.rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))

/** Staff who upload, review and import payments; Ana owes 60 dollars for a registration, Dana nothing. */
export async function startPaymentImports() {
  const app = await testApp()
  const { db, pool } = app.services
  const build = buildersFor(db)
  const admin = await build.anAdmin({ full_name: 'Rosa Medina' })
  const ana = await build.aParent({ full_name: 'Ana Silva', email: 'ana@example.com' })
  const dana = await build.aParent({ full_name: 'Dana Okafor', email: 'dana@example.com' })
  const staff = await app.as(admin)

  // One object for the whole file, another registration in each test.
  const registration = {} as { id: string }
  beforeEach(async () => {
    await emptyTables(
      pool,
      'payments, submissions, children, months, audit_log, import_reviews, import_columns, payment_imports, remembered_payers',
    )
    const child = await build.aChild(ana, { name: 'Bea Silva' })
    const values = { total_fee_cents: 6000 }
    Object.assign(registration, await build.aRegistration(child, await build.aMonth(), values))
  })

  async function upload(
    file: string | Buffer,
    client = staff,
    name = 'payments.csv',
  ): Promise<{ status: number; body: any }> {
    const response = await client.raw(`${REVIEW}?file_name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Buffer.from(file as string),
    })
    return { status: response.status, body: await response.json() }
  }

  const decide = (id: string, decision: object) => staff.patch(REVIEW, { id, ...decision })
  const run = ({ id, version }: { id: string; version: number }, headers?: Record<string, string>) =>
    staff.post('/api/admin/payment-imports', { id, version }, headers)
  const payments = () => storedRows(db, 'payments', sql`order by payment_date, created_at`)

  return { app, db, build, admin, ana, dana, staff, registration, upload, decide, run, payments }
}
