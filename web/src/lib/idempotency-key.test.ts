import { expect, it } from 'vitest'
import { ApiError } from './api-client'
import { hasPendingKey, setKeyOwner, withIdempotencyKey } from './idempotency-key'

const NETWORK_ERROR = new ApiError(0, 'network', 'The server could not be reached.')
const UNAVAILABLE = new ApiError(503, 'unavailable', 'The service is busy.')
const INVALID = new ApiError(422, 'invalid', 'Please check the highlighted fields.')

/** The key that was sent with the request. */
async function keyOf(contents: unknown, outcome?: Error, what = 'add child'): Promise<string> {
  let key = ''
  const sent = withIdempotencyKey(what, contents, async (headers) => {
    key = headers['Idempotency-Key']
    if (outcome) throw outcome
  })
  await sent.catch((error) => expect(error).toBe(outcome))
  return key
}

it('reuses the key until there is a response', async () => {
  const child = { name: 'Otis' }
  const first = await keyOf(child, NETWORK_ERROR)
  expect(hasPendingKey('add child', child)).toBe(true)
  expect(await keyOf({ ...child }, UNAVAILABLE)).toBe(first)
  expect(await keyOf(child)).toBe(first)
  expect(hasPendingKey('add child', child)).toBe(false)
})

it('gives other contents and other actions their own key', async () => {
  const first = await keyOf({ name: 'Lena' }, NETWORK_ERROR)
  expect(await keyOf({ name: 'Lena B' })).not.toBe(first)
  expect(await keyOf({ name: 'Lena' }, undefined, 'edit child')).not.toBe(first)
})

it('uses a new key for the same contents once they were stored or rejected', async () => {
  const keys = [await keyOf('Noor'), await keyOf('Noor', INVALID), await keyOf('Noor')]
  expect(new Set(keys).size).toBe(3)
})

it('gives two concurrent requests the same key', async () => {
  const keys: string[] = []
  const send = (headers: { 'Idempotency-Key': string }) => {
    keys.push(headers['Idempotency-Key'])
    return Promise.resolve()
  }
  await Promise.all([withIdempotencyKey('double', 1, send), withIdempotencyKey('double', 1, send)])
  expect(keys[0]).toBe(keys[1])
})

it('keeps a pending key for its account, and drops it when another account signs in', async () => {
  const child = { name: 'Amara' }
  setKeyOwner('dana')
  const first = await keyOf(child, NETWORK_ERROR)
  // The session expired: a guest has no access to it, and the same user finds it after signing in.
  setKeyOwner(null)
  expect(hasPendingKey('add child', child)).toBe(false)
  const guests = await keyOf(child, NETWORK_ERROR)
  expect(guests).not.toBe(first)
  setKeyOwner('dana')
  expect(await keyOf(child, NETWORK_ERROR)).toBe(first)
  setKeyOwner('dan')
  expect(hasPendingKey('add child', child)).toBe(false)
  setKeyOwner('dana')
  expect(await keyOf(child)).not.toBe(first)
  setKeyOwner(null)
  expect(await keyOf(child)).not.toBe(guests)
})
