import { type AttendanceMark, NO_MARK } from '@aftercare/domain/board/board'
import { z } from '@hono/zod-openapi'
import { sql } from '../db/sql'
import type { AttendanceMarkRow } from '../db/tables'

/** A child's mark in API responses. */
export const markRow = z.object({
  submission_id: z.string(),
  day: z.string(),
  arrived_at: z.string().nullable(),
  left_at: z.string().nullable(),
  picked_up_by: z.string().nullable(),
  not_on_list: z.boolean(),
  not_coming_at: z.string().nullable(),
  not_coming_by: z.enum(['parent', 'staff']).nullable(),
  note: z.string().nullable(),
  pickup_time: z.string().nullable(),
  late_minutes: z.number().int(),
  version: z.number().int(),
})

export type StoredMark = AttendanceMark & { submission_id: string; day: string }

/** Columns of `attendance_marks m`. */
export const markColumns = sql`m.submission_id, m.day, m.arrived_at, m.left_at, m.picked_up_by, m.not_on_list,
  m.not_coming_at, m.not_coming_by, m.note, m.pickup_time, m.late_minutes, m.version`

/** Without the key and the time of the last change, which the rules do not use. */
export function markOf(row: Partial<AttendanceMarkRow>): AttendanceMark {
  const { submission_id: _, day: __, updated_at: ___, ...mark } = row
  return { ...NO_MARK, ...mark }
}
