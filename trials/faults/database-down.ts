import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { httpRequest } from '../../testkit/http-client'
import { type Finding, mustBe } from '../lib/report'
import { setUp } from '../lib/setup'
import { startWriteLoad } from '../lib/write-load'

/** Between server and database stands a proxy that can be shut: connections break and new ones are refused. */
export async function databaseAway(build: string, awayMs: number): Promise<Finding> {
  const stage = await setUp(build, { throughProxy: true })
  const { server, programme, databaseUrl, proxy } = stage
  const writers = startWriteLoad(programme, () => server.port)
  await sleep(2_000)
  proxy?.shut()
  await sleep(awayMs / 2)
  const health = await httpRequest(server.port, '/api/health')
  const page = await httpRequest(server.port, '/api/months')
  await sleep(awayMs / 2)
  proxy?.open()
  const openedAt = Date.now()
  const before = writers.acknowledged()
  while (writers.acknowledged() === before && Date.now() - openedAt < 60_000) await sleep(20)
  const backMs = Date.now() - openedAt
  await sleep(1_000)
  await writers.stop()
  const faults: string[] = []
  mustBe(faults, 'health while away', health.status, 503)
  mustBe(faults, 'a page while away', page.status, 503)
  if (backMs > 10_000) faults.push(`it took ${backMs} ms to go on`)
  const figures = await writers.compare(databaseUrl, faults)
  await stage.close()
  return { figures: `${figures}, first write ${backMs} ms after its return`, faults }
}

/** Somebody else takes every connection that the database has; then gives them back. */
export async function connectionsExhausted(build: string): Promise<Finding> {
  const stage = await setUp(build)
  const { server, programme, databaseUrl } = stage
  const greedy: pg.Client[] = []
  try {
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'greedy' })
      client.on('error', () => {})
      await client.connect()
      greedy.push(client)
    }
  } catch {
    // All are taken.
  }
  const writers = startWriteLoad(programme, () => server.port)
  await sleep(3_000)
  for (const client of greedy) await client.end()
  const before = writers.acknowledged()
  const freedAt = Date.now()
  while (writers.acknowledged() < before + 20 && Date.now() - freedAt < 30_000) await sleep(20)
  const backMs = Date.now() - freedAt
  await writers.stop()
  const faults: string[] = []
  const figures = await writers.compare(databaseUrl, faults)
  await stage.close()
  return { figures: `${greedy.length} taken away, ${figures}, back after ${backMs} ms`, faults }
}

/** A lock that nobody releases: the statement is cut off after 15 s, and everybody else goes on. */
export async function hangingQuery(build: string): Promise<Finding> {
  const stage = await setUp(build)
  const { server, programme, databaseUrl } = stage
  const [family] = programme.families
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('update profiles set full_name = full_name where id = $1', [family?.parentId])
  const asked = { method: 'PATCH' as const, cookie: family?.cookie ?? '', body: { full_name: 'Dana' } }
  const hanging = httpRequest(server.port, '/api/profile', asked)
  const other = await httpRequest(server.port, '/api/months')
  const cut = await hanging
  await holder.query('rollback')
  await holder.end()
  const after = await httpRequest(server.port, '/api/profile', asked)
  const faults: string[] = []
  mustBe(faults, 'the others meanwhile', other.status, 200)
  mustBe(faults, 'the hanging one', cut.status, 503)
  mustBe(faults, 'the same afterwards', after.status, 200)
  if (cut.ms > 20_000) faults.push(`cut off only after ${Math.round(cut.ms)} ms`)
  await stage.close()
  return { figures: `cut off after ${(cut.ms / 1000).toFixed(1)} s with 503`, faults }
}
