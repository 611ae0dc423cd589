import { type Day, dayInZone } from '@aftercare/domain/days'

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
  return { now, today: () => dayInZone(now(), timeZone), offsetMs }
}
