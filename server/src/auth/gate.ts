import { AppError } from '../errors'

export type Gate = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>

/**
 * Lets `width` pieces of work through at a time; the others wait in the order of their coming. When all places are
 * taken the next one is told to come back: a refusal at once is better than an answer after everybody gave up.
 */
export function createGate(width: number, places: number, comeBackSeconds: number): Gate {
  const waiting: (() => void)[] = []
  let under = 0
  return async (work, gone) => {
    if (under < width) under += 1
    else {
      if (waiting.length >= places) throw new AppError('unavailable', {}, undefined, comeBackSeconds)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      // Whoever hung up while waiting needs no answer, and must not keep the others waiting.
      if (gone?.aborted) throw new AppError('unavailable')
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else under -= 1
    }
  }
}
