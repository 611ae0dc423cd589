import { blockFullLoad } from '../router/full-load'
import { isClientError } from './api-client'

export type KeyHeader = { 'Idempotency-Key': string }

/** Sixteen random bytes in hex; randomUUID is missing on plain HTTP. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Keys of requests without a response, which may be stored: sending the same again with the same key replays the
 * response. An entry's name holds the contents, a family's data, so each belongs to an account and is cleared before
 * another account uses this tab.
 */
const pendingKeys = new Map<string, { key: string; accountId: string | null }>()
let accountId: string | null = null

// Without its key, what was sent before could be stored twice.
blockFullLoad(() => pendingKeys.size > 0)

/** Who sends from now on; null is a guest. Another account's keys are dropped. */
export function setKeyOwner(id: string | null): void {
  accountId = id
  if (id === null) return
  for (const [name, entry] of pendingKeys) if (entry.accountId !== id) pendingKeys.delete(name)
}

/** On sign-out: nothing of a family stays in this tab. */
export const clearPendingKeys = () => pendingKeys.clear()

const entryName = (what: string, contents: unknown) => `${accountId} ${what} ${JSON.stringify(contents)}`

/** Whether these contents were sent before without a response. */
export const hasPendingKey = (what: string, contents: unknown) => pendingKeys.has(entryName(what, contents))

/**
 * Sends a request that must not be stored twice. The same contents have the same key until there is a response, even
 * from a form that was closed and opened again; after that they are another request. `what` tells requests with the
 * same contents apart: "add child", "month 2f60 save".
 */
export async function withIdempotencyKey<Data>(
  what: string,
  contents: unknown,
  send: (headers: KeyHeader) => Promise<Data>,
): Promise<Data> {
  const name = entryName(what, contents)
  const key = pendingKeys.get(name)?.key ?? randomKey()
  pendingKeys.set(name, { key, accountId })
  try {
    const data = await send({ 'Idempotency-Key': key })
    pendingKeys.delete(name)
    return data
  } catch (error) {
    if (isClientError(error)) pendingKeys.delete(name)
    throw error
  }
}
