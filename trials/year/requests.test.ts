import { describe, expect, it } from 'vitest'
import { createPick } from './requests'

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
