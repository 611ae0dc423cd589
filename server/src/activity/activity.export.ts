import { ACTOR_ROLE_LABELS, activityKindLabel } from '@aftercare/domain/activity/activity'
import { ACTIVITY_CSV_COLUMNS, csvTime } from '@aftercare/domain/lib/csv'
import { withoutIsolates } from '@aftercare/domain/lib/isolate'
import { csvStream } from '../http/csv'
import type { ActivityRow } from './activity-row'

const AT_A_TIME = 500
/** Years of a busy programme. A file beyond that helps nobody, and a slow reader would keep us at it for hours. */
const MOST_ROWS = 50_000

type Read = (before: number | undefined, size: number) => Promise<ActivityRow[]>

/** Each piece begins where the last one ended; the log only grows at its newest end. */
export function activityCsv(read: Read, timeZone: string, most = MOST_ROWS): ReadableStream<Uint8Array> {
  let before: number | undefined
  let count = 0
  let isOver = false
  return csvStream(ACTIVITY_CSV_COLUMNS, async () => {
    if (isOver) return []
    const piece = await read(before, Math.min(AT_A_TIME, most - count))
    before = piece.at(-1)?.id
    count += piece.length
    isOver = piece.length < AT_A_TIME || count >= most
    const lines = piece.map((row) => cells(row, timeZone))
    return count < most
      ? lines
      : [...lines, ['', '', '', `Only the newest ${most} are included. Choose a shorter time range.`]]
  })
}

const cells = (row: ActivityRow, timeZone: string): string[] => [
  csvTime(row.at, timeZone),
  row.person ?? ACTOR_ROLE_LABELS[row.role],
  row.kind === null ? '' : activityKindLabel(row.kind),
  withoutIsolates(row.sentence),
]
