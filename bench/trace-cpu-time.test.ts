import { expect, it } from 'vitest'
import { countCpuTime } from './trace-cpu-time'

const event = (name: string, ts: number, dur?: number, tdur?: number, tid = 1) => ({
  name,
  ph: dur === undefined ? 'I' : 'X',
  pid: 1,
  tid,
  ts,
  ...(dur !== undefined && { dur }),
  ...(tdur !== undefined && { tdur }),
})

it("shortens a trace's tasks, and what happened in them, to their CPU time", () => {
  // As Chromium writes them: at their ends, so what is inside comes first.
  const events = [
    event('before any task', 500),
    event('RunTask', 1000, 40_000, 10_000),
    event('FunctionCall', 41_000, 20_000, 20_000),
    event('mark', 101_000),
    event('RunTask', 1000, 100_000, 25_000),
    event('between tasks', 150_000),
    event('RunTask', 200_000, 50_000, 50_010),
    event('RunTask', 300_000, 50_000),
    event('in a task without CPU time', 310_000, 1000, 100),
    event('in another thread', 41_000, 20_000, 1, 11),
  ]
  countCpuTime(events)
  expect(events.map(({ ts, dur }) => (dur === undefined ? ts : [ts, dur]))).toEqual([
    500,
    [1000, 10_000],
    [11_000, 5000],
    26_000,
    [1000, 25_000],
    150_000,
    [200_000, 50_000],
    [300_000, 50_000],
    [310_000, 1000],
    [41_000, 20_000],
  ])
})
