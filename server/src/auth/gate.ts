import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { networkOf } from '../http/network'

/** Who waits at a gate: from where, and a signal that is aborted when the browser hangs up. */
export type Caller = { clientAddress?: string; gone?: AbortSignal | undefined }
export const callerOf = (c: AppContext): Caller => ({
  clientAddress: c.var.clientAddress,
  gone: c.req.raw.signal,
})

export type Gate = <T>(work: () => Promise<T>, caller?: Caller) => Promise<T>

/**
 * Runs `width` pieces of work at a time. Networks take turns, and within one it is first come, first served: 200
 * families who sign in behind one address do not delay anybody elsewhere. When all places are taken the next caller is
 * told to come back: an error at once is better than a response after everybody gave up.
 */
export function createGate(width: number, places: number, comeBackSeconds: number): Gate {
  /** By network; the one whose turn is next stands first. */
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  const enqueue = (network: string, resume: () => void) => {
    waiting += 1
    const queue = queues.get(network)
    if (queue) queue.push(resume)
    else queues.set(network, [resume])
  }
  const dequeue = () => {
    const [next] = queues
    if (!next) return
    const [network, queue] = next
    waiting -= 1
    queues.delete(network)
    if (queue.length > 1) queues.set(network, queue)
    return queue.shift()
  }

  return async (work, { clientAddress = '', gone } = {}) => {
    if (running < width) running += 1
    else {
      if (waiting >= places) throw new AppError('unavailable', {}, undefined, comeBackSeconds)
      await new Promise<void>((resolve) => enqueue(networkOf(clientAddress), resolve))
    }
    try {
      // Whoever hung up while waiting needs no response, and must not keep the others waiting.
      if (gone?.aborted) throw new AppError('unavailable')
      return await work()
    } finally {
      const next = dequeue()
      if (next) next()
      else running -= 1
    }
  }
}

/** A gate of width one for each key. */
export function createGates(places: number, comeBackSeconds: number) {
  const gates = new Map<string, { gate: Gate; callers: number }>()
  return async <T>(key: string, work: () => Promise<T>, caller: Caller): Promise<T> => {
    const used = gates.get(key) ?? { gate: createGate(1, places, comeBackSeconds), callers: 0 }
    gates.set(key, used)
    used.callers += 1
    try {
      return await used.gate(work, caller)
    } finally {
      used.callers -= 1
      if (used.callers === 0) gates.delete(key)
    }
  }
}
