import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { migrate } from '../db/migrate'

it('gives the new index statistics, and keeps what an instance of the version before calls', async () => {
  const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
  const older = mkdtempSync(join(tmpdir(), 'aftercare-migrations-'))
  onTestFinished(() => rmSync(older, { recursive: true, force: true }))
  cpSync(FOLDER, older, { recursive: true })
  const names = readdirSync(FOLDER).sort()
  for (const name of names.slice(names.findIndex((each) => each.includes('cancelled_status'))))
    rmSync(join(older, name))
  const database = `older_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), database)
  const url = urlFor(inject('postgresUrl'), database)
  await migrate(url, older)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    "insert into submissions (selected_days, total_fee, dropin_date, guest_parent_name, guest_parent_email, guest_child_name) values ('{3}', 25, '2026-11-03', 'Kim', 'kim@x.com', 'Ada')",
  )
  await migrate(url, FOLDER)
  const statistics = await client.query("select from pg_stats where tablename = 'submissions_status'")
  expect(statistics.rowCount).toBeGreaterThan(0)
  const { rows } = await client.query("select derived_status(25, 0, 'billed') as status")
  expect(rows).toEqual([{ status: 1 }])
})
