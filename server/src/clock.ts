import { type Day, dayInZone } from '@aftercare/domain/lib/days'

export type Clock = {
  now(): Date
  today(): Day
  /** How far the clock was set from the real time; 0 unless NOW is set. */
  offsetMs: number
}

/** Runs on from `startAt` where one is given, so that demos and tests choose their day. */
export function createClock(timeZone: string, startAt?: string): Clock {
  const offsetMs = startAt ? new Date(startAt).getTime() - Date.now() : 0
  const now = () => new Date(Date.now() + offsetMs)
  return { now, today: todayOf(now, timeZone), offsetMs }
}

/** Nearly every request asks, and zones are whole minutes apart: within a minute the day stays. */
function todayOf(now: () => Date, timeZone: string): () => Day {
  let known: { minute: number; day: Day } | undefined
  return () => {
    const at = now()
    const minute = Math.floor(at.getTime() / 60_000)
    if (known?.minute !== minute) known = { minute, day: dayInZone(at, timeZone) }
    return known.day
  }
}
