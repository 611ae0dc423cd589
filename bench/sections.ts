import { compareScenarios } from './compare-scenarios'
import { type Databases, undoWrites } from './databases'
import { compareSizes } from './growth'
import { answerOf } from './http'
import { exportLine, listenersLine, startLine } from './memory'
import { readPlan } from './plans'
import { type Contender, start } from './processes'
import type { Profile } from './profile'
import { say } from './progress'
import { dashboard } from './scenarios'
import type { Table } from './tables'
import { verify } from './verify'
import { webVitalsTable } from './web-vitals'

/** `lines` are of the one table that several parts share; `whole` are large tables that were read from end to end. */
export type Measured = { tables?: Table[]; lines?: string[][]; whole?: string[] }

/** Each can be measured alone (`--only=growth,start`) and ends the servers that it started, whatever happens. */
export const SECTIONS = {
  works: async (databases, pace) => {
    const [productUrl, floorUrl] = [await databases.product(1), await databases.floor()]
    return withServers(
      () => [start('product', productUrl), start('floor', floorUrl)],
      async ([product, floor]) => {
        if (!product || !floor) throw new Error('Two servers were to start')
        await verify(product, floor)
        for (const { name, databaseUrl } of [product, floor]) await undoWrites(name, databaseUrl)
        say('both answer the same')
        return { tables: [await compareScenarios(databases.serverUrl, product, floor, pace)] }
      },
    )
  },
  felt: async (databases) => {
    const url = await databases.product(1)
    return withServers(
      () => [start('product', url)],
      async ([product]) => ({ tables: product ? [await webVitalsTable(product)] : [] }),
    )
  },
  growth: async (databases, pace) => {
    const urls: string[] = []
    for (const size of pace.sizes) urls.push(await databases.product(size))
    // All anew: one that has worked before is quicker than one that has not.
    return withServers(
      () => urls.map((url) => start('product', url)),
      async (servers) => {
        const bySize = new Map(servers.map((server, index) => [pace.sizes[index] ?? 0, server]))
        const tables: Table[] = []
        const whole = await readPlan(servers.at(-1)?.databaseUrl ?? '', async () => {
          tables.push(await compareSizes(databases.serverUrl, bySize, pace))
        })
        const told = whole.length === 0 ? 'none' : whole.join(', ')
        return { tables, whole, lines: [['large tables read from end to end by these reads', told]] }
      },
    )
  },
  memory: async (databases, pace) => {
    const [url, largest] = [await databases.product(1), await databases.product(Math.max(...pace.sizes))]
    const lines = [
      await withServers(
        () => [start('product', url)],
        async ([product]) => listenersLine(await atWork(product), pace.listeners),
      ),
      await withServers(
        () => [start('product', largest)],
        async ([product]) => exportLine(await atWork(product)),
      ),
    ]
    return { lines }
  },
  start: async (databases, pace) => {
    const [productUrl, floorUrl] = [await databases.product(1), await databases.floor()]
    return { lines: [await startLine(productUrl, floorUrl, pace)] }
  },
} satisfies Record<string, (databases: Databases, pace: Profile) => Promise<Measured>>

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

/** A server that has done a little work: its first requests make it load what it keeps. */
async function atWork(product: Contender | undefined): Promise<Contender> {
  if (!product) throw new Error('A server was to start')
  for (let family = 1; family <= 100; family++) await answerOf(product.port, dashboard(family))
  return product
}
