import type pg from 'pg'
import { onDatabase } from './databases'
import { answerOf, type Sent } from './http'
import type { Contender } from './processes'
import type { Profile } from './profile'
import { say } from './progress'
import { measure, middle, type Sample } from './sample'
import { dashboard, dayReport, search, weekdays } from './scenarios'
import { FAMILIES, STEADY_MONTH } from './seed'
import { type Table, times, two } from './tables'

const staff = (path: string): Sent => ({ path: `/api/admin/${path}`, as: 'staff' })

const READS: Record<string, Sent | ((turn: number) => Sent)> = {
  "a parent's dashboard": (turn) => dashboard(1 + ((turn * 37) % FAMILIES)),
  "staff's dashboard": staff('dashboard'),
  'submissions, newest': staff('submissions?size=25'),
  'submissions, page 100': staff('submissions?size=25&page=100'),
  'submissions, partly paid': staff('submissions?size=25&status=partial'),
  'search, one family': (turn) => search(`family${1 + ((turn * 37) % FAMILIES)}@`),
  'search, a surname (matches grow along)': search('kirkdale'),
  'drop-ins, newest': staff('drop-ins?size=25'),
  'months with counts': staff('months'),
  'parents by name': staff('parents?size=25'),
  'day report, same children': dayReport(weekdays(STEADY_MONTH)[3]?.date ?? ''),
  'day report (children grow along)': dayReport(weekdays(-1)[3]?.date ?? ''),
}

/** The same screens over 1, 10 and 50 times the families, all in one run. */
export async function compareSizes(
  serverUrl: string,
  sizes: Map<number, Contender>,
  pace: Profile,
): Promise<Table> {
  const lines = await onDatabase(serverUrl, async (client) => {
    const measured: string[][] = []
    for (const [name, read] of Object.entries(READS)) {
      measured.push([name, ...(await lineOf(client, sizes, read, pace))])
      say(measured.at(-1)?.join('  ') ?? name)
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

async function lineOf(
  client: pg.Client,
  sizes: Map<number, Contender>,
  read: Sent | ((turn: number) => Sent),
  pace: Profile,
) {
  const run = ({ port }: Contender, turn: number) =>
    answerOf(port, typeof read === 'function' ? read(turn) : read)
  const work = { title: '', run }
  const cells = new Map<number, Sample[]>()
  // The first time each server is only made acquainted with it.
  for (const contender of sizes.values()) await measure(client, contender, work, pace.cellMs / 2)
  for (let round = 0; round < Math.min(3, pace.rounds); round++) {
    for (const [size, contender] of sizes) {
      const cell = await measure(client, contender, work, pace.cellMs / 3)
      cells.set(size, [...(cells.get(size) ?? []), cell])
    }
  }
  const middles = [...cells.values()].map((list) => middle(list, 'cpu'))
  return [...middles.map(two), times((middles.at(-1) ?? Number.NaN) / (middles[0] ?? Number.NaN))]
}
