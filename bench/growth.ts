import type pg from 'pg'
import { onDatabase } from './databases'
import { type BenchRequest, fetchJson } from './http'
import type { Contender } from './processes'
import type { Profile } from './profile'
import { log } from './progress'
import { measure, medianOf, type Sample } from './sample'
import { dashboard, dayReport, search, weekdays } from './scenarios'
import { FAMILIES, STEADY_MONTH } from './seed'
import { formatMs, formatRatio, type Table } from './tables'

const staff = (path: string): BenchRequest => ({ path: `/api/admin/${path}`, as: 'staff' })

const QUERIES: Record<string, BenchRequest | ((sequence: number) => BenchRequest)> = {
  "a parent's dashboard": (sequence) => dashboard(1 + ((sequence * 37) % FAMILIES)),
  "staff's dashboard": staff('dashboard'),
  'submissions, newest': staff('submissions?size=25'),
  'submissions, page 100': staff('submissions?size=25&page=100'),
  'submissions, partly paid': staff('submissions?size=25&status=partial'),
  'search, one family': (sequence) => search(`family${1 + ((sequence * 37) % FAMILIES)}@`),
  'search, a surname (matches grow along)': search('kirkdale'),
  'search, misspelt (matches grow along)': search('kirkdole'),
  'search, a frequent name and a rare one': search('ava kirkdale'),
  'search, a word that nobody has': search('okafor'),
  'drop-ins, newest': staff('drop-ins?size=25'),
  'months with counts': staff('months'),
  'parents by name': staff('parents?size=25'),
  'day report, same children': dayReport(weekdays(STEADY_MONTH)[3]?.date ?? ''),
  'day report (children grow along)': dayReport(weekdays(-1)[3]?.date ?? ''),
}

/** The same queries with 1, 10 and 50 times the families, in one run. */
export async function compareSizes(
  serverUrl: string,
  sizes: Map<number, Contender>,
  profile: Profile,
): Promise<Table> {
  const lines = await onDatabase(serverUrl, async (client) => {
    const measured: string[][] = []
    for (const [name, query] of Object.entries(QUERIES)) {
      measured.push([name, ...(await measureRow(client, sizes, query, profile))])
      log(measured.at(-1)?.join('  ') ?? name)
    }
    return measured
  })
  const heads = [...sizes.keys()].map((size) => `× ${size}`)
  return {
    title: `Growth: CPU of one read (server and database, ms) beside more families; × 1 is ${FAMILIES.toLocaleString('en')} families and about 22,000 submissions`,
    head: ['read', ...heads, 'growth'],
    lines,
  }
}

async function measureRow(
  client: pg.Client,
  sizes: Map<number, Contender>,
  query: BenchRequest | ((sequence: number) => BenchRequest),
  profile: Profile,
) {
  const run = ({ port }: Contender, sequence: number) =>
    fetchJson(port, typeof query === 'function' ? query(sequence) : query)
  const scenario = { title: '', run }
  const samples = new Map<number, Sample[]>()
  // Warm-up.
  for (const contender of sizes.values()) await measure(client, contender, scenario, profile.sampleMs / 2)
  for (let round = 0; round < Math.min(3, profile.rounds); round++) {
    for (const [size, contender] of sizes) {
      const sample = await measure(client, contender, scenario, profile.sampleMs / 3)
      samples.set(size, [...(samples.get(size) ?? []), sample])
    }
  }
  const medians = [...samples.values()].map((list) => medianOf(list, 'cpu'))
  return [...medians.map(formatMs), formatRatio((medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN))]
}
