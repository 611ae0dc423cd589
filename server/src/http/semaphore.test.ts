import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createPasswordHasher } from '../auth/passwords'
import { createKeyedSemaphore, createSemaphore } from './semaphore'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('lets so many through at a time, the others in the order of their coming', async () => {
  const semaphore = createSemaphore({ permits: 2 })
  const order: number[] = []
  let under = 0
  let most = 0
  const work = (n: number) =>
    semaphore(async () => {
      under += 1
      most = Math.max(most, under)
      await turn()
      order.push(n)
      under -= 1
    })
  await Promise.all(Array.from({ length: 20 }, (_, n) => work(n)))
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('lets networks take turns: nobody elsewhere waits for a rush behind one address', async () => {
  const semaphore = createSemaphore({ permits: 1 })
  const order: string[] = []
  const work = (ipAddress: string) =>
    semaphore(
      async () => {
        await turn()
        order.push(ipAddress)
      },
      { ipAddress },
    )
  const rush = Array.from({ length: 20 }, () => work('203.0.113.7'))
  await Promise.all([...rush, work('198.51.100.1'), work('2001:db8::1'), work('2001:db8::2')])
  // One is under way, and one of the rush comes between every two of the others. IPv6 counts by /64.
  expect(order.indexOf('198.51.100.1')).toBe(2)
  expect(order.indexOf('2001:db8::1')).toBe(3)
  expect(order.indexOf('2001:db8::2')).toBe(5)
})

it('lets work under one key take turns, beside that of others', async () => {
  const inTurn = createKeyedSemaphore({ permits: 1, maxQueued: 2, retryAfterSeconds: 7 })
  const running: string[] = []
  const most = new Map<string, number>()
  const work = (key: string) =>
    inTurn(
      key,
      async () => {
        running.push(key)
        most.set(key, Math.max(most.get(key) ?? 0, running.filter((each) => each === key).length))
        most.set('all', Math.max(most.get('all') ?? 0, running.length))
        await turn()
        running.splice(running.indexOf(key), 1)
      },
      {},
    )
  const started = [work('a'), work('a'), work('b'), work('a'), work('b')]
  await expect(work('a')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 })
  await Promise.all(started)
  expect(Object.fromEntries(most)).toEqual({ a: 1, b: 1, all: 2 })
})

it('tells the next one to come back when the queue is full, and goes on after a failure', async () => {
  const semaphore = createSemaphore({ permits: 1, maxQueued: 2, retryAfterSeconds: 7 })
  const failing = semaphore(async () => {
    await turn()
    throw new Error('no luck')
  })
  const waiting = [semaphore(turn), semaphore(turn)]
  await expect(semaphore(turn)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterSeconds: 7,
  })
  await expect(failing).rejects.toThrow('no luck')
  await Promise.all(waiting)
  await semaphore(turn)
})

it('turns away only the network whose own queue is full', async () => {
  const semaphore = createSemaphore({
    permits: 1,
    maxQueued: 10,
    maxQueuedPerNetwork: 3,
    retryAfterSeconds: 7,
  })
  const from = (ipAddress: string) => semaphore(turn, { ipAddress })
  const rush = Array.from({ length: 4 }, () => from('2001:db8::1'))
  // The same /64; 2001:db8:0:1:: is another one.
  await expect(from('2001:db8::2')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 7 })
  await Promise.all([...rush, from('2001:db8:0:1::1'), from('203.0.113.7')])
  await from('2001:db8::2')
})

it('does no work for somebody who has hung up', async () => {
  const semaphore = createSemaphore({ permits: 1 })
  const leaving = new AbortController()
  let isDone = false
  const first = semaphore(turn)
  const gone = semaphore(
    async () => {
      isDone = true
    },
    { signal: leaving.signal },
  )
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await first
  expect(isDone).toBe(false)
})

it('leaves the threads that files need free while many passwords are hashed', async () => {
  const passwords = createPasswordHasher()
  let done = 0
  const hashes = Array.from({ length: 24 }, () =>
    passwords.hash('late afternoon').then(() => {
      done += 1
    }),
  )
  await turn()
  await stat(import.meta.dirname)
  // Without the semaphore all threads would be at work on passwords, and the file would wait behind most of them.
  expect(done).toBeLessThan(8)
  await Promise.all(hashes)
})
