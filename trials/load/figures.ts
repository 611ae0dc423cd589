import type { Table } from '../../bench/tables'
import { percentile } from '../lib/report'
import type { Curve } from './chart'
import type { Measured } from './opening-minute'
import type { Reconnected } from './reconnect-storm'

const LIMIT_MS = 1_000

/** What a family notices; the names are those of the table and of the curves. */
const LINES: [string, (measured: Measured) => number[]][] = [
  ['dashboard', ({ times }) => times.dashboard],
  ['registration', ({ times }) => times.registration],
  ['live page opens', ({ times }) => times['live page']],
  ['seats shown', ({ seatTimes }) => seatTimes],
]

const p95 = (values: number[]) => percentile(values, 95)

export const curvesOf = (measured: readonly Measured[]): Curve[] =>
  LINES.map(([name, valuesOf]) => ({
    name,
    points: measured.map((step) => ({ x: step.families, y: p95(valuesOf(step)) })),
  }))

/** The number of families at which the first curve passes a second, between two steps on a logarithmic scale. */
export function findKnee(measured: readonly Measured[]): number | null {
  const crossings = curvesOf(measured).flatMap(({ points }) => {
    const index = points.findIndex(({ y }) => y > LIMIT_MS)
    const [before, after] = [points[index - 1], points[index]]
    if (!after) return []
    if (!before) return [after.x]
    const part = Math.log(LIMIT_MS / before.y) / Math.log(after.y / before.y)
    return [before.x + (after.x - before.x) * part]
  })
  return crossings.length > 0 ? Math.round(Math.min(...crossings) / 10) * 10 : null
}

export function tableOf(measured: readonly Measured[]): Table {
  const timesOf = (values: number[]) => `${Math.round(percentile(values, 50))}; ${Math.round(p95(values))}`
  return {
    title: 'In the opening minute: p50 and p95 in ms, by the number of families',
    head: [
      'families',
      ...LINES.map(([name]) => name),
      'answered 503',
      'not answered in a minute',
      'last served after the minute',
      'quick again after',
      'CPU of the load generator',
    ],
    lines: measured.map((step) => [
      step.families.toLocaleString('en-US'),
      ...LINES.map(([, valuesOf]) => timesOf(valuesOf(step))),
      String(countAttempts(step, 503)),
      String(countAttempts(step, 0)),
      `${step.servedAfterSeconds.toFixed(1)} s`,
      `${step.recoveredAfterSeconds.toFixed(1)} s`,
      `${Math.round(step.generatorShare * 100)} % of a core`,
    ]),
  }
}

export const reconnectTableOf = (measured: readonly Reconnected[]): Table => ({
  title: 'After a deployment: other families, p50 and p95 in ms, by the number of open pages',
  head: ['open pages', 'dashboard', 'all pages up to date after'],
  lines: measured.map(({ pages, otherTimes, upToDateAfterSeconds }) => [
    pages.toLocaleString('en-US'),
    `${Math.round(percentile(otherTimes, 50))}; ${Math.round(p95(otherTimes))}`,
    `${upToDateAfterSeconds.toFixed(0)} s`,
  ]),
})

const countAttempts = ({ statuses }: Measured, status: number) =>
  [...statuses].reduce((sum, [name, count]) => sum + (name.endsWith(` ${status}`) ? count : 0), 0)
