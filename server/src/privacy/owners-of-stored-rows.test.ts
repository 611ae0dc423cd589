import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { migrate } from '../db/migrate'

/** Rows that were stored before their owners were: the migration finds them in the audit log and the responses. */

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** At the schema before the columns, filled, then migrated. */
async function upgraded(fill: (client: pg.Client) => Promise<void>): Promise<pg.Client> {
  const name = `owners_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  const url = urlFor(inject('postgresUrl'), name)
  const earlier = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  const names = readdirSync(MIGRATIONS).filter((file) => /^\d{4}_.*\.sql$/.test(file))
  const until = names.findIndex((file) => file.endsWith('_erasure_by_owner.sql'))
  for (const file of names.slice(0, until)) symlinkSync(join(MIGRATIONS, file), join(earlier, file))
  await migrate(url, earlier)
  rmSync(earlier, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await fill(client)
  await migrate(url, MIGRATIONS)
  return client
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [F, M, H, CHILD, OWN, CLAIMED, LINKED, GUESTS, REMOVED, REMOVED_GUESTS, PAYMENT] = Array.from(
  { length: 11 },
  (_, n) => uuid(n + 1),
) as string[]
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00Z`

async function fill(client: pg.Client): Promise<void> {
  const accounts = [
    // The first adult; M joined, and had another email when the family claimed; H has M's former email now.
    [F, 'first@x.com'],
    [M, 'member.new@x.com'],
    [H, 'member@x.com'],
  ]
  for (const [id, email] of accounts) {
    const created = id === H ? at(20) : at(1)
    await client.query('insert into accounts (id, email, created_at) values ($1, $2, $3)', [
      id,
      email,
      created,
    ])
    await client.query('insert into profiles (id, full_name, email) values ($1, $2, $2)', [id, email])
  }
  await client.query("insert into children (id, parent_id, name) values ($1, $2, 'Amara')", [CHILD, F])
  const submissions = [
    [OWN, F, 'first@x.com'],
    [CLAIMED, F, ' Member@x.com'],
    [LINKED, F, 'first@x.com'],
    [GUESTS, null, ' Guest@X.com'],
  ]
  for (const [n, [id, parent, email]] of submissions.entries())
    await client.query(
      `insert into submissions (id, parent_id, child_id, guest_parent_name, guest_parent_email, guest_child_name,
        selected_days, dropin_date, total_fee) values ($1, $2, $3, 'Name', $4, 'Amara', array[$5::int], make_date(2026, 10, $5), 40)`,
      [id, parent, parent && CHILD, email, n + 1],
    )
  await client.query(
    "insert into payments (id, parent_id, amount, payment_date, recorded_by) values ($1, $2, 5, '2026-11-01', $2)",
    [PAYMENT, F],
  )
  const log = (day: number, action: string, table: string, row: string | null, detail: object = {}) =>
    client.query(
      `insert into audit_log (at, actor_role, action, table_name, row_id, detail) values ($1, 'system', $2, $3, $4, $5)`,
      [at(day), action, table, row, JSON.stringify(detail)],
    )
  const removal = (parent_id: string | null, guest_parent_email: string) => ({
    parent_id,
    guest_parent_email,
  })
  await log(2, 'submission.create', 'submissions', OWN as string)
  await log(3, 'submission.claim', 'submissions', CLAIMED as string)
  await log(3, 'submission.same-child', 'submissions', LINKED as string)
  await log(3, 'submission.create', 'submissions', GUESTS as string)
  await log(3, 'mark.arrived', 'attendance_marks', GUESTS as string)
  await log(4, 'submission.claim', 'submissions', REMOVED as string)
  await log(5, 'submission.remove', 'submissions', REMOVED as string, removal(F as string, 'member@x.com'))
  await log(5, 'submission.withdraw', 'submissions', REMOVED_GUESTS as string, removal(null, ' Guest@x.com'))
  await log(6, 'child.update', 'children', CHILD as string)
  await log(6, 'payment.record', 'payments', PAYMENT as string)
  await log(10, 'parent.update', 'profiles', M as string, {
    before: { email: 'Member@x.com' },
    after: { email: 'member.new@x.com' },
  })
  await log(11, 'mail.send-test', 'outbox', null, { testEmail: 'FIRST@x.com' })
  await log(11, 'mail.send-test', 'outbox', null, { testEmail: 'Nobody@x.com' })
  await log(11, 'settings.save', 'settings', 'prices')
  await log(12, 'seat-watch.create', 'seat_watches', F as string, { day: 6 })
  const key = (scope: string, response: unknown) =>
    client.query("insert into idempotency_keys (scope, key, status, response) values ($1, 'k', 200, $2)", [
      scope,
      JSON.stringify(response),
    ])
  await key(`/api/profile:${M}`, { full_name: 'M' })
  await key(`/api/admin/submissions/${OWN}:${H}`, { notes: 'N' })
  await key('/api/submissions:visitor', { rows: [{ id: GUESTS, guest_parent_name: 'G' }] })
}

it('finds the owners of rows that were stored without', async () => {
  const client = await upgraded(fill)
  const all = async (statement: string) => (await client.query({ text: statement, rowMode: 'array' })).rows

  expect(await all('select email, former_emails from accounts order by email')).toEqual([
    ['first@x.com', []],
    ['member.new@x.com', ['member@x.com']],
    ['member@x.com', []],
  ])
  expect(await all('select id, guest_account_id from submissions order by id')).toEqual([
    [OWN, null],
    [CLAIMED, M],
    [LINKED, F],
    [GUESTS, null],
  ])
  expect(
    await all('select action, row_id, family_id, account_id, guest_key from audit_log order by id'),
  ).toEqual([
    ['submission.create', OWN, F, null, null],
    ['submission.claim', CLAIMED, F, null, null],
    ['submission.same-child', LINKED, F, null, null],
    ['submission.create', GUESTS, null, null, 'guest@x.com'],
    ['mark.arrived', GUESTS, null, null, 'guest@x.com'],
    ['submission.claim', REMOVED, F, null, null],
    ['submission.remove', REMOVED, F, M, null],
    ['submission.withdraw', REMOVED_GUESTS, null, null, 'guest@x.com'],
    ['child.update', CHILD, F, null, null],
    ['payment.record', PAYMENT, F, null, null],
    ['parent.update', M, null, M, null],
    ['mail.send-test', null, null, F, null],
    ['mail.send-test', null, null, null, 'nobody@x.com'],
    ['settings.save', 'prices', null, null, null],
    ['seat-watch.create', F, null, F, null],
  ])
  expect(await all('select owners from idempotency_keys order by scope')).toEqual([
    [expect.arrayContaining([F, H])],
    [[M]],
    [['guest@x.com']],
  ])
  await client.query(`insert into audit_log (at, actor_role, action, table_name, row_id)
    values (now(), 'parent', 'seat-watch.remove', 'seat_watches', '${F}')`)
  expect(await all("select account_id from audit_log where action = 'seat-watch.remove'")).toEqual([[F]])
})

it('lets nothing but an erasure and a claim change an entry', async () => {
  const client = await upgraded(fill)
  const change = (assignment: string, row: string | undefined = GUESTS) =>
    client.query(`update audit_log set ${assignment} where row_id = $1`, [row])
  await expect(change(`family_id = '${F}'`, OWN)).resolves.toBeDefined()
  for (const assignment of [
    `family_id = '${H}'`,
    'family_id = null',
    `account_id = '${H}'`,
    "guest_key = 'a@x.com'",
  ])
    await expect(change(assignment, OWN)).rejects.toThrow('append-only')
  await expect(change("guest_key = 'other@x.com'")).rejects.toThrow('append-only')
  await change(`family_id = '${F}', guest_key = null`)
  await expect(change(`family_id = '${H}'`)).rejects.toThrow('append-only')
})
