import { addDays, type Day, isDay, weekday } from '../lib/days'

const DAILY_BACKUPS = 7
const WEEKLY_BACKUPS = 4

const OVERDUE_MS = 3 * 86_400_000

/** When a nightly backup was made, on the programme's clock: `2026-11-16T02-30`. Sorts by time. */
export type BackupTimestamp = string

const dayOf = (timestamp: BackupTimestamp): Day => timestamp.slice(0, 10)

export const isBackupTimestamp = (text: string): text is BackupTimestamp =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d$/.test(text) && isDay(dayOf(text))

/**
 * The backups to delete: all but the newest of each of the latest 7 days that have one, and before those the newest of
 * each of the latest 4 weeks, Monday to Sunday. Age alone deletes none, so a server that was off for a year still has its
 * last ones.
 */
export function expiredBackups(timestamps: readonly BackupTimestamp[]): BackupTimestamp[] {
  const newestFirst = timestamps.toSorted().reverse()
  const ofEachDay = newestOfEach(newestFirst, dayOf)
  const daily = ofEachDay.slice(0, DAILY_BACKUPS)
  const dailyWeeks = new Set(daily.map(mondayOf))
  const earlier = ofEachDay.slice(DAILY_BACKUPS).filter((one) => !dailyWeeks.has(mondayOf(one)))
  const weekly = newestOfEach(earlier, mondayOf).slice(0, WEEKLY_BACKUPS)
  const retained = new Set([...daily, ...weekly])
  return newestFirst.filter((one) => !retained.has(one))
}

function newestOfEach(
  newestFirst: BackupTimestamp[],
  periodOf: (timestamp: BackupTimestamp) => Day,
): BackupTimestamp[] {
  const periods = newestFirst.map(periodOf)
  return newestFirst.filter((one, index) => periods.indexOf(periodOf(one)) === index)
}

function mondayOf(timestamp: BackupTimestamp): Day {
  const day = dayOf(timestamp)
  return addDays(day, -((weekday(day) + 6) % 7))
}

/** Whether staff should know that there has been no backup for 3 days. */
export const isBackupOverdue = (lastAt: Date, now: Date): boolean =>
  now.getTime() - lastAt.getTime() >= OVERDUE_MS
