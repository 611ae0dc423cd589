import { describe, expect, it } from 'vitest'
import type { RunResult } from './run'
import { type Attempts, isSameFailure, shrink } from './shrink'

describe('shrinking a failing sequence', () => {
  type Fake = { needed: readonly number[]; last: number; reason?: string; name?: string }

  const resultOf = (at: number, { reason = 'fee of s1: 1 instead of 2', name = 'pay' }: Partial<Fake>) =>
    ({ failure: { at, step: { data: { name } }, reason }, trace: [] }) as unknown as RunResult

  /** Fails at `last`, if that comes after all of `needed`. */
  const failing = (fake: Fake) => async (path: number[]) => {
    const at = path.indexOf(fake.last)
    const isFailing = at >= 0 && fake.needed.every((step) => path.slice(0, at).includes(step))
    return isFailing ? resultOf(at, fake) : ({ failure: null, trace: [] } as unknown as RunResult)
  }

  const all = Array.from({ length: 200 }, (_, index) => index)
  const silent = (path: number[]) => new Map(path.map((step) => [step, 'anything']))

  async function shrunk(run: (path: number[]) => Promise<RunResult>, attempts: Partial<Attempts> = {}) {
    let runs = 0
    const counted = (path: number[]) => {
      runs += 1
      return run(path)
    }
    const { path } = await shrink(all, await run(all), {
      run: counted,
      rehearse: silent,
      concurrency: 2,
      until: Number.POSITIVE_INFINITY,
      ...attempts,
    })
    return { path, runs }
  }

  it.each([
    [[3, 17, 120], 150],
    [[], 0],
    [[0, 1], 199],
  ])('leaves only %j and the failing step %d', async (needed, last) => {
    for (const concurrency of [1, 2, 3]) {
      const { path } = await shrunk(failing({ needed, last }), { concurrency })
      expect(path).toEqual([...needed, last])
    }
  })

  it('runs little where the model says what the failing step needs', async () => {
    const needed = [3, 17, 120]
    const rehearse = (path: number[]) =>
      new Map(
        path.map((step) => [
          step,
          step === 150 && needed.every((each) => path.includes(each)) ? 'pays s17' : 'anything',
        ]),
      )
    const { path, runs } = await shrunk(failing({ needed, last: 150 }), { rehearse })
    expect(path).toEqual([3, 17, 120, 150])
    expect(runs).toBeLessThan(10)
  })

  it('keeps the history of what the failing step names', async () => {
    const texts: Record<number, string> = {
      40: 'joe@example.com registers',
      90: 'staff edit s40',
      150: 'pays s40',
    }
    const rehearse = (path: number[]) => new Map(path.map((step) => [step, texts[step] ?? 'anything']))
    const { path, runs } = await shrunk(failing({ needed: [40, 90], last: 150 }), { rehearse })
    expect(path).toEqual([40, 90, 150])
    expect(runs).toBeLessThan(15)
  })

  it('leaves out a step of the history with those that only it needs', async () => {
    const rehearse = (path: number[]) =>
      path.map((step): [number, string] => {
        if (step === 150) return [step, 'pays s10']
        return [step, step % 20 === 0 && path.includes(step + 1) ? 'edits s10' : `step of ${step}`]
      })
    const { path, runs } = await shrunk(failing({ needed: [40, 41], last: 150 }), {
      rehearse: (kept) => rehearse(kept.toSorted((a, b) => a - b)),
    })
    expect(path).toEqual([40, 41, 150])
    expect(runs).toBeLessThan(25)
  })

  it('leaves out what only changes the failing step', async () => {
    const rehearse = (path: number[]) =>
      new Map(path.map((step) => [step, step === 150 && path.includes(40) ? 'pays s40' : 'pays']))
    expect((await shrunk(failing({ needed: [20], last: 150 }), { rehearse })).path).toEqual([20, 150])
  })

  it('does not mistake another failure for the same', async () => {
    const run = async (path: number[]) =>
      path.includes(40)
        ? failing({ needed: [40], last: 150 })(path)
        : resultOf(0, { reason: 'paid of s1: 1' })
    expect((await shrunk(run)).path).toEqual([40, 150])
  })

  it('returns what it has once the time is up', async () => {
    const { path, runs } = await shrunk(failing({ needed: [3], last: 10 }), { until: 0 })
    expect([path, runs]).toEqual([all.slice(0, 11), 0])
  })

  it.each([
    ['fee of s12b: 4000 instead of 3999', 'fee of s7: 1 instead of 2', true],
    ['fee of s12: 4000 instead of 3999', 'paid of s12: 4000 instead of 3999', false],
    [
      'at the end of 2026-08: paid of a@example.com: 1 instead of 2',
      'at the end of 2027-01: x of y\n  paid of b@example.com: 3 instead of 4',
      true,
    ],
    ['status of s1: "paid" instead of "billed"', 'status of s1: "billed" instead of "paid"', false],
  ])('%s and %s: the same failure is %s', (first, second, isSame) => {
    expect(isSameFailure(resultOf(0, { reason: first }), resultOf(5, { reason: second }))).toBe(isSame)
    const elsewhere = resultOf(0, { reason: second, name: 'cancel' })
    expect(isSameFailure(resultOf(0, { reason: first }), elsewhere)).toBe(false)
  })
})
