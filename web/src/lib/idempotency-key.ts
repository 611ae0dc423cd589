import { isClientError } from './api-client'

export type KeyHeader = { 'Idempotency-Key': string }

/** Sixteen random bytes as text; randomUUID is missing where the page comes over plain HTTP. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sent, but not answered: it may be stored. Its key is kept, so that sending it again asks for that answer. The name
 * of an entry holds what was sent, a family's data: each belongs to an account and is gone before the next one's turn.
 */
const unanswered = new Map<string, { key: string; accountId: string | null }>()
let accountId: string | null = null

/** Who sends from now on; null is a guest. What somebody else sent is forgotten as soon as another account is there. */
export function setKeyOwner(id: string | null): void {
  accountId = id
  if (id === null) return
  for (const [name, entry] of unanswered) if (entry.accountId !== id) unanswered.delete(name)
}

/** With signing out: nothing of a family stays in this tab. */
export const clearPendingKeys = () => unanswered.clear()

const nameOf = (what: string, contents: unknown) => `${accountId} ${what} ${JSON.stringify(contents)}`

/** Whether these contents were sent before and no answer has come. */
export const hasPendingKey = (what: string, contents: unknown) => unanswered.has(nameOf(what, contents))

/**
 * Sends something that must not be stored twice. The same contents bear the same key until an answer came, also from a
 * form that was closed and opened again meanwhile; from then on they are another request. `what` tells requests with
 * the same contents apart: "add child", "month 2f60 save".
 */
export async function withIdempotencyKey<Answer>(
  what: string,
  contents: unknown,
  send: (headers: KeyHeader) => Promise<Answer>,
): Promise<Answer> {
  const name = nameOf(what, contents)
  const key = unanswered.get(name)?.key ?? randomKey()
  unanswered.set(name, { key, accountId })
  try {
    const answer = await send({ 'Idempotency-Key': key })
    unanswered.delete(name)
    return answer
  } catch (error) {
    if (isClientError(error)) unanswered.delete(name)
    throw error
  }
}
