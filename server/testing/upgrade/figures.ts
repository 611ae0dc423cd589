import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** Written by the version whose only migration was 0001_initial.sql: see README.md. */
export const recordedFile = (name: 'sql' | 'backup' | 'figures.json') =>
  fileURLToPath(new URL(`schema-0001.${name}.gz`, import.meta.url))

export const readRecorded = (name: 'sql' | 'figures.json') =>
  gunzipSync(readFileSync(recordedFile(name))).toString()

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Link = { access_token: string; refresh_token?: string }
type Mail = { id: string; state: string; to_address: string; subject: string }
type Figures = {
  cookies: Record<'dana' | 'staff', string>
  repeated: { key: string; request: unknown; rows: Json[] }
  links: Record<'verification' | 'recovery' | 'invitation', Link>
  responses: { as: string | null; path: string; body: Json }[]
}
export const figures: Figures = JSON.parse(readRecorded('figures.json'))

/** The rows of all pages of a list. */
export const listedRows = <Row>(path: string): Row[] =>
  figures.responses
    .filter((response) => response.path.startsWith(`${path}?`))
    .flatMap(({ body }) => (body as { rows: Row[] }).rows)

export const queuedMails = () => listedRows<Mail>('/api/admin/mail').filter(({ state }) => state === 'queued')

/** What is called otherwise today, or no longer sent. */
const RENAMED: [path: RegExp, name: string, today: string | null][] = [
  [/^\/api\/admin\/mail/, 'to_address', 'to_email'],
  [/^\/api\/admin\/parents\/[^/]+$/, 'created_at', null],
  [/^\/api\/admin\/parents\/[^/]+$/, 'outstanding', null],
  // Replaced by a telephone number for families, too.
  [/^\/api\/admin\/drop-ins/, 'guest_parent_phone', null],
]

/** A restored mail that was queued waits for staff's decision. */
const NOT_SENT = { state: 'failed', last_error: 'Restored from a backup: it may have been sent already.' }

/** To what a guest typed, also at the end of a CSV row, the allergies of the same child on file are added. */
const withAllergiesOnFile = (text: string): string =>
  text.replace(/(?<=^|,)Peanuts$/m, 'Peanuts; Peanuts (EpiPen in backpack)')

/** What today's product must respond: the recorded response by today's names. */
export function expectedToday(path: string, value: Json, isRestored: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => expectedToday(path, item, isRestored))
  if (typeof value === 'string') return withAllergiesOnFile(value)
  if (typeof value !== 'object' || value === null) return value
  const isHeldBack = isRestored && path.startsWith('/api/admin/mail') && value.state === 'queued'
  const entries = Object.entries(isHeldBack ? { ...value, ...NOT_SENT } : value)
  const renamed = entries.flatMap(([name, item]): [string, Json][] => {
    const rename = RENAMED.find(([of, old]) => of.test(path) && old === name)
    if (rename?.[2] === null) return []
    return [[rename?.[2] ?? name, expectedToday(path, item, isRestored)]]
  })
  return Object.fromEntries(renamed)
}
