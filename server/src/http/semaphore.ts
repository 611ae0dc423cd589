import { AppError } from '../errors'
import { clientSubnet } from './client-subnet'

/** Who waits for a permit; the signal is aborted when the client disconnects. */
export type Caller = { ipAddress?: string; signal?: AbortSignal | undefined }
type RequestContext = { var: { ipAddress: string }; req: { raw: { signal: AbortSignal } } }
export const callerOf = (c: RequestContext): Caller => ({
  ipAddress: c.var.ipAddress,
  signal: c.req.raw.signal,
})

export type Semaphore = <T>(work: () => Promise<T>, caller?: Caller) => Promise<T>

type Options = {
  permits: number
  /** Beyond this many, an immediate error is better than a response after everybody gave up. */
  maxQueued?: number
  /** The same per network, so that only that network gets the error. */
  maxQueuedPerNetwork?: number
  retryAfterSeconds?: number
}

/**
 * Limits concurrency. Networks take turns, and within one it is first in, first out: 200 families who sign in behind
 * one IP address do not delay anybody elsewhere.
 */
export function createSemaphore(options: Options): Semaphore {
  const { permits, maxQueued = Infinity, maxQueuedPerNetwork = Infinity, retryAfterSeconds } = options
  /** By network; the next one to be served is first. */
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  const enqueue = (network: string, resume: () => void) => {
    const queue = queues.get(network) ?? []
    if (waiting >= maxQueued || queue.length >= maxQueuedPerNetwork)
      throw new AppError('unavailable', {}, { retryAfterSeconds })
    waiting += 1
    queue.push(resume)
    queues.set(network, queue)
  }
  /** False if its turn has come already. */
  const leave = (network: string, resume: () => void): boolean => {
    const queue = queues.get(network)
    if (!queue?.includes(resume)) return false
    waiting -= 1
    queue.splice(queue.indexOf(resume), 1)
    if (queue.length === 0) queues.delete(network)
    return true
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
  /** A client that disconnects leaves the queue, so that reloading a page does not wait twice. */
  const waitForPermit = (network: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      enqueue(network, resolve)
      const onAbort = () => leave(network, resolve) && reject(new AppError('unavailable'))
      signal?.addEventListener('abort', onAbort, { once: true })
    })

  return async (work, { ipAddress = '', signal } = {}) => {
    // A client that has disconnected needs no response.
    if (signal?.aborted) throw new AppError('unavailable')
    if (running < permits) running += 1
    else await waitForPermit(clientSubnet(ipAddress), signal)
    try {
      return await work()
    } finally {
      const next = dequeue()
      if (next) next()
      else running -= 1
    }
  }
}

export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>, caller: Caller) => Promise<T>

/** One semaphore per key. */
export function createKeyedSemaphore(options: Options): KeyedSemaphore {
  const semaphores = new Map<string, { semaphore: Semaphore; callers: number }>()
  return async (key, work, caller) => {
    const entry = semaphores.get(key) ?? { semaphore: createSemaphore(options), callers: 0 }
    semaphores.set(key, entry)
    entry.callers += 1
    try {
      return await entry.semaphore(work, caller)
    } finally {
      entry.callers -= 1
      if (entry.callers === 0) semaphores.delete(key)
    }
  }
}
