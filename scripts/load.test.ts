import { expect, it } from 'vitest'
import { drawChart } from '../trials/load/chart'
import { curvesOf, findKnee, tableOf } from '../trials/load/figures'
import type { Measured } from '../trials/load/opening-minute'
import { createSeatObserver } from '../trials/load/seat-observer'

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

it('takes the time until a page shows as many seats taken as were acknowledged', () => {
  const observer = createSeatObserver()
  const frame = (taken: number) => `event: month_seats\ndata: {"taken_seats":{"1":${taken},"2":1}}\nid: 1\n\n`
  observer.acknowledge(2)
  observer.read('event: heartbeat\ndata: {}\n\nevent: month_')
  observer.read(frame(0).replace('event: month_', ''))
  expect(observer.times()).toEqual([])
  observer.read(frame(1))
  expect(observer.times()).toHaveLength(1)
})
