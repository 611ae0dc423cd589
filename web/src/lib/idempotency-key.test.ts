import { expect, it } from 'vitest'
import { ApiError } from './api-client'
import { hasPendingKey, setKeyOwner, withIdempotencyKey } from './idempotency-key'

const LOST = new ApiError(0, 'network', 'The server could not be reached.')
const BUSY = new ApiError(503, 'unavailable', 'The service is busy.')
const REFUSED = new ApiError(422, 'invalid', 'Please check the highlighted fields.')

/** The key that the request bore. */
async function keyOf(contents: unknown, outcome?: Error, what = 'add child'): Promise<string> {
  let key = ''
  const sent = withIdempotencyKey(what, contents, async (headers) => {
    key = headers['Idempotency-Key']
    if (outcome) throw outcome
  })
  await sent.catch((error) => expect(error).toBe(outcome))
  return key
}

it('keeps the key of what was not answered until it is', async () => {
  const child = { name: 'Otis' }
  const first = await keyOf(child, LOST)
  expect(hasPendingKey('add child', child)).toBe(true)
  expect(await keyOf({ ...child }, BUSY)).toBe(first)
  expect(await keyOf(child)).toBe(first)
  expect(hasPendingKey('add child', child)).toBe(false)
})

it('gives other contents and other things a key of their own', async () => {
  const first = await keyOf({ name: 'Lena' }, LOST)
  expect(await keyOf({ name: 'Lena B' })).not.toBe(first)
  expect(await keyOf({ name: 'Lena' }, undefined, 'edit child')).not.toBe(first)
})

it('takes the same contents for another request once they were stored or refused', async () => {
  const keys = [await keyOf('Noor'), await keyOf('Noor', REFUSED), await keyOf('Noor')]
  expect(new Set(keys).size).toBe(3)
})

it('gives two requests under way at once the same key', async () => {
  const keys: string[] = []
  const send = (headers: { 'Idempotency-Key': string }) => {
    keys.push(headers['Idempotency-Key'])
    return Promise.resolve()
  }
  await Promise.all([withIdempotencyKey('double', 1, send), withIdempotencyKey('double', 1, send)])
  expect(keys[0]).toBe(keys[1])
})

it('keeps what was not answered for the account that sent it, and drops it when another one comes', async () => {
  const child = { name: 'Amara' }
  setKeyOwner('dana')
  const first = await keyOf(child, LOST)
  // The session ran out: a guest is offered nothing, and whoever signs in again finds it.
  setKeyOwner(null)
  expect(hasPendingKey('add child', child)).toBe(false)
  const guests = await keyOf(child, LOST)
  expect(guests).not.toBe(first)
  setKeyOwner('dana')
  expect(await keyOf(child, LOST)).toBe(first)
  setKeyOwner('dan')
  expect(hasPendingKey('add child', child)).toBe(false)
  setKeyOwner('dana')
  expect(await keyOf(child)).not.toBe(first)
  setKeyOwner(null)
  expect(await keyOf(child)).not.toBe(guests)
})
