import { expect, it } from 'vitest'
import { drawChart } from './chart'
import { curvesOf, findKnee, tableOf } from './figures'
import type { Measured } from './opening-minute'

const measured = (families: number, dashboardMs: number): Measured => ({
  families,
  times: { 'sign-in': [], dashboard: [dashboardMs], 'live page': [5], registration: [20], 'staff list': [] },
  seatTimes: [250],
  statuses: new Map(),
  servedAfterSeconds: 0,
  recoveredAfterSeconds: 0,
  generatorShare: 0,
  faults: [],
})

it('finds the knee between the steps around one second, on a logarithmic scale', () => {
  expect(findKnee([measured(500, 10), measured(1_000, 100), measured(2_000, 10_000)])).toBe(1_500)
  expect(findKnee([measured(500, 2_000)])).toBe(500)
  expect(findKnee([measured(500, 10), measured(1_000, 1_000)])).toBeNull()
})

it('draws a curve for everything that a family notices', () => {
  const steps = [measured(500, 10), measured(1_000, 20)]
  const chart = drawChart(curvesOf(steps), null, 'p95')
  expect(chart.match(/<polyline/g)).toHaveLength(4)
  expect(chart).not.toMatch(/NaN|undefined|Infinity/)
})

it('counts attempts that were answered 503, and those that were not answered', () => {
  const statuses = new Map([
    ['dashboard 200', 40],
    ['dashboard 503', 2],
    ['registration 503', 3],
    ['dashboard 0', 4],
    ['sign-in 0', 7],
  ])
  const { head, lines } = tableOf([{ ...measured(500, 10), statuses }])
  expect(lines[0]?.[head.indexOf('answered 503')]).toBe('5')
  expect(lines[0]?.[head.indexOf('not answered in a minute')]).toBe('11')
  expect(lines[0]).toHaveLength(head.length)
})
