import { createHash } from 'node:crypto'
import { answerOf, listen } from './http'
import type { Contender } from './processes'
import { emailOf, FAMILIES, OPEN_MONTH } from './seed'

export const PASSWORD = 'a bench of oak'
export const LISTENERS = 200

/** The database's md5(text)::uuid. */
const uuid = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Days of a month `later` from now that are no weekend. */
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

const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T
const family = (turn: number) => 1 + ((turn * 37) % FAMILIES)

export type Scenario = {
  title: string
  /** One operation; `turn` numbers all operations of a run, so that no two ask for the same. */
  run(contender: Contender, turn: number): Promise<unknown>
  /** What must stand open meanwhile. */
  prepare?(contender: Contender): Promise<() => void>
  isWriting?: boolean
}

export const SCENARIOS: Record<string, Scenario> = {
  a: { title: 'a dashboard', run: ({ port }, turn) => answerOf(port, dashboard(family(turn))) },
  bx: {
    title: 'registration of 2 children, mails queued',
    run: ({ port }, turn) => answerOf(port, registration(family(turn))),
    isWriting: true,
  },
  c: { title: 'staff search', run: ({ port }, turn) => answerOf(port, search(pick(SURNAMES, turn))) },
  d: { title: 'day report', run: ({ port }, turn) => answerOf(port, dayReport(pick(PAST_DAYS, turn).date)) },
  e: { title: 'sign-in', run: ({ port }, turn) => answerOf(port, signIn(family(turn))) },
  f: { title: `one change to ${LISTENERS} listeners`, run: changeHeard, prepare: openListeners },
}

let heard: (text: string) => void = () => {}

async function openListeners({ port }: Contender): Promise<() => void> {
  const closers: (() => void)[] = []
  for (let n = 1; n <= LISTENERS; n++) closers.push(await listen(port, n, (text) => heard(text)))
  return () => {
    for (const close of closers) close()
  }
}

/** Done when the last listener has it. */
async function changeHeard({ port }: Contender, turn: number): Promise<void> {
  const mark = `change ${turn} at ${performance.now()}`
  let left = LISTENERS
  const all = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${left} listeners did not hear of a change`)), 20_000)
    heard = (text) => {
      if (!text.includes(mark)) return
      left -= 1
      if (left > 0) return
      clearTimeout(late)
      resolve()
    }
  })
  await Promise.all([answerOf(port, change(mark)), all])
}
