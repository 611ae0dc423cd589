import { CHILD_STATE_LABELS } from '../board/board'
import { isolate } from '../lib/isolate'

/** What staff must know about a child of the day: not expected to come, or here without a booking. */
export type AttendanceRemark = 'not_coming' | 'not_booked'

export const NOT_BOOKED = 'Not booked'

export const REMARK_LABELS: Record<AttendanceRemark, string> = {
  not_coming: CHILD_STATE_LABELS.not_coming,
  not_booked: NOT_BOOKED,
}

/** The notes of the day report: "Not coming; Naps". */
export const notesWithRemark = (notes: string, remark: AttendanceRemark | null): string =>
  remark ? [REMARK_LABELS[remark], notes].filter(Boolean).join('; ') : notes

/** The child's line in the noon email: "Ada Lee (Not coming)". */
export const nameWithRemark = (child: string, remark: AttendanceRemark | null): string =>
  remark ? `${isolate(child)} (${REMARK_LABELS[remark]})` : child
