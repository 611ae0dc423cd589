import { ACTOR_ROLE_LABELS, activityKindLabel } from '@aftercare/domain/activity/activity'
import { ACTIVITY_CSV_COLUMNS, csvTime } from '@aftercare/domain/lib/csv'
import { withoutIsolates } from '@aftercare/domain/lib/isolate'
import { csvStream } from '../http/csv'
import type { ActivityRow } from './activity-row'

const BATCH_SIZE = 500
/** Years of a busy programme. A larger file helps nobody, and a slow client would keep us busy for hours. */
const MAX_ROWS = 50_000

type ReadBatch = (before: number | undefined, size: number) => Promise<ActivityRow[]>

/** Each batch starts where the last one ended; the log only grows at its newest end. */
export function activityCsv(
  readBatch: ReadBatch,
  timeZone: string,
  maxRows = MAX_ROWS,
): ReadableStream<Uint8Array> {
  let before: number | undefined
  let count = 0
  let isOver = false
  return csvStream(ACTIVITY_CSV_COLUMNS, async () => {
    if (isOver) return []
    const batch = await readBatch(before, Math.min(BATCH_SIZE, maxRows - count))
    before = batch.at(-1)?.id
    count += batch.length
    isOver = batch.length < BATCH_SIZE || count >= maxRows
    const lines = batch.map((row) => cells(row, timeZone))
    return count < maxRows
      ? lines
      : [...lines, ['', '', '', `Only the newest ${maxRows} are included. Choose a shorter time range.`]]
  })
}

const cells = (row: ActivityRow, timeZone: string): string[] => [
  csvTime(row.at, timeZone),
  row.person ?? ACTOR_ROLE_LABELS[row.role],
  row.kind === null ? '' : activityKindLabel(row.kind),
  withoutIsolates(row.sentence),
]
