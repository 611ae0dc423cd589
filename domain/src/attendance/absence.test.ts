import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { type AttendanceMark, NO_MARK } from '../board/board'
import { instantAt } from '../lib/time-of-day'
import {
  type AbsenceRejection,
  absenceError,
  mayReportAbsence,
  mayUndoAbsence,
  undoAbsenceError,
} from './absence'
import { absenceErrorMessage } from './absence-errors'

const ZONE = 'America/New_York'
const TIME = '2026-11-16T20:00:00.000Z'
const reportedBy = (not_coming_by: 'parent' | 'staff'): AttendanceMark => ({
  ...NO_MARK,
  not_coming_at: TIME,
  not_coming_by,
  version: 1,
})
const here: AttendanceMark = { ...NO_MARK, arrived_at: TIME, version: 1 }

const MARKS: Record<string, AttendanceMark | null> = {
  none: null,
  'not coming by parent': reportedBy('parent'),
  'not coming by staff': reportedBy('staff'),
  here,
  'here though not coming': { ...reportedBy('parent'), arrived_at: TIME },
  gone: { ...here, left_at: TIME },
}

test.each(rulesTable('board.md', 'Not coming today'))('$name', (row) => {
  const mark = MARKS[row.text('mark')] ?? null
  const day = '2026-11-16'
  const moment = {
    day,
    now: instantAt(day, row.text('now'), ZONE),
    timeZone: ZONE,
    pickupTime: '17:30',
  }
  expect(mayReportAbsence(mark, moment)).toBe(row.yes('may set'))
  expect(mayUndoAbsence(mark)).toBe(row.yes('may undo'))
})

test('each error gives the reason', () => {
  const message = (reason: AbsenceRejection['reason']) =>
    absenceErrorMessage({ reason, child: 'Ada', pickupTime: '17:30' })
  expect(message(absenceError(null))).toBe("It's past the 5:30 PM pick-up time.")
  expect(message(absenceError(here))).toBe('Ada has already arrived.')
  expect(message(undoAbsenceError(MARKS.gone ?? null))).toBe('Ada has already been picked up.')
  expect(message('not_booked')).toBe('Ada is not booked for today.')
  expect(message('cancelled')).toBe('Aftercare is cancelled today.')
  expect(message(undoAbsenceError(reportedBy('staff')))).toBe(
    'Aftercare staff marked this. Please contact them to change it.',
  )
})
