import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackup } from '../../server/src/backup/create-backup'
import { restoreBackup } from '../../server/src/backup/restore-backup'
import { temporaryFolder } from '../../testkit/built-server'
import { query } from '../lib/programme'
import type { Finding } from '../lib/report'
import { emptyBeside, restoredSums } from '../lib/restored-sums'
import { MIGRATIONS, setUp } from '../lib/setup'
import { startWriteLoad } from '../lib/write-load'

/** Backups while payments are written: each is a consistent snapshot, so its sums must match after a restore. */
export async function backupsUnderLoad(build: string, times: number): Promise<Finding> {
  const trial = await setUp(build)
  const folder = temporaryFolder('backups')
  const writeLoad = startWriteLoad(trial.programme, () => trial.server.port)
  const files: string[] = []
  for (let backup = 0; backup < times; backup += 1) {
    await sleep(1_000)
    const file = join(folder, `${backup}.backup.gz`)
    await createBackup(trial.databaseUrl, file)
    files.push(file)
  }
  await writeLoad.stop()
  const faults: string[] = []
  let rows = 0
  for (const file of files) rows = await restoredSums(trial.databaseUrl, file, faults)
  const figures = await writeLoad.compare(trial.databaseUrl, faults)
  faults.push(...(await damagedBackups(trial.databaseUrl, files.at(-1) ?? '', folder)))
  await trial.close()
  return {
    figures: `${times} backups restored, the last with ${rows} payments; 60 damaged ones rejected; ${figures}`,
    faults,
  }
}

/** Truncated anywhere, or with one bit flipped anywhere: rejected, and the target stays empty. */
async function damagedBackups(databaseUrl: string, file: string, folder: string): Promise<string[]> {
  const whole = readFileSync(file)
  const faults: string[] = []
  const target = await emptyBeside(databaseUrl)
  for (let round = 0; round < 60; round += 1) {
    // Skips the gzip header, whose time and name do not matter.
    const at = 10 + Math.floor(Math.random() * (whole.length - 10))
    const damaged = round % 2 === 0 ? whole.subarray(0, at) : Buffer.from(whole)
    if (round % 2 === 1) damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    const path = join(folder, 'damaged.backup.gz')
    writeFileSync(path, damaged)
    const result = await restoreBackup(target, path, MIGRATIONS).then(
      () => 'restored',
      () => 'refused',
    )
    const tables = await query(
      target,
      "select 1 from information_schema.tables where table_schema = 'public'",
    )
    if (result === 'restored') faults.push(`a backup damaged at byte ${at} was accepted`)
    if (tables.length > 0) return [...faults, `damage at byte ${at} left ${tables.length} tables`]
  }
  return faults
}
