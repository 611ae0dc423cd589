import { CONTROL_CHARACTERS, type FieldErrors } from '@aftercare/domain/lib/field-rules'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors'
import type { AppContext, AppEnv } from './context'

/**
 * Control characters other than line breaks and tabs, and lone surrogates. PostgreSQL rejects NUL in text and lone
 * surrogates in JSON; nobody types either.
 */
const FORBIDDEN = /[^\P{Cc}\n\r\t]|\p{Cs}/u

/** In JSON they appear as escapes, or unescaped from DEL on: all other bodies need not be parsed here. */
const SUSPECT = /\\[ubf]|[\u007f-\u009f]/

/** Checks every text of a request in one place: path, query, the headers we read, and the whole body. */
export const rejectControlChars: MiddlewareHandler<AppEnv> = async (c, next) => {
  const fields: FieldErrors = {}
  const check = (name: string, text: string) => {
    if (FORBIDDEN.test(text)) fields[stripForbidden(name)] = CONTROL_CHARACTERS
  }
  for (const [name, value] of Object.entries<string>(c.req.param())) check(name, value)
  for (const [name, values] of Object.entries(c.req.queries())) check(name, name + values.join(''))
  check('idempotency-key', c.req.header('idempotency-key') ?? '')
  for (const { path, text } of await suspectTexts(c)) check(path, text)
  if (Object.keys(fields).length > 0) throw new AppError('invalid', {}, { fields })
  await next()
}

/** Field names may contain them too. */
const stripForbidden = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, '') || 'request'

async function suspectTexts(c: AppContext): Promise<{ path: string; text: string }[]> {
  if (c.req.method === 'GET' || !c.req.header('content-type')?.includes('json')) return []
  const body = await c.req.text()
  if (!SUSPECT.test(body)) return []
  try {
    return textsOf(JSON.parse(body))
  } catch {
    // Not valid JSON: the body validator reports it.
    return []
  }
}

function textsOf(root: unknown): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = []
  // An explicit stack, not recursion: deep nesting must not overflow the call stack.
  const stack: { path: string; value: unknown }[] = [{ path: '', value: root }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { path, value } = entry
    if (typeof value === 'string') found.push({ path: path || 'request', text: value })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = path ? `${path}.${name}` : name
      if (!Array.isArray(value)) found.push({ path: innerPath, text: name })
      stack.push({ path: innerPath, value: inner })
    }
  }
  return found
}
