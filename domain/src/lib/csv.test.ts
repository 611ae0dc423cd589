import { expect, test } from 'vitest'
import { anAttendanceSource } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { attendanceRow } from '../attendance/attendance'
import {
  ACTIVITY_CSV_COLUMNS,
  activityCsvName,
  attendanceColumns,
  attendanceCsvName,
  attendanceCsvRow,
  csvTime,
  LATE_CSV_COLUMNS,
  lateCsvName,
  lateCsvRow,
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
  isCancelled: false,
  submittedOn: '2025-09-20',
  allergies: null,
}

test.each([
  ['submissions', submissionsCsvName, SUBMISSION_CSV_COLUMNS],
  ['attendance', attendanceCsvName, attendanceColumns(true)],
  ['late', lateCsvName, LATE_CSV_COLUMNS],
  ['activity', activityCsvName, ACTIVITY_CSV_COLUMNS],
])('the %s export has the specified file name and columns', (file, nameOf, columns) => {
  const row = rulesTable('attendance.md', 'Exports').find((each) => each.text('file') === file)
  expect(nameOf('2025-11-20')).toBe(row?.text('name'))
  expect(columns.join(', ')).toBe(row?.text('columns'))
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
  const line = attendanceRow(anAttendanceSource(), 'early')
  expect(attendanceCsvRow(line, true)).toEqual([
    'Ada Lee',
    'Ana Lee',
    '555-0100',
    'None',
    '',
    '2:30 PM',
    'Registered',
    '23.33',
  ])
  expect(attendanceCsvRow(line, false)).toEqual(attendanceCsvRow(line, true).slice(0, -1))
  expect(attendanceColumns(false)).toEqual(attendanceColumns(true).slice(0, -1))
})

test('a late pick-up is exported with or without the name of who came', () => {
  const late = {
    day: '2025-11-20',
    child_name: 'Ada Lee',
    late_minutes: 7,
    picked_up_by: 'Rose',
    parent_name: 'Ana Lee',
  }
  expect(lateCsvRow(late)).toEqual(['2025-11-20', 'Ada Lee', '7', 'Rose', 'Ana Lee'])
  expect(lateCsvRow({ ...late, picked_up_by: null })[3]).toBe('')
})

test("times are on the programme's clock", () => {
  expect(csvTime('2026-11-11T01:03:59Z', 'America/New_York')).toBe('2026-11-10 20:03')
})

test('without a day, month or drop-in date a cell says so or stays empty', () => {
  const cancelled = { ...registration, month: null, isCancelled: true, selectedDays: [] }
  expect(submissionCsvRow(cancelled).slice(4, 6)).toEqual(['', 'Cancelled'])
  expect(submissionCsvRow({ ...cancelled, selectedDays: [16, 18] })[5]).toBe('16; 18; Cancelled')
})
