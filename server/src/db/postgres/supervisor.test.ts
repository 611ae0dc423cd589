import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../connection'
import { prepareBinaries } from './binaries'
import { ensureCluster, readPassword } from './cluster'
import { SHARED_ROOT } from './location'
import { chooseOsUser } from './os-user'
import { restartDelayMs, supervise, urlOf } from './supervisor'
import { FAST_SETTINGS } from './temporary-postgres'

let folder: string
let clusterDir: string
let server: Awaited<ReturnType<typeof supervise>>
const logged: string[] = []
const log = { info: () => {}, warn: () => {}, error: (text: string) => logged.push(text) }

beforeAll(async () => {
  folder = mkdtempSync('/tmp/aftercare-supervised-')
  clusterDir = join(folder, 'postgres')
  const osUser = chooseOsUser(null)
  if (osUser !== null) chownSync(folder, osUser.uid, osUser.gid)
  const copyRoot = osUser === null ? folder : SHARED_ROOT
  const binaries = prepareBinaries(osUser, copyRoot)
  await ensureCluster(binaries, { clusterDir, osUser, copyRoot, pointer: '' }, false)
  const launch = { binaries, osUser, clusterDir, settings: FAST_SETTINGS, onOutput: () => {} }
  server = await supervise(launch, log)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function pid(): number {
  try {
    return Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

async function acceptsConnections(): Promise<boolean> {
  try {
    const connectionString = urlOf(server.port, readPassword(clusterDir), 'postgres')
    const client = await connect({ connectionString, application_name: 'test' })
    await client.end()
    return true
  } catch {
    return false
  }
}

describe('the restart delay of PostgreSQL', () => {
  it('grows from zero to half a minute', () => {
    expect([1, 2, 3, 4, 5, 8, 9, 50].map(restartDelayMs)).toEqual([
      0, 250, 500, 1000, 2000, 16_000, 30_000, 30_000,
    ])
  })
})

describe('a PostgreSQL that keeps exiting', () => {
  it('is restarted each time, also after six exits in a minute', async () => {
    for (let kill = 1; kill <= 6; kill += 1) {
      const killed = pid()
      process.kill(killed, 'SIGKILL')
      await expect.poll(async () => ![killed, 0].includes(pid()) && (await acceptsConnections())).toBe(true)
    }
    expect(logged.filter((text) => text.includes('exited unexpectedly'))).toHaveLength(6)
    expect(logged.some((text) => text.includes('next restart in 2 s'))).toBe(true)
  })

  it('does not delay shutdown while waiting for its next restart', async () => {
    process.kill(pid(), 'SIGKILL')
    await expect.poll(() => logged.some((text) => text.includes('next restart in 8 s'))).toBe(true)
    const startedAt = Date.now()
    await server.stop()
    expect(Date.now() - startedAt).toBeLessThan(7_000)
  })
})
