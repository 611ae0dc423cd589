import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors'
import type { AppContext, AppEnv } from './context'

/**
 * Texts that no field may hold, wherever they come in: control characters other than line breaks and tabs, and halves
 * of a surrogate pair. PostgreSQL refuses the first of them in text and the second in JSON; nobody types either.
 */
const UNREADABLE = /[^\P{Cc}\n\r\t]|\p{Cs}/u
const WORDS = 'Please remove special control characters'

/** In a JSON text they can stand as escapes, and from DEL on as themselves: all other bodies need no second look. */
const SUSPECT = /\\[ubf]|[\u007f-\u009f]/

/** Every text of a request, in one place: address, query, headers that we read, and the whole body. */
export const rejectControlChars: MiddlewareHandler<AppEnv> = async (c, next) => {
  const fields: Record<string, string> = {}
  const look = (name: string, text: string) => {
    if (UNREADABLE.test(text)) fields[readable(name)] = WORDS
  }
  for (const [name, value] of Object.entries<string>(c.req.param())) look(name, value)
  for (const [name, values] of Object.entries(c.req.queries())) look(name, name + values.join(''))
  look('idempotency-key', c.req.header('idempotency-key') ?? '')
  for (const { path, text } of await suspectTexts(c)) look(path, text)
  if (Object.keys(fields).length > 0) throw new AppError('invalid', {}, fields)
  await next()
}

/** A name that is itself unreadable is told without what makes it so. */
const readable = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, '') || 'request'

async function suspectTexts(c: AppContext): Promise<{ path: string; text: string }[]> {
  if (c.req.method === 'GET' || !c.req.header('content-type')?.includes('json')) return []
  const body = await c.req.text()
  if (!SUSPECT.test(body)) return []
  try {
    return textsOf(JSON.parse(body))
  } catch {
    // Not JSON at all: its own check says so.
    return []
  }
}

function textsOf(root: unknown): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = []
  // A list of what is left to do, not a recursion: nesting as deep as the body allows must not exhaust the stack.
  const left: { path: string; value: unknown }[] = [{ path: '', value: root }]
  for (let at = left.pop(); at; at = left.pop()) {
    const { path, value } = at
    if (typeof value === 'string') found.push({ path: path || 'request', text: value })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = path ? `${path}.${name}` : name
      if (!Array.isArray(value)) found.push({ path: innerPath, text: name })
      left.push({ path: innerPath, value: inner })
    }
  }
  return found
}
