import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createGate } from './gate'
import { hashPassword } from './passwords'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('lets so many through at a time, the others in the order of their coming', async () => {
  const gate = createGate(2, 100, 1)
  const order: number[] = []
  let under = 0
  let most = 0
  const work = (n: number) =>
    gate(async () => {
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

it('tells the next one to come back when all places are taken, and goes on after a failure', async () => {
  const gate = createGate(1, 2, 7)
  const failing = gate(async () => {
    await turn()
    throw new Error('no luck')
  })
  const waiting = [gate(turn), gate(turn)]
  await expect(gate(turn)).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 7 })
  await expect(failing).rejects.toThrow('no luck')
  await Promise.all(waiting)
  await gate(turn)
})

it('does no work for somebody who has hung up', async () => {
  const gate = createGate(1, 10, 1)
  const leaving = new AbortController()
  let isDone = false
  const first = gate(turn)
  const gone = gate(async () => {
    isDone = true
  }, leaving.signal)
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await first
  expect(isDone).toBe(false)
})

it('leaves the threads that files need free while many passwords are hashed', async () => {
  let done = 0
  const hashes = Array.from({ length: 24 }, () =>
    hashPassword('late afternoon').then(() => {
      done += 1
    }),
  )
  await turn()
  await stat(import.meta.dirname)
  // Without the gate all threads would be at work on passwords, and the file would wait behind most of them.
  expect(done).toBeLessThan(8)
  await Promise.all(hashes)
})
