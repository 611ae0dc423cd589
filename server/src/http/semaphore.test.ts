import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createPasswordHasher } from '../auth/passwords'
import { createKeyedSemaphore, createSemaphore } from './semaphore'

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

it('runs as many tasks at a time as there are permits, and the others first in, first out', async () => {
  const semaphore = createSemaphore({ permits: 2 })
  const order: number[] = []
  let running = 0
  let maxRunning = 0
  const work = (n: number) =>
    semaphore(async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await nextTick()
      order.push(n)
      running -= 1
    })
  await Promise.all(Array.from({ length: 20 }, (_, n) => work(n)))
  expect(maxRunning).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('lets networks take turns: nobody elsewhere waits for a spike from one IP address', async () => {
  const semaphore = createSemaphore({ permits: 1 })
  const order: string[] = []
  const work = (ipAddress: string) =>
    semaphore(
      async () => {
        await nextTick()
        order.push(ipAddress)
      },
      { ipAddress },
    )
  const spike = Array.from({ length: 20 }, () => work('203.0.113.7'))
  await Promise.all([...spike, work('198.51.100.1'), work('2001:db8::1'), work('2001:db8::2')])
  // One is running, and one of the spike comes between every two of the others. IPv6 counts by /64.
  expect(order.indexOf('198.51.100.1')).toBe(2)
  expect(order.indexOf('2001:db8::1')).toBe(3)
  expect(order.indexOf('2001:db8::2')).toBe(5)
})

it('runs work with the same key one at a time, independently of other keys', async () => {
  const keyed = createKeyedSemaphore({ permits: 1, maxQueued: 2, retryAfterSeconds: 7 })
  const running: string[] = []
  const maxRunning = new Map<string, number>()
  const work = (key: string) =>
    keyed(
      key,
      async () => {
        running.push(key)
        maxRunning.set(key, Math.max(maxRunning.get(key) ?? 0, running.filter((each) => each === key).length))
        maxRunning.set('all', Math.max(maxRunning.get('all') ?? 0, running.length))
        await nextTick()
        running.splice(running.indexOf(key), 1)
      },
      {},
    )
  const started = [work('a'), work('a'), work('b'), work('a'), work('b')]
  await expect(work('a')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 })
  await Promise.all(started)
  expect(Object.fromEntries(maxRunning)).toEqual({ a: 1, b: 1, all: 2 })
})

it('rejects with Retry-After if the queue is full, and continues after a failure', async () => {
  const semaphore = createSemaphore({ permits: 1, maxQueued: 2, retryAfterSeconds: 7 })
  const failing = semaphore(async () => {
    await nextTick()
    throw new Error('no luck')
  })
  const waiting = [semaphore(nextTick), semaphore(nextTick)]
  await expect(semaphore(nextTick)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 7,
  })
  await expect(failing).rejects.toThrow('no luck')
  await Promise.all(waiting)
  await semaphore(nextTick)
})

it('rejects only the network whose own queue is full', async () => {
  const semaphore = createSemaphore({
    permits: 1,
    maxQueued: 10,
    maxQueuedPerNetwork: 3,
    retryAfterSeconds: 7,
  })
  const from = (ipAddress: string) => semaphore(nextTick, { ipAddress })
  const spike = Array.from({ length: 4 }, () => from('2001:db8::1'))
  // The same /64; 2001:db8:0:1:: is another one.
  await expect(from('2001:db8::2')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 })
  await Promise.all([...spike, from('2001:db8:0:1::1'), from('203.0.113.7')])
  await from('2001:db8::2')
})

it('does no work for a client that has disconnected', async () => {
  const semaphore = createSemaphore({ permits: 1 })
  const client = new AbortController()
  let isDone = false
  const first = semaphore(nextTick)
  const abandoned = semaphore(
    async () => {
      isDone = true
    },
    { signal: client.signal },
  )
  client.abort()
  await expect(abandoned).rejects.toMatchObject({ code: 'unavailable' })
  await first
  expect(isDone).toBe(false)
})

it('gives the place in the queue of a client that has disconnected to another', async () => {
  const semaphore = createSemaphore({ permits: 1, maxQueued: 2, retryAfterSeconds: 7 })
  const client = new AbortController()
  const done: string[] = []
  const from = (ipAddress: string, signal?: AbortSignal) =>
    semaphore(
      async () => {
        await nextTick()
        done.push(ipAddress)
      },
      { ipAddress, signal },
    )
  const first = from('203.0.113.1')
  const abandoned = from('203.0.113.2', client.signal)
  const rejected = expect(abandoned).rejects.toMatchObject({ code: 'unavailable' })
  const second = from('203.0.113.3')
  client.abort()
  const third = from('203.0.113.4')
  await expect(from('203.0.113.5')).rejects.toMatchObject({ retryAfterSeconds: 7 })
  // Disconnected before it would wait.
  await expect(from('203.0.113.2', client.signal)).rejects.toMatchObject({ retryAfterSeconds: undefined })
  await rejected
  await Promise.all([first, second, third])
  await from('203.0.113.6')
  expect(done).toEqual(['203.0.113.1', '203.0.113.3', '203.0.113.4', '203.0.113.6'])
})

it('leaves threads free for file access while many passwords are hashed', async () => {
  const passwords = createPasswordHasher()
  let done = 0
  const hashes = Array.from({ length: 24 }, () =>
    passwords.hash('late afternoon').then(() => {
      done += 1
    }),
  )
  await nextTick()
  await stat(import.meta.dirname)
  // Without the semaphore all threads would hash passwords, and the file would wait behind most of them.
  expect(done).toBeLessThan(8)
  await Promise.all(hashes)
})
