import type { BoardCard } from '@aftercare/domain/board/board-cards'
import { countsLine } from '@aftercare/domain/board/emergency-sheet'
import { dayInZone } from '@aftercare/domain/lib/days'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { joinList } from '@aftercare/domain/lib/join-list'
import { formatTimeInZone } from '@aftercare/domain/lib/time-of-day'
import { programFacts } from '../../lib/program'
import type { LoadedBoard } from './board.api'
import type { MarkRequest } from './offline/pending-marks'

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

/**
 * "18 here, 6 expected, 9 gone, 4 not coming, as of 4:12 PM": when a printed sheet's data was read, which offline is not
 * now. With the date where that is not the sheet's own.
 */
export function sheetAsOf(
  { date, readAt, isOffline, is_cancelled }: LoadedBoard,
  cards: readonly Pick<BoardCard, 'mark'>[],
): string {
  const { timeZone } = programFacts()
  const isSameDay = dayInZone(new Date(readAt), timeZone) === date
  const time = isSameDay ? timeOf(readAt) : formatDateTime(readAt, timeZone)
  const since = isOffline ? ", and this device's marks since" : ''
  return `${countsLine(cards, is_cancelled)}, as of ${time}${since}`
}

/** "Ada, Ben and Cleo" */
export const joinNames = (names: readonly string[]): string => joinList(names.map(isolate))
