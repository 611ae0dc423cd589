import { type Day, dayInZone } from '@aftercare/domain/lib/days'
import type { ProgramDetails } from './config'

/** The object is read at each use: staff may choose another zone while the server runs. */
export type ProgramZone = Pick<ProgramDetails, 'timeZone'>

export type Clock = {
  now(): Date
  today(): Day
  /** How far the clock was set from the real time; 0 unless NOW is set. */
  offsetMs: number
}

/** Starts at `startAt` if given (NOW), so that demos and tests choose their day, and runs on from there. */
export function createClock(program: ProgramZone, startAt?: string): Clock {
  const offsetMs = startAt ? new Date(startAt).getTime() - Date.now() : 0
  const now = () => new Date(Date.now() + offsetMs)
  return { now, today: todayOf(now, program), offsetMs }
}

/** Cached per minute: nearly every request needs it, and time zone offsets are whole minutes. */
function todayOf(now: () => Date, program: ProgramZone): () => Day {
  let cached: { minute: number; timeZone: string; day: Day } | undefined
  return () => {
    const at = now()
    const minute = Math.floor(at.getTime() / 60_000)
    const { timeZone } = program
    if (cached?.minute !== minute || cached.timeZone !== timeZone)
      cached = { minute, timeZone, day: dayInZone(at, timeZone) }
    return cached.day
  }
}
