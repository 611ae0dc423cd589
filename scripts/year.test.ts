import { describe, expect, it } from 'vitest'
import { instantOf, weekdaysOf } from '../trials/year/calendar'
import { createPick } from '../trials/year/requests'
import { type RunResult, rehearse, stepsOf } from '../trials/year/run'
import { type Attempts, isSameFailure, shrink } from '../trials/year/shrink'
import type { Step } from '../trials/year/step'

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

describe('the choices of a step', () => {
  const all = Array.from({ length: 40 }, (_, index) => ({ key: `s${index}`, fee: index }))
  const seeds = Array.from({ length: 200 }, (_, seed) => seed * 7_919)

  it('stay the same when others are missing', () => {
    for (const seed of seeds) {
      const chosen = createPick(seed).of(all)
      const fewer = all.filter((each) => each === chosen || each.fee % 3 > 0).reverse()
      expect(createPick(seed).of(fewer)).toBe(chosen)
    }
  })

  it('stay the same when what they are about changes', () => {
    for (const seed of seeds) {
      const changed = all.map(({ key, fee }) => ({ key, fee: fee + 1 }))
      expect(
        createPick(seed)
          .some(changed, 5)
          .map(({ key }) => key),
      ).toEqual(
        createPick(seed)
          .some(all, 5)
          .map(({ key }) => key),
      )
    }
  })

  it('about one thing do not depend on the others', () => {
    for (const seed of seeds) {
      const chances = (list: typeof all) => {
        const pick = createPick(seed)
        return new Map(list.map((each) => [each.key, pick.about(each).chance(50)]))
      }
      const [among, alone] = [chances(all), chances(all.slice(7, 8))]
      expect(alone.get('s7')).toBe(among.get('s7'))
    }
  })

  it('are everything in turn, what is listed twice twice as often', () => {
    const counts = [0, 0, 0]
    for (let seed = 0; seed < 8_000; seed += 1) {
      const chosen = createPick(seed).of([0, 1, 2, 2]) ?? 0
      counts[chosen] = (counts[chosen] ?? 0) + 1
    }
    expect(counts.map((count) => Math.round(count / 400))).toEqual([5, 5, 10])
  })
})

describe('the steps of a year', () => {
  const people = ['Ann', 'Ben', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo'].map((name) => ({
    id: name,
    name,
    email: `${name}@example.com`,
    cookie: name,
  }))
  const steps = stepsOf(5, 600)
  const texts = new Map(rehearse(people, steps))
  const textsWithout = (isLeftOut: (step: Step, text: string) => boolean) => {
    const kept = steps.filter((step) => !isLeftOut(step, texts.get(step.data.position) ?? ''))
    const unchanged = [...rehearse(people, kept)].filter(([position, text]) => texts.get(position) === text)
    return { share: unchanged.length / kept.length, count: kept.length }
  }

  it('are the same again for the same seed', () => {
    expect(new Map(rehearse(people, stepsOf(5, 600)))).toEqual(texts)
  })

  it('open three months and register children', () => {
    const sent = [...texts.values()]
    expect(sent.slice(0, 6).map((text) => text.slice(0, 28))).toEqual([
      'staff create 2026-08',
      'staff save 2026-08: publish ',
      'staff create 2026-09',
      'staff save 2026-09: publish ',
      'staff create 2026-10',
      'staff save 2026-10: publish ',
    ])
    expect(sent.filter((text) => text.includes(' registers ')).length).toBeGreaterThan(30)
  })

  it('happen at their own time if those in which time passes are left out', () => {
    const { share, count } = textsWithout(({ data }) => data.name === 'time')
    expect(count).toBeLessThan(560)
    expect(share).toBe(1)
  })

  it('stay the same if those about attendance are left out', () => {
    const { share, count } = textsWithout(
      (_, text) => text.startsWith('staff mark s') && text.includes(' on 20'),
    )
    expect(count).toBeLessThan(steps.length)
    expect(share).toBeGreaterThan(0.97)
  })

  it('mostly stay the same if one is left out', () => {
    const shares = [60, 75, 90, 105].map(
      (position) => textsWithout(({ data }) => data.position === position).share,
    )
    expect(shares.reduce((total, share) => total + share) / shares.length).toBeGreaterThan(0.9)
  })
})

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
