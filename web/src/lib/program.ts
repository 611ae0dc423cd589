import { type Day, dayInZone } from '@aftercare/domain/lib/days'
import { useSyncExternalStore } from 'react'

/** The programme's details, known before the first render; staff may change them while the page is open. */
export type ProgramFacts = {
  name: string
  contactEmail: string
  contactPhone: string | null
  /** The path of the programme's own picture; null for the built-in logo. */
  logo: string | null
  timeZone: string
  /** True when NOW sets the clock, as in a demo. */
  isClockSet: boolean
  /** False when mail is only written to the server's local outbox folder. */
  sendsMail: boolean
}

export type ProgramJson = {
  name: string
  time_zone: string
  contact_email: string
  contact_phone: string | null
  logo: string | null
  /** Null in a page that may be cached. */
  now: string | null
  is_clock_set: boolean
  sends_mail: boolean
}

let facts: ProgramFacts = {
  name: 'Preschool Aftercare',
  contactEmail: 'aftercare@example.com',
  contactPhone: null,
  logo: null,
  timeZone: 'America/New_York',
  isClockSet: false,
  sendsMail: false,
}
let clockOffsetMs = 0

/** The built page contains the settings; the development server's does not, so they are fetched. */
export async function loadProgram(): Promise<ProgramFacts> {
  const inPage = document.querySelector<HTMLMetaElement>('meta[name="program"]')?.content
  return setProgram(inPage ? JSON.parse(inPage) : await fetchProgram())
}

export function setProgram(json: ProgramJson): ProgramFacts {
  facts = {
    name: json.name,
    contactEmail: json.contact_email,
    contactPhone: json.contact_phone,
    logo: json.logo,
    timeZone: json.time_zone,
    isClockSet: json.is_clock_set,
    sendsMail: json.sends_mail,
  }
  if (json.now) setServerTime(json.now)
  else notify()
  return facts
}

/** After events were missed: somebody may have changed the details meanwhile. */
export const reloadProgram = async (): Promise<ProgramFacts> => setProgram(await fetchProgram())

async function fetchProgram(): Promise<ProgramJson> {
  const response = await fetch('/api/program')
  if (!response.ok) throw new Error(`GET /api/program returned ${response.status}`)
  return response.json()
}

/** Corrects for a device whose clock is wrong. */
export function setServerTime(instant: string) {
  clockOffsetMs = new Date(instant).getTime() - Date.now()
  notify()
}

export const programFacts = (): ProgramFacts => facts

/** The same, rendering again when they change. */
export const useProgramFacts = (): ProgramFacts =>
  useSyncExternalStore(onProgramChange, programFacts, programFacts)

/** The server's time, whatever the phone's clock says. */
export const serverNow = (): Date => new Date(Date.now() + clockOffsetMs)

let cachedToday: { minute: number; timeZone: string; day: Day } | undefined

/** Called on every render, so computed once a minute: in every time zone days begin on a full minute. */
export function today(): Day {
  const now = serverNow()
  const minute = Math.floor(now.getTime() / 60_000)
  const { timeZone } = facts
  if (cachedToday?.minute !== minute || cachedToday.timeZone !== timeZone)
    cachedToday = { minute, timeZone, day: dayInZone(now, timeZone) }
  return cachedToday.day
}

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Of the details or of the server's time. Returns a function that unsubscribes. */
export function onProgramChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const POLL_INTERVAL_MS = 30_000
const MINUTE_MS = 60_000

/** Also at every full minute, when deadlines pass. */
function subscribe(listener: () => void) {
  const unsubscribe = onProgramChange(listener)
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const toFullMinute = MINUTE_MS - (serverNow().getTime() % MINUTE_MS)
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      Math.min(POLL_INTERVAL_MS, toFullMinute),
    )
  }
  wait()
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/** A value derived from the programme's time, such as whether a deadline is past; re-evaluated as time passes. */
export const useProgramTime = <Value extends string | number | boolean | null>(read: () => Value): Value =>
  useSyncExternalStore(subscribe, read, read)

/** Today in the programme's time zone; a page left open over midnight changes by itself. */
export const useToday = (): Day => useProgramTime(today)
