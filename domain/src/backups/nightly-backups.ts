import { addDays, type Day, isDay, weekday } from '../lib/days'

export const DAILY_BACKUPS = 7
export const WEEKLY_BACKUPS = 4

const OVERDUE_MS = 3 * 86_400_000

/** When a nightly backup was made, on the programme's clock: `2026-11-16T02-30`. Sorts by time. */
export type BackupStamp = string

const dayOfStamp = (stamp: BackupStamp): Day => stamp.slice(0, 10)

export const isBackupStamp = (text: string): text is BackupStamp =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d$/.test(text) && isDay(dayOfStamp(text))

/**
 * The backups to delete: all but the newest 7, and before those the newest of each of the latest 4 weeks, Monday to
 * Sunday. Age alone deletes none, so a server that was off for a year still has its last ones.
 */
export function expiredBackups(stamps: readonly BackupStamp[]): BackupStamp[] {
  const newestFirst = stamps.toSorted().reverse()
  const daily = newestFirst.slice(0, DAILY_BACKUPS)
  const weeks = new Set(daily.map(mondayOf))
  const weekly: BackupStamp[] = []
  for (const stamp of newestFirst.slice(DAILY_BACKUPS)) {
    if (weekly.length === WEEKLY_BACKUPS || weeks.has(mondayOf(stamp))) continue
    weeks.add(mondayOf(stamp))
    weekly.push(stamp)
  }
  const retained = new Set([...daily, ...weekly])
  return newestFirst.filter((stamp) => !retained.has(stamp))
}

function mondayOf(stamp: BackupStamp): Day {
  const day = dayOfStamp(stamp)
  return addDays(day, -((weekday(day) + 6) % 7))
}

/** Whether staff should know that there has been no backup for 3 days. */
export const isBackupOverdue = (lastAt: Date, now: Date): boolean =>
  now.getTime() - lastAt.getTime() >= OVERDUE_MS
