import { beforeEach, expect } from 'vitest'
import { sql } from '../src/db/sql'
import { buildersFor } from './builders'
import { emptyTables } from './databases'
import { storedRows } from './rows'
import { type TestClient, testApp } from './test-app'

const HEADING = 'Parent,Email,Phone,Child,Allergies,Notes,Class'
export const fileOf = (...lines: string[]) => [HEADING, ...lines].join('\n')
export const DANA = 'Dana Okafor,dana@example.com,555 0101,Amara,Peanuts,Naps,Pre-K 4'

type Review = { id: string; version: number }

export const statesOf = ({ rows }: { rows: { state: string; reason: string | null }[] }) =>
  rows.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

/** Staff who upload, review and import lists of families, without accounts and mails of earlier tests. */
export async function startFamilyImports() {
  const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } })
  const { db, pool } = app.services
  const make = buildersFor(db)

  // One object for the whole file, with a new session before each test.
  const staff = {} as TestClient
  beforeEach(async () => {
    app.setNow('2026-11-16T09:00:00-05:00')
    await emptyTables(pool, 'accounts, outbox, rate_limits, erasures, audit_log')
    Object.assign(staff, await app.as(await make.anAdmin({ email: 'rosa@example.com' })))
  })

  async function upload(csv: string, client = staff): Promise<{ status: number; body: any }> {
    const response = await client.raw('/api/admin/family-imports/review?file_name=families.csv', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: csv,
    })
    return { status: response.status, body: await response.json() }
  }

  async function reviewed(csv: string, client = staff) {
    const { status, body } = await upload(csv, client)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  const importIt = ({ id, version }: Review, headers: Record<string, string> = {}, client = staff) =>
    client.post('/api/admin/family-imports', { id, version }, headers)

  /** The same review with "Send invitations" ticked. */
  const withInvitations = async ({ id }: Review): Promise<Review> =>
    (await staff.patch('/api/admin/family-imports/review', { id, send_invitations: true })).body

  const childNames = async () =>
    (await storedRows(db, 'children', sql`order by name`)).map(({ name }) => name)

  /** The id of the latest import. */
  const lastImport = async (): Promise<string> =>
    (await staff.get('/api/admin/family-imports')).body.rows[0].id

  return { app, db, make, staff, upload, reviewed, importIt, withInvitations, childNames, lastImport }
}
