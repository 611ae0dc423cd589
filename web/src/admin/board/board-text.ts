import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { formatTimeInZone } from '@aftercare/domain/lib/time-of-day'
import type { LoadedBoard } from '../../features/board/board.api'
import type { MarkRequest } from '../../features/board/pending-marks'
import { programFacts } from '../../lib/program'

/** "3:31 PM" in the programme's time zone. */
export const timeOf = (instant: string | null | undefined): string =>
  instant ? formatTimeInZone(instant, programFacts().timeZone) : ''

const CHANGES: Record<MarkRequest['change'], string> = {
  arrived: 'Arrived',
  picked_up: 'Picked up',
  not_coming: 'Not coming',
  undo_arrived: 'Undo arrival',
  undo_picked_up: 'Undo pick-up',
  undo_not_coming: 'Undo not coming',
  correct: 'Edited times',
  note: 'Note',
}

/** "Arrived, 3:31 PM", for a rejected mark. */
export const describeMark = ({ change, at }: MarkRequest): string => `${CHANGES[change]}, ${timeOf(at)}`

export const marksLabel = (count: number): string => (count === 1 ? '1 mark' : `${count} marks`)

/** "3 children, as of Nov 16, 2026, 3:31 PM": when a printed sheet's data was read, which offline is not now. */
export const sheetAsOf = ({ readAt, isOffline }: LoadedBoard, count: number): string =>
  `${pluralize(count, 'child', 'children')}, as of ${formatDateTime(readAt, programFacts().timeZone)}${
    isOffline ? ", and this device's marks since" : ''
  }`

/** "Ada, Ben and Cleo" */
export function joinNames(names: readonly string[]): string {
  const shown = names.map(isolate)
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
