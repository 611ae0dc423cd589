import { AppError } from '../errors'
import { clientSubnet } from './client-subnet'

/** Who waits for a permit: from where, and a signal that is aborted when the browser hangs up. */
export type Caller = { ipAddress?: string; gone?: AbortSignal | undefined }
type Request = { var: { ipAddress: string }; req: { raw: { signal: AbortSignal } } }
export const callerOf = (c: Request): Caller => ({
  ipAddress: c.var.ipAddress,
  gone: c.req.raw.signal,
})

export type Semaphore = <T>(work: () => Promise<T>, caller?: Caller) => Promise<T>

type Options = {
  permits: number
  /** So many wait at most; beyond that an error at once is better than a response after everybody gave up. */
  maxQueued?: number
  /** So many of one network, which alone gets the error then. */
  maxQueuedPerNetwork?: number
  retryAfterSeconds?: number
}

/**
 * Runs so many pieces of work at a time. Networks take turns, and within one it is first come, first served: 200
 * families who sign in behind one address do not delay anybody elsewhere.
 */
export function createSemaphore(options: Options): Semaphore {
  const { permits, maxQueued = Infinity, maxQueuedPerNetwork = Infinity, retryAfterSeconds } = options
  /** By network; the one whose turn is next stands first. */
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  const enqueue = (network: string, resume: () => void) => {
    const queue = queues.get(network) ?? []
    if (waiting >= maxQueued || queue.length >= maxQueuedPerNetwork)
      throw new AppError('unavailable', {}, undefined, retryAfterSeconds)
    waiting += 1
    queue.push(resume)
    queues.set(network, queue)
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

  return async (work, { ipAddress = '', gone } = {}) => {
    if (running < permits) running += 1
    else await new Promise<void>((resolve) => enqueue(clientSubnet(ipAddress), resolve))
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

/** A semaphore of its own for each key. */
export function createKeyedSemaphore(options: Options) {
  const semaphores = new Map<string, { semaphore: Semaphore; callers: number }>()
  return async <T>(key: string, work: () => Promise<T>, caller: Caller): Promise<T> => {
    const used = semaphores.get(key) ?? { semaphore: createSemaphore(options), callers: 0 }
    semaphores.set(key, used)
    used.callers += 1
    try {
      return await used.semaphore(work, caller)
    } finally {
      used.callers -= 1
      if (used.callers === 0) semaphores.delete(key)
    }
  }
}
