import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createBackup } from '../../server/src/backup/create-backup'
import { restoreBackup } from '../../server/src/backup/restore-backup'
import { createDatabase, urlFor } from '../../server/testing/databases'
import { temporaryFolder } from '../../testkit/built-server'
import { query } from '../lib/programme'
import { type Finding, mustBe } from '../lib/report'
import { setUp } from '../lib/setup'
import { startWriteLoad } from '../lib/write-load'

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url))
let count = 0

async function emptyBeside(databaseUrl: string): Promise<string> {
  count += 1
  const name = `restored_${process.pid}_${count}`
  await createDatabase(databaseUrl, name)
  return urlFor(databaseUrl, name)
}

/** Backups while payments come in: each holds one moment, so what it says of itself must add up after a restore. */
export async function backupsUnderLoad(build: string, times: number): Promise<Finding> {
  const stage = await setUp(build)
  const folder = temporaryFolder('backups')
  const writers = startWriteLoad(stage.programme, () => stage.server.port)
  const files: string[] = []
  for (let backup = 0; backup < times; backup += 1) {
    await sleep(1_000)
    const file = join(folder, `${backup}.backup.gz`)
    await createBackup(stage.databaseUrl, file)
    files.push(file)
  }
  await writers.stop()
  const faults: string[] = []
  let rows = 0
  for (const file of files) {
    const target = await emptyBeside(stage.databaseUrl)
    await restoreBackup(target, file, MIGRATIONS)
    const [sums] = await query<Record<'payments' | 'dollars' | 'audited' | 'doubled', string>>(
      target,
      `select count(*) as payments, coalesce(sum(amount), 0) as dollars,
         (select count(*) from audit_log where table_name = 'payments') as audited,
         count(*) - count(distinct notes) as doubled from payments`,
    )
    rows = Number(sums?.payments)
    // Every payment is one dollar and one entry in the audit log, made in the same transaction.
    mustBe(faults, 'dollars', Number(sums?.dollars), rows)
    mustBe(faults, 'audit entries', Number(sums?.audited), rows)
    mustBe(faults, 'doubled', Number(sums?.doubled), 0)
  }
  const figures = await writers.compare(stage.databaseUrl, faults)
  faults.push(...(await damagedBackups(stage.databaseUrl, files.at(-1) ?? '', folder)))
  await stage.close()
  return {
    figures: `${times} backups restored, the last with ${rows} payments; 60 damaged ones refused; ${figures}`,
    faults,
  }
}

/** Cut short anywhere, or with one bit turned anywhere: refused, and nothing is left in the target. */
async function damagedBackups(databaseUrl: string, file: string, folder: string): Promise<string[]> {
  const whole = readFileSync(file)
  const faults: string[] = []
  const target = await emptyBeside(databaseUrl)
  for (let round = 0; round < 60; round += 1) {
    // The first ten bytes are gzip's own and hold a time and a name that mean nothing to us.
    const at = 10 + Math.floor(Math.random() * (whole.length - 10))
    const damaged = round % 2 === 0 ? whole.subarray(0, at) : Buffer.from(whole)
    if (round % 2 === 1) damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    const path = join(folder, 'damaged.backup.gz')
    writeFileSync(path, damaged)
    const outcome = await restoreBackup(target, path, MIGRATIONS).then(
      () => 'restored',
      () => 'refused',
    )
    const tables = await query(
      target,
      "select 1 from information_schema.tables where table_schema = 'public'",
    )
    if (outcome === 'restored') faults.push(`a backup with a fault at byte ${at} was taken`)
    if (tables.length > 0) return [...faults, `a fault at byte ${at} left ${tables.length} tables`]
  }
  return faults
}
