import { ACTOR_ROLE_LABELS, activityKindLabel } from '@aftercare/domain/activity'
import { ACTIVITY_CSV_COLUMNS } from '@aftercare/domain/csv'
import { formatDateTime } from '@aftercare/domain/dates-format'
import { withoutIsolates } from '@aftercare/domain/isolate'
import { csvLines, csvStart } from '../http/csv'
import type { ActivityRow } from './activity-row'

const AT_A_TIME = 500
/** Years of a busy programme. A file beyond that helps nobody, and a slow reader would keep us at it for hours. */
const MOST_ROWS = 50_000

type Read = (before: number | undefined, size: number) => Promise<ActivityRow[]>

/** The file in pieces, each read when the last one has gone out; the log only grows at its newest end. */
export function activityCsv(read: Read, timeZone: string, most = MOST_ROWS): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before: number | undefined
  let count = 0
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvStart(ACTIVITY_CSV_COLUMNS))),
    async pull(controller) {
      const piece = await read(before, Math.min(AT_A_TIME, most - count))
      before = piece.at(-1)?.id
      count += piece.length
      if (piece.length > 0)
        controller.enqueue(encoder.encode(csvLines(piece.map((row) => cells(row, timeZone)))))
      if (piece.length === AT_A_TIME && count < most) return
      if (count >= most)
        controller.enqueue(
          encoder.encode(
            csvLines([['', '', '', `Only the newest ${most} are listed: choose a shorter time.`]]),
          ),
        )
      controller.close()
    },
  })
}

const cells = (row: ActivityRow, timeZone: string): string[] => [
  formatDateTime(row.at, timeZone),
  row.person ?? ACTOR_ROLE_LABELS[row.role],
  row.kind === null ? '' : activityKindLabel(row.kind),
  withoutIsolates(row.sentence),
]
