/** A seeded random number generator: the demo and its tests get the same families every time. */
export type Rng = ReturnType<typeof createRng>

export function createRng(seed: number) {
  let state = seed >>> 0

  /** 0 to just under 1 (the mulberry32 generator). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  const between = (first: number, last: number) => first + below(last - first + 1)
  const happens = (probability: number) => next() < probability

  function pick<T>(list: readonly T[]): T {
    const value = list[below(list.length)]
    if (value === undefined) throw new RangeError('Nothing to pick from')
    return value
  }

  function sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list]
    return Array.from({ length: Math.min(count, list.length) }, () => {
      const index = below(rest.length)
      return rest.splice(index, 1)
    }).flat()
  }

  function uuid(): string {
    const hex = Array.from({ length: 32 }, () => below(16).toString(16))
    hex[12] = '4'
    hex[16] = pick(['8', '9', 'a', 'b'])
    const part = (from: number, to: number) => hex.slice(from, to).join('')
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`
  }

  return { below, between, happens, pick, sample, uuid }
}
