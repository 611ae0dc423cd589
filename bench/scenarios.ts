import { createHash } from 'node:crypto'
import { fetchJson, listen } from './http'
import type { Contender } from './processes'
import { emailOf, FAMILIES, OPEN_MONTH } from './seed'

export const PASSWORD = 'a bench of oak'
export const LISTENERS = 200

/** As md5(text)::uuid in SQL. */
const uuid = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The weekdays of the month `later` months from now. */
export function weekdays(later: number): { date: string; day: number }[] {
  const now = new Date()
  return Array.from(
    { length: 28 },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, index + 1)),
  )
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date) => ({ date: date.toISOString().slice(0, 10), day: date.getUTCDate() }))
}

const days = weekdays(OPEN_MONTH)
  .slice(2, 10)
  .map(({ day }) => day)
const SURNAMES = [
  'blackbrook',
  'kirkdale',
  'oakfield',
  'thornham',
  'greenley',
  'hartson',
  'langwood',
  'rosston',
]
const PAST_DAYS = weekdays(-1)

export const registration = (family: number) => ({
  path: '/api/submissions',
  as: family,
  key: `bench-${family}`,
  body: {
    month_id: uuid(`month${OPEN_MONTH}`),
    child_ids: [uuid(`child${family}-1`), uuid(`child${family}-2`)],
    selected_days: days,
    agreed: true,
  },
})
export const REGISTRATION_FEE = days.length * 20

export const dashboard = (family: number) => ({ path: '/api/dashboard?submissions=100', as: family })
export const search = (word: string) => ({
  path: `/api/admin/submissions?search=${encodeURIComponent(word)}&page=1&size=50`,
  as: 'staff' as const,
})
export const dayReport = (date: string) => ({
  path: `/api/admin/attendance?date=${date}`,
  as: 'staff' as const,
})
export const signIn = (family: number, password = PASSWORD) => ({
  path: '/api/auth/sign-in',
  body: { email: emailOf(family), password },
})
const change = (text: string) => ({
  path: '/api/rpc/update_about_aftercare',
  as: 'staff' as const,
  body: {
    _title: 'About',
    _description: text,
    _program_hours: '3 to 6',
    _pricing: '$20',
    _contact: 'staff@example.com',
  },
})

const pick = <T>(list: readonly T[], sequence: number): T => list[sequence % list.length] as T
const family = (sequence: number) => 1 + ((sequence * 37) % FAMILIES)

export type Scenario = {
  title: string
  /** One operation; `sequence` numbers all operations of a run, so that no two request the same. */
  run(contender: Contender, sequence: number): Promise<unknown>
  /** Opens what the scenario needs; returns its cleanup. */
  prepare?(contender: Contender): Promise<() => void>
  isWriting?: boolean
}

export const SCENARIOS: readonly Scenario[] = [
  { title: 'a dashboard', run: ({ port }, sequence) => fetchJson(port, dashboard(family(sequence))) },
  {
    title: 'registration of 2 children, mails queued',
    run: ({ port }, sequence) => fetchJson(port, registration(family(sequence))),
    isWriting: true,
  },
  {
    title: 'staff search',
    run: ({ port }, sequence) => fetchJson(port, search(pick(SURNAMES, sequence))),
  },
  {
    title: 'day report',
    run: ({ port }, sequence) => fetchJson(port, dayReport(pick(PAST_DAYS, sequence).date)),
  },
  { title: 'sign-in', run: ({ port }, sequence) => fetchJson(port, signIn(family(sequence))) },
  { title: `one change to ${LISTENERS} listeners`, run: broadcastChange, prepare: openListeners },
]

let onText: (text: string) => void = () => {}

async function openListeners({ port }: Contender): Promise<() => void> {
  const closers: (() => void)[] = []
  for (let n = 1; n <= LISTENERS; n++) closers.push(await listen(port, n, (text) => onText(text)))
  return () => {
    for (const close of closers) close()
  }
}

/** Resolves when the last listener has received it. */
async function broadcastChange({ port }: Contender, sequence: number): Promise<void> {
  const marker = `change ${sequence} at ${performance.now()}`
  let left = LISTENERS
  const all = new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`${left} listeners did not receive a change`)), 20_000)
    onText = (text) => {
      if (!text.includes(marker)) return
      left -= 1
      if (left > 0) return
      clearTimeout(timeout)
      resolve()
    }
  })
  await Promise.all([fetchJson(port, change(marker)), all])
}
