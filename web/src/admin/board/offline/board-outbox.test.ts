import { afterEach, expect, it, vi } from 'vitest'
import { setSession } from '../../../lib/auth-store'
import { aBoardServer, aCard, ROSA, SESSION } from '../testing/board-server'
import { enqueue, outboxAccount } from './board-outbox'
import { storageOf } from './board-storage'

afterEach(() => {
  setSession(null)
  vi.unstubAllGlobals()
})

const WREN = 'Wren Abernathy'
const request = {
  change: 'arrived',
  at: '2026-11-16T20:29:00.000Z',
  submission_id: WREN,
  day: '2026-11-16',
  version: 0,
} as const

/** Off the board: nothing else keeps the outbox open. Accounts differ because storages are kept by account. */
function signIn(accountId: string) {
  const server = aBoardServer([aCard(WREN)])
  server.session = { ...SESSION, user: { ...ROSA, id: accountId } }
  setSession(server.session)
  return server
}

it('stays open until its mark was sent', async () => {
  const server = signIn('outbox 1')
  const { fetch } = globalThis
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  let isSent = false
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    isSent = true
    await response
    return fetch(...request)
  })
  const enqueued = enqueue('outbox 1', { request, childName: WREN })
  await vi.waitFor(() => expect(isSent).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(outboxAccount()).toBe('outbox 1')
  respond()
  await enqueued
  expect(server.stored(WREN)).toMatchObject({ version: 1 })
  expect(outboxAccount()).toBeNull()
})

it('closes although a mark could not be stored', async () => {
  signIn('outbox 2')
  const storage = await storageOf('outbox 2')
  vi.spyOn(storage, 'saveMarks').mockRejectedValueOnce(new Error('Closed by the browser'))
  await expect(enqueue('outbox 2', { request, childName: WREN })).rejects.toThrow('Closed by the browser')
  expect(outboxAccount()).toBeNull()
})
