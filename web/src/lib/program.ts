import { type Day, dayInZone } from '@aftercare/domain/lib/days'
import { useSyncExternalStore } from 'react'

/** What the server says of the programme, known before the first screen. */
export type ProgramFacts = {
  name: string
  contactEmail: string
  timeZone: string
  /** True when the clock was set by hand, as in a demo. */
  isClockSet: boolean
  /** False when mails only reach the server's local outbox folder. */
  sendsMail: boolean
}

type ProgramJson = {
  name: string
  time_zone: string
  contact_email: string
  /** Absent in a page that may come out of a cache. */
  now: string | null
  is_clock_set: boolean
  sends_mail: boolean
}

let facts: ProgramFacts = {
  name: 'Preschool Aftercare',
  contactEmail: 'aftercare@example.com',
  timeZone: 'America/New_York',
  isClockSet: false,
  sendsMail: false,
}
let aheadMs = 0

/** The built page carries the facts; where it does not, as under the development server, they are asked for. */
export async function loadProgram(): Promise<ProgramFacts> {
  const inPage = document.querySelector<HTMLMetaElement>('meta[name="program"]')?.content
  const json: ProgramJson = inPage ? JSON.parse(inPage) : await askForProgram()
  facts = {
    name: json.name,
    contactEmail: json.contact_email,
    timeZone: json.time_zone,
    isClockSet: json.is_clock_set,
    sendsMail: json.sends_mail,
  }
  if (json.now) setServerTime(json.now)
  return facts
}

async function askForProgram(): Promise<ProgramJson> {
  const answer = await fetch('/api/program')
  if (!answer.ok) throw new Error('The server did not tell about the programme')
  return answer.json()
}

/** Answers that tell the server's time put a phone's wrong clock right. */
export function setServerTime(instant: string) {
  aheadMs = new Date(instant).getTime() - Date.now()
  for (const listener of listeners) listener()
}

export const programFacts = (): ProgramFacts => facts

/** The server's time, whatever the phone's clock says. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

let lastAsked: { minute: number; timeZone: string; day: Day } | undefined

/** Asked whenever a screen is drawn, so worked out once a minute: days begin on a full one everywhere. */
export function today(): Day {
  const now = serverNow()
  const minute = Math.floor(now.getTime() / 60_000)
  const { timeZone } = facts
  if (lastAsked?.minute !== minute || lastAsked.timeZone !== timeZone)
    lastAsked = { minute, timeZone, day: dayInZone(now, timeZone) }
  return lastAsked.day
}

const listeners = new Set<() => void>()
const ASK_EVERY_MS = 30_000

function subscribe(listener: () => void) {
  listeners.add(listener)
  const timer = setInterval(listener, ASK_EVERY_MS)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}

/** Something that follows from the programme's time, such as an hour that is past: looked at as the time goes on. */
export const useProgramTime = <Value extends string | number | boolean>(read: () => Value): Value =>
  useSyncExternalStore(subscribe, read)

/** Today in the programme's time zone; a page left open over midnight changes by itself. */
export const useToday = (): Day => useProgramTime(today)
