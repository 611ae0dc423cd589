import { cachedPageLine } from './cached-page'
import { compareScenarios } from './compare-scenarios'
import { type Databases, undoWrites } from './databases'
import { compareSizes } from './growth'
import { fetchJson } from './http'
import { lighthouseTable } from './lighthouse'
import { exportLine, listenersLine, startLine } from './memory'
import { detectSeqScans } from './plans'
import { type Contender, start } from './processes'
import type { Profile } from './profile'
import { log } from './progress'
import { dashboard } from './scenarios'
import type { Table } from './tables'
import { verify } from './verify'
import { webVitalsTable } from './web-vitals'

/** `lines` go into one table that several sections share; `seqScans` are large tables with sequential scans. */
export type Measured = { tables?: Table[]; lines?: string[][]; seqScans?: string[] }

/** Each can run alone (`--only=growth,start`) and always stops its servers. */
export const SECTIONS = {
  scenarios: async (databases, profile) => {
    const [productUrl, baselineUrl] = [await databases.product(1), await databases.baseline()]
    return withServers(
      () => [start('product', productUrl), start('baseline', baselineUrl)],
      async ([product, baseline]) => {
        if (!product || !baseline) throw new Error('Two servers were to start')
        await verify(product, baseline)
        for (const { name, databaseUrl } of [product, baseline]) await undoWrites(name, databaseUrl)
        log('both return the same')
        return { tables: [await compareScenarios(databases.serverUrl, product, baseline, profile)] }
      },
    )
  },
  'web-vitals': async (databases, profile) => {
    const url = await databases.product(1)
    return withProduct(url, async (product) => ({
      tables: [await webVitalsTable(product)],
      lines: [await cachedPageLine(databases.serverUrl, product, profile)],
    }))
  },
  lighthouse: async (databases, profile) => {
    const url = await databases.product(1)
    return withProduct(url, async (product) => ({ tables: [await lighthouseTable(product, profile)] }))
  },
  growth: async (databases, profile) => {
    const urls: string[] = []
    for (const size of profile.sizes) urls.push(await databases.product(size))
    // All newly started: a warmed-up server is faster.
    return withServers(
      () => urls.map((url) => start('product', url)),
      async (servers) => {
        const bySize = new Map(servers.map((server, index) => [profile.sizes[index] ?? 0, server]))
        const tables: Table[] = []
        const seqScans = await detectSeqScans(servers.at(-1)?.databaseUrl ?? '', async () => {
          tables.push(await compareSizes(databases.serverUrl, bySize, profile))
        })
        const scanned = seqScans.length === 0 ? 'none' : seqScans.join(', ')
        return { tables, seqScans, lines: [['large tables scanned sequentially by these queries', scanned]] }
      },
    )
  },
  memory: async (databases, profile) => {
    const [url, largest] = [await databases.product(1), await databases.product(Math.max(...profile.sizes))]
    const lines = [
      await withProduct(url, async (product) => listenersLine(await warmUp(product), profile.listeners)),
      await withProduct(largest, async (product) => exportLine(await warmUp(product))),
    ]
    return { lines }
  },
  start: async (databases, profile) => {
    const [productUrl, baselineUrl] = [await databases.product(1), await databases.baseline()]
    return { lines: [await startLine(productUrl, baselineUrl, profile)] }
  },
} satisfies Record<string, (databases: Databases, profile: Profile) => Promise<Measured>>

export type SectionName = keyof typeof SECTIONS

async function withServers<T>(
  starting: () => Promise<Contender>[],
  work: (servers: Contender[]) => Promise<T>,
): Promise<T> {
  const servers: Contender[] = []
  try {
    for (const one of starting()) servers.push(await one)
    return await work(servers)
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function withProduct<T>(url: string, work: (product: Contender) => Promise<T>): Promise<T> {
  const product = await start('product', url)
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}

/** The first requests fill caches. */
async function warmUp(product: Contender): Promise<Contender> {
  for (let family = 1; family <= 100; family++) await fetchJson(product.port, dashboard(family))
  return product
}
