import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPassword } from '../../server/src/db/postgres/cluster'
import { urlOf } from '../../server/src/db/postgres/database-owner'
import { temporaryFolder } from '../../testkit/built-server'
import { httpRequest } from '../../testkit/http-client'
import { seedProgramme } from '../lib/programme'
import type { Finding, Skipped } from '../lib/report'
import { fill, smallDisk } from '../lib/small-disk'
import { startTrialServer } from '../lib/trial-server'
import { startWriteLoad } from '../lib/write-load'

/** The product on its own small file system, which fills up during writes and is cleared again. */
export async function fullDisk(build: string): Promise<Finding | Skipped> {
  const disk = join(temporaryFolder('disk'), 'small')
  const small = smallDisk(disk, '300m')
  if (!small) return { skipped: 'this account may not mount a small file system' }
  const server = await startTrialServer(build, { DATA_DIR: join(disk, 'data'), PORT: '0' })
  const clusterDir = join(disk, 'data', 'postgres')
  const port = () => Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[3])
  const url = urlOf(port(), readPassword(clusterDir))
  const programme = await seedProgramme(url, 20)
  const writeLoad = startWriteLoad(programme, () => server.port)
  await sleep(2_000)

  const filler = join(disk, 'filler')
  fill(filler)
  const before = writeLoad.acknowledged()
  const rejectedBefore = writeLoad.statuses.get(503) ?? 0
  await sleep(20_000)
  const whileFull = writeLoad.acknowledged() - before
  const rejected = (writeLoad.statuses.get(503) ?? 0) - rejectedBefore
  rmSync(filler)
  const clearedAt = Date.now()
  const stand = writeLoad.acknowledged()
  while (writeLoad.acknowledged() < stand + 20 && Date.now() - clearedAt < 120_000) await sleep(50)
  const backMs = Date.now() - clearedAt
  await writeLoad.stop()

  const faults: string[] = []
  if (!server.isRunning()) faults.push('the server exited')
  if (backMs >= 120_000) faults.push('it never recovered')
  const health = await httpRequest(server.port, '/api/health')
  if (health.status !== 200) faults.push(`health ${health.status} afterwards`)
  const figures = await writeLoad.compare(url, faults)
  await server.stop('SIGTERM')
  small.unmount()
  return {
    figures: `full for 20 s: ${whileFull} written, ${rejected} answers 503; back ${(backMs / 1000).toFixed(1)} s after; ${figures}`,
    faults,
  }
}
