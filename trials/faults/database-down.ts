import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { httpRequest } from '../../testkit/http-client'
import { expectEqual, type Finding } from '../lib/report'
import { setUp } from '../lib/setup'
import { startWriteLoad } from '../lib/write-load'

/** A TCP proxy between server and database is closed: connections break and new ones are refused. */
export async function databaseDown(build: string, awayMs: number): Promise<Finding> {
  const trial = await setUp(build, { throughProxy: true })
  const { server, programme, databaseUrl, proxy } = trial
  const writeLoad = startWriteLoad(programme, () => server.port)
  await sleep(2_000)
  proxy?.shut()
  await sleep(awayMs / 2)
  const health = await httpRequest(server.port, '/api/health')
  const page = await httpRequest(server.port, '/api/months')
  await sleep(awayMs / 2)
  proxy?.open()
  const openedAt = Date.now()
  const before = writeLoad.acknowledged()
  while (writeLoad.acknowledged() === before && Date.now() - openedAt < 60_000) await sleep(20)
  const backMs = Date.now() - openedAt
  await sleep(1_000)
  await writeLoad.stop()
  const faults: string[] = []
  expectEqual(faults, 'health while away', health.status, 503)
  expectEqual(faults, 'a page while away', page.status, 503)
  if (backMs > 10_000) faults.push(`it took ${backMs} ms to recover`)
  const figures = await writeLoad.compare(databaseUrl, faults)
  await trial.close()
  return { figures: `${figures}, first write ${backMs} ms after its return`, faults }
}

/** Another client takes all of the database's connections, then releases them. */
export async function connectionsExhausted(build: string): Promise<Finding> {
  const trial = await setUp(build)
  const { server, programme, databaseUrl } = trial
  const clients: pg.Client[] = []
  try {
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'greedy' })
      client.on('error', () => {})
      await client.connect()
      clients.push(client)
    }
  } catch {
    // All are taken.
  }
  const writeLoad = startWriteLoad(programme, () => server.port)
  await sleep(3_000)
  for (const client of clients) await client.end()
  const before = writeLoad.acknowledged()
  const freedAt = Date.now()
  while (writeLoad.acknowledged() < before + 20 && Date.now() - freedAt < 30_000) await sleep(20)
  const backMs = Date.now() - freedAt
  await writeLoad.stop()
  const faults: string[] = []
  const figures = await writeLoad.compare(databaseUrl, faults)
  await trial.close()
  return { figures: `${clients.length} taken away, ${figures}, back after ${backMs} ms`, faults }
}

/** A lock is never released: the statement times out after 15 s, and other requests are unaffected. */
export async function hangingQuery(build: string): Promise<Finding> {
  const trial = await setUp(build)
  const { server, programme, databaseUrl } = trial
  const [family] = programme.families
  const lockHolder = new pg.Client({ connectionString: databaseUrl })
  await lockHolder.connect()
  await lockHolder.query('begin')
  await lockHolder.query('update profiles set full_name = full_name where id = $1', [family?.parentId])
  const cookie = family?.cookie ?? ''
  const profile = await httpRequest<{ version: number }>(server.port, '/api/profile', { cookie })
  const body = { full_name: 'Dana', version: profile.body.version }
  const request = { method: 'PATCH' as const, cookie, body }
  const hanging = httpRequest(server.port, '/api/profile', request)
  const other = await httpRequest(server.port, '/api/months')
  const cut = await hanging
  await lockHolder.query('rollback')
  await lockHolder.end()
  const after = await httpRequest(server.port, '/api/profile', request)
  const faults: string[] = []
  expectEqual(faults, 'the others meanwhile', other.status, 200)
  expectEqual(faults, 'the hanging one', cut.status, 503)
  expectEqual(faults, 'the same afterwards', after.status, 200)
  if (cut.ms > 20_000) faults.push(`cut off only after ${Math.round(cut.ms)} ms`)
  await trial.close()
  return { figures: `cut off after ${(cut.ms / 1000).toFixed(1)} s with 503`, faults }
}
