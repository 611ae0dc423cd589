import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'

const recorded = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Written by the last version before `0001_schema.sql`: see README.md. */
export const RECORDED_BACKUP = recorded('schema-0057.backup.gz')

/** Gives a database of the first schema the history of the migrations that it replaced. */
export async function restoreReplacedHistory(client: pg.Client) {
  const lines = readFileSync(recorded('replaced-migrations.txt'), 'utf8').trim().split('\n')
  await client.query('delete from schema_migrations')
  for (const line of lines) {
    const [checksum, name = ''] = line.split('  ')
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      Number(name.slice(0, 4)),
      name,
      checksum,
    ])
  }
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Link = { access_token: string; refresh_token?: string }
type Mail = { id: string; state: string; to_email: string; subject: string; last_error: string | null }
type Figures = {
  cookies: Record<'dana' | 'staff', string>
  repeated: { key: string; request: unknown; rows: Json[] }
  links: Record<'verification' | 'recovery' | 'invitation', Link>
  responses: { as: string | null; path: string; body: Json }[]
}
export const figures: Figures = JSON.parse(
  gunzipSync(readFileSync(recorded('schema-0057.figures.json.gz'))).toString(),
)

/** The rows of all pages of a list. */
export const listedRows = <Row>(path: string): Row[] =>
  figures.responses
    .filter((response) => response.path.startsWith(`${path}?`))
    .flatMap(({ body }) => (body as { rows: Row[] }).rows)

export const queuedMails = () => listedRows<Mail>('/api/admin/mail').filter(({ state }) => state === 'queued')

/** A restored mail that was queued waits for staff's decision. */
const HELD_BACK = {
  state: 'failed',
  last_error: 'Restored from a backup: it may have been sent already.',
}

/** What the list of submissions has beside its rows. It also had the columns of the first one then, undeclared. */
const BESIDE_SUBMISSIONS = 'rows total is_capped page size similar edited_since_billed has_cancelled'.split(
  ' ',
)

/** Reversals were counted as payments then. */
const isWithTotals = (value: Json): value is { totals: { [key: string]: Json } } =>
  typeof value === 'object' && value !== null && 'totals' in value

/** The recorded response, of a restored database if need be. */
export function expectedToday(path: string, value: Json, isRestored: boolean): Json {
  if (path.startsWith('/api/admin/submissions?'))
    return Object.fromEntries(
      Object.entries(value ?? {}).filter(([name]) => BESIDE_SUBMISSIONS.includes(name)),
    )
  if (path.startsWith('/api/admin/parents/') && isWithTotals(value)) {
    const { payments: _, ...totals } = value.totals
    return { ...value, totals }
  }
  if (!isRestored || !path.startsWith('/api/admin/mail')) return value
  if (Array.isArray(value)) return value.map((item) => expectedToday(path, item, isRestored))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value.state === 'queued' ? { ...value, ...HELD_BACK } : value)
  return Object.fromEntries(entries.map(([name, item]) => [name, expectedToday(path, item, isRestored)]))
}
