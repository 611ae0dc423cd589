import { expect, test } from 'vitest'
import { anAttendanceSource } from '../../test/builders'
import { rulesTable } from '../../test/rules-table'
import { attendanceRow } from '../attendance/attendance'
import {
  ATTENDANCE_CSV_COLUMNS,
  attendanceCsvName,
  attendanceCsvRow,
  SUBMISSION_CSV_COLUMNS,
  submissionCsvRow,
  submissionsCsvName,
} from './csv'

const registration = {
  parentName: 'Ana Lee',
  parentEmail: 'ana@example.com',
  childName: 'Ada Lee',
  monthId: 'month-1',
  month: { month_name: 'October', year: 2025 },
  dropInDay: null,
  selectedDays: [3, 4, 10],
  totalFeeCents: 7000,
  status: 'partial' as const,
  submittedOn: '2025-09-20',
  allergies: null,
}

test('the exports have the specified file names and columns', () => {
  const [submissions, attendance] = rulesTable('attendance.md', 'Exports')
  expect(submissionsCsvName('2025-11-20')).toBe(submissions?.text('name'))
  expect(SUBMISSION_CSV_COLUMNS.join(', ')).toBe(submissions?.text('columns'))
  expect(attendanceCsvName('2025-11-20')).toBe(attendance?.text('name'))
  expect(ATTENDANCE_CSV_COLUMNS.join(', ')).toBe(attendance?.text('columns'))
})

test('a registration is exported with its month and day numbers', () => {
  expect(submissionCsvRow(registration)).toEqual([
    'Ana Lee',
    'ana@example.com',
    'Ada Lee',
    'Month Registration',
    'October 2025',
    '3; 4; 10',
    '70.00',
    'Partial',
    '2025-09-20',
    'None',
  ])
})

test('a drop-in is exported with its date', () => {
  const dropIn = { monthId: null, month: null, dropInDay: '2025-11-20', selectedDays: [20] }
  const row = submissionCsvRow({ ...registration, ...dropIn, allergies: 'Milk' })
  expect(row.slice(3, 6)).toEqual(['Day Drop-In', '2025-11-20', '20'])
  expect(row.at(-1)).toBe('Milk')
  expect(row).toHaveLength(SUBMISSION_CSV_COLUMNS.length)
})

test('an attendance row is exported as the screen shows it, with a plain fee', () => {
  expect(attendanceCsvRow(attendanceRow(anAttendanceSource(), 'early'))).toEqual([
    'Ada Lee',
    'Ana Lee',
    '555-0100',
    'None',
    '',
    '2:30 PM',
    'Registered',
    '23.33',
  ])
})
