import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { migrate } from '../db/migrate'

it('finds older emails and reports by the ids that the migration filled in', async () => {
  const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
  const older = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  onTestFinished(() => rmSync(older, { recursive: true, force: true }))
  cpSync(FOLDER, older, { recursive: true })
  const names = readdirSync(FOLDER).sort()
  for (const name of names.slice(names.findIndex((each) => each.includes('erase_by_id'))))
    rmSync(join(older, name))
  const database = `older_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), database)
  const url = urlFor(inject('postgresUrl'), database)
  await migrate(url, older)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const [ana, diana, gone] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, email] of [
    [ana, 'ana@x.com'],
    [diana, 'diana@x.com'],
  ]) {
    await client.query('insert into accounts (id, email) values ($1, $2)', [id, email])
    await client.query("insert into profiles (id, email, full_name) values ($1, $2, 'Parent')", [id, email])
    await client.query("insert into children (id, parent_id, name) values ($1, $1, 'Kim')", [id])
    await client.query(
      `insert into submissions (id, parent_id, child_id, selected_days, total_fee, dropin_date)
        values ($1, $1, $1, '{3}', 25, '2026-11-03')`,
      [id],
    )
  }
  await client.query(
    `insert into audit_log (at, actor_role, action, table_name, row_id, detail) values
      (now(), 'admin', 'parent.update', 'profiles', $1, '{"before": {"email": "ana.before@x.com"}}'),
      (now(), 'admin', 'submission.remove', 'submissions', $2, '{}')`,
    [ana, gone],
  )
  const row = (email: string) => ['Kim', 'N/A', 'Parent', email, 'None']
  const table = { rows: ['diana@x.com', 'Ana@x.com', 'ana.before@x.com', 'nobody@x.com'].map(row) }
  const digest = `encode(sha256(convert_to('submission ' || $1 || E' notification\\nrosa@x.com', 'UTF8')), 'hex')`
  await client.query(
    `insert into outbox (template, to_address, subject, text, page, message_id, created_at) values
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"a": 1}', '<' || left(${digest}, 40) || '@host>', now() - interval '1 hour'),
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"a": 1}', '<again@host>', now()),
      ('dropin-admin', 'Rosa@x.com', '', 'a', '{"b": 1}', '<other@host>', now())`,
    [gone],
  )
  await client.query(
    `insert into outbox (template, to_address, subject, text, page, message_id, state) values
      ('daily-report', 'rosa@x.com', 'r', 'words', $1, '<report@host>', 'sent'),
      ('daily-report', 'rosa@x.com', 'r', 'words', null, '<html@host>', 'sent')`,
    [JSON.stringify({ table })],
  )
  await migrate(url, FOLDER)
  const { rows: mails } = await client.query(
    "select message_id, submission_id, text, content -> 'table' -> 'submissionIds' as ids from outbox order by created_at, message_id",
  )
  const found = (id: string) => mails.find((mail) => mail.message_id === `<${id}@host>`)
  expect(mails[0].submission_id).toBe(gone)
  expect(found('again').submission_id).toBe(gone)
  expect(found('other').submission_id).toBeNull()
  expect(found('report')).toMatchObject({ text: 'words', ids: [diana, ana, ana, null] })
  expect(found('html').text).toBe('words')
})
