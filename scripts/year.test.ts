import { describe, expect, it } from 'vitest'
import { instantOf, weekdaysOf } from '../trials/year/calendar'
import type { RunResult } from '../trials/year/run'
import { shrink } from '../trials/year/shrink'

describe('the calendar of the model', () => {
  it.each([
    ['2026-10-29', '15:30', '2026-10-29T19:30:00.000Z'],
    ['2026-11-01', '00:10', '2026-11-01T04:10:00.000Z'],
    ['2026-11-01', '06:30', '2026-11-01T11:30:00.000Z'],
    ['2027-03-14', '00:10', '2027-03-14T05:10:00.000Z'],
    ['2027-03-14', '06:30', '2027-03-14T10:30:00.000Z'],
  ])('%s at %s in New York is %s', (day, time, instant) => {
    expect(instantOf(day, time)).toBe(instant)
  })

  it('has no school on weekends', () => {
    expect(weekdaysOf('2027-02').slice(0, 7)).toEqual([1, 2, 3, 4, 5, 8, 9])
    expect(weekdaysOf('2027-02').at(-1)).toBe(26)
  })
})

describe('shrinking a failing sequence', () => {
  /** Fails at the first of `last` that comes after all of `needed`. */
  const failing =
    (needed: readonly number[], last: number) =>
    async (path: number[]): Promise<RunResult> => {
      const at = path.indexOf(last)
      const isFailing = needed.every((step) => path.slice(0, at).includes(step))
      const failure = { at, step: { name: 'pay' }, reason: 'fee of s1: 1 instead of 2' }
      return { failure: at >= 0 && isFailing ? failure : null, trace: [] } as unknown as RunResult
    }
  const all = Array.from({ length: 200 }, (_, index) => index)

  it.each([
    [[3, 17, 120], 150],
    [[], 0],
    [[0, 1], 199],
  ])('leaves only %j and the failing step %d', async (needed, last) => {
    const run = failing(needed, last)
    const { path } = await shrink(all, await run(all), run, Number.POSITIVE_INFINITY)
    expect(path).toEqual([...needed, last])
  })

  it('returns what it has once the time is up', async () => {
    const run = failing([3], 10)
    const { path } = await shrink(all, await run(all), run, 0)
    expect(path).toEqual(all.slice(0, 11))
  })
})
