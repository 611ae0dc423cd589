import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../testkit/built-server'
import { query, registerFamily } from '../lib/programme'
import { expectEqual, type Finding, type Skipped } from '../lib/report'
import { setUp } from '../lib/setup'
import { fill, smallDisk } from '../lib/small-disk'

type Counts = { all: number; sent: number; tried: number; failed: number }

/** Mails are written to files, and only their file system is full: nothing else may be affected. */
export async function fullOutbox(build: string): Promise<Finding | Skipped> {
  const dataDir = temporaryFolder('outbox')
  const outbox = join(dataDir, 'outbox')
  const disk = smallDisk(outbox, '8m')
  if (!disk) return { skipped: 'this account may not mount a small file system' }
  const { server, programme, databaseUrl, close } = await setUp(build, {
    families: 20,
    settings: { DATA_DIR: dataDir },
  })
  const faults: string[] = []
  const times: number[] = []
  const filler = join(outbox, 'filler')
  fill(filler)
  for (const family of programme.families) {
    const response = await registerFamily(server.port, programme, family)
    expectEqual(faults, 'a registration while it was full', response.status, 200)
    times.push(response.ms)
  }
  await waitFor(databaseUrl, ({ all, tried }) => all > 0 && tried === all)
  const full = await countMails(databaseUrl)
  expectEqual(faults, 'emails sent while it was full', full.sent, 0)
  expectEqual(faults, 'whole files while it was full', wholeMails(outbox).size, 0)
  rmSync(filler)
  const clearedAt = Date.now()
  await waitFor(databaseUrl, ({ all, sent }) => sent === all)
  const seconds = ((Date.now() - clearedAt) / 1000).toFixed(1)
  const after = await countMails(databaseUrl)
  expectEqual(faults, 'emails that failed', after.failed, 0)
  expectEqual(faults, 'emails sent', after.sent, full.all)
  expectEqual(faults, 'whole files, each another mail', wholeMails(outbox).size, full.all)
  expectEqual(faults, 'files', readdirSync(outbox).length, full.all)
  await close()
  disk.unmount()
  const slowest = Math.round(Math.max(...times))
  return {
    figures: `${full.all} emails queued, all sent ${seconds} s after there was room, slowest registration ${slowest} ms`,
    faults,
  }
}

/** Message ids of the completely written mail files. */
function wholeMails(folder: string): Set<string> {
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.trimEnd().endsWith('--'))
    .map((text) => /^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? '')
  return new Set(ids.filter(Boolean))
}

async function countMails(databaseUrl: string): Promise<Counts> {
  const [row] = await query<Record<keyof Counts, string>>(
    databaseUrl,
    `select count(*) as all, count(*) filter (where state = 'sent') as sent,
       count(*) filter (where last_error is not null) as tried, count(*) filter (where state = 'failed') as failed
     from outbox`,
  )
  const { all = 0, sent = 0, tried = 0, failed = 0 } = row ?? {}
  return { all: Number(all), sent: Number(sent), tried: Number(tried), failed: Number(failed) }
}

/** Waits for the worker's real backoff: at most half a minute after a first failure, a minute after a second. */
async function waitFor(databaseUrl: string, predicate: (counts: Counts) => boolean): Promise<void> {
  const end = Date.now() + 150_000
  while (Date.now() < end && !predicate(await countMails(databaseUrl))) await sleep(200)
}
