import { describe, expect, test } from 'vitest'
import { anAttendanceSource } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { allergiesText, hasAllergies } from '../children/allergies'
import { formatUsd } from '../lib/money'
import { DAY_TYPES } from '../months/months'
import {
  ATTENDANCE_STATUS_LABELS,
  attendanceRow,
  attendanceStats,
  compareAttendance,
  DISMISSAL_TYPES,
  dailyReportAttendee,
  dismissalLabel,
  feePerDayCents,
} from './attendance'

const aGuest = {
  childId: null,
  childName: 'Gus Roe',
  parentName: 'Gil Roe',
  parentEmail: 'gil@example.com',
  phone: null,
  guestChildAllergies: 'Milk',
  guestChildNotes: 'Uncle picks up',
}

test.each(rulesTable('attendance.md', 'Fee of a day'))('$name', (row) => {
  const fee = row.cents('fee')[0] ?? Number.NaN
  expect(formatUsd(feePerDayCents(fee, Number(row.text('days'))))).toBe(row.text('shown'))
})

test.each(rulesTable('attendance.md', 'Type'))('$name', (row) => {
  const source = anAttendanceSource({
    childId: row.yes('parent') ? 'child-1' : null,
    monthId: row.yes('month') ? 'month-1' : null,
  })
  expect(ATTENDANCE_STATUS_LABELS[attendanceRow(source, 'regular').status]).toBe(row.text('type'))
})

test.each(rulesTable('attendance.md', 'Dismissal'))('$name', (row) => {
  const chosen = DISMISSAL_TYPES.find((type) => type === row.text('chosen by staff')) ?? null
  const typeOfDay = DAY_TYPES.find((type) => type === row.text('type of the day')) ?? null
  const { dismissalType } = attendanceRow(anAttendanceSource({ dismissalType: chosen }), typeOfDay)
  expect(dismissalLabel(dismissalType)).toBe(row.text('shown'))
})

describe('allergies', () => {
  test.each(rulesTable('attendance.md', 'Allergies'))('$name', (row) => {
    const written = row.text('written')
    expect(hasAllergies(written)).toBe(row.yes('allergy'))
    expect(allergiesText(` ${written} `)).toBe(row.yes('allergy') ? written : 'None')
  })

  test.each([null, undefined, '', '   '])('%o means none', (written) => {
    expect(allergiesText(written)).toBe('None')
  })

  test.each(rulesTable('attendance.md', 'Allergies from several places'))('$name', (row) => {
    const [first = null, ...others] = row.text('submissions of the day').split(' + ')
    const source = anAttendanceSource({
      childAllergies: row.text('child on file'),
      guestChildAllergies: first,
      moreAllergies: others,
    })
    expect(attendanceRow(source, 'regular').allergies).toBe(row.text('shown'))
    expect(dailyReportAttendee(source).allergies).toBe(row.text('shown'))
  })
})

describe('a row of the day report', () => {
  test('lists the numbers of all adults, and none as a dash', () => {
    const otherAdults = [
      { name: 'Bo Lee', phone: null },
      { name: 'Cy Lee', phone: '555-0102' },
    ]
    const row = attendanceRow(anAttendanceSource({ otherAdults }), 'noon')
    expect(row.phone).toBe('555-0100, 555-0102')
    expect(row.adults.map(({ name }) => name)).toEqual(['Ana Lee', 'Bo Lee', 'Cy Lee'])
    expect(attendanceRow(anAttendanceSource({ phone: null, otherAdults }), 'noon').phone).toBe('555-0102')
    expect(attendanceRow(anAttendanceSource({ phone: null }), 'noon').phone).toBe('-')
  })

  test("shows the parent's phone and both notes", () => {
    const row = attendanceRow(anAttendanceSource({ childNotes: 'Naps', guestChildNotes: 'Late bus' }), 'noon')
    expect(row).toEqual({
      id: 'submission-1',
      child: 'Ada Lee',
      parent: 'Ana Lee',
      phone: '555-0100',
      adults: [{ name: 'Ana Lee', phone: '555-0100' }],
      allergies: 'None',
      notes: 'Naps; Late bus',
      dismissalType: 'noon',
      status: 'registered',
      remark: null,
      knownFamily: null,
      feeCents: 7000 / 3,
    })
  })

  test('shows what the guest typed, and a dash if there is no phone', () => {
    const row = attendanceRow(anAttendanceSource(aGuest), 'regular')
    expect(row).toMatchObject({
      child: 'Gus Roe',
      parent: 'Gil Roe',
      phone: '-',
      allergies: 'Milk',
      notes: 'Uncle picks up',
      status: 'drop-in',
    })
  })

  test('shows the phone that staff entered for a drop-in', () => {
    const source = anAttendanceSource({ ...aGuest, monthId: null, phone: '555-0199' })
    expect(attendanceRow(source, null).phone).toBe('555-0199')
  })
})

test('a child who is not coming is still listed, with a note', () => {
  const source = anAttendanceSource({ remark: 'not_coming', childNotes: ' Naps ', guestChildNotes: ' ' })
  expect(attendanceRow(source, 'regular')).toMatchObject({ remark: 'not_coming', notes: 'Not coming; Naps' })
  expect(attendanceRow(anAttendanceSource({ remark: 'not_coming' }), 'regular').notes).toBe('Not coming')
  expect(dailyReportAttendee(source).child_name).toBe('Ada Lee (Not coming)')
  expect(dailyReportAttendee(anAttendanceSource({ childGrade: ' K ' })).grade).toBe('K')
})

test('a child who is here without a booking is listed, with a note', () => {
  const source = anAttendanceSource({ remark: 'not_booked', childNotes: 'Naps' })
  expect(attendanceRow(source, 'regular')).toMatchObject({ remark: 'not_booked', notes: 'Not booked; Naps' })
  expect(dailyReportAttendee(source).child_name).toBe('Ada Lee (Not booked)')
})

test('nothing is paid for a credited day, nor for one that is not booked', () => {
  expect(attendanceRow(anAttendanceSource({ dayCount: null }), 'regular').feeCents).toBe(0)
  for (const dayCount of [0, 3])
    expect(attendanceRow(anAttendanceSource({ remark: 'not_booked', dayCount }), 'regular').feeCents).toBe(0)
})

test('revenue is summed before rounding', () => {
  const rows = ['a', 'b', 'c'].map((id) => attendanceRow(anAttendanceSource({ id }), 'regular'))
  const guest = attendanceRow(anAttendanceSource({ ...aGuest, totalFeeCents: 2500, dayCount: 1 }), null)
  expect(attendanceStats(rows)).toEqual({
    totalChildren: 3,
    dropIns: 0,
    withAllergies: 0,
    revenueCents: 7000,
  })
  expect(attendanceStats([...rows, guest])).toEqual({
    totalChildren: 4,
    dropIns: 1,
    withAllergies: 1,
    revenueCents: 9500,
  })
  expect(attendanceStats([])).toEqual({ totalChildren: 0, dropIns: 0, withAllergies: 0, revenueCents: 0 })
})

test('half a cent of revenue is rounded up, though the sum of floats is less', () => {
  const rows = Array.from({ length: 6 }, (_, n) =>
    attendanceRow(anAttendanceSource({ id: String(n), totalFeeCents: 2003, dayCount: 12 }), 'regular'),
  )
  expect(attendanceStats(rows).revenueCents).toBe(1002)
})

test('the report lists children by name', () => {
  const named = (id: string, name: string) =>
    attendanceRow(anAttendanceSource({ id, childName: name }), 'regular')
  const rows = [named('3', 'Zoe'), named('2', 'Ada'), named('1', 'Ada'), named('4', 'Émile')]
  expect(rows.sort(compareAttendance).map((row) => row.id)).toEqual(['1', '2', '4', '3'])
})

test('the daily email shows the grade or N/A, and the email of the parent or guest', () => {
  expect(dailyReportAttendee(anAttendanceSource())).toEqual({
    child_name: 'Ada Lee',
    parent_name: 'Ana Lee',
    parent_email: 'ana@example.com',
    grade: 'N/A',
    allergies: 'None',
  })
  expect(dailyReportAttendee(anAttendanceSource(aGuest))).toMatchObject({
    child_name: 'Gus Roe',
    parent_email: 'gil@example.com',
    allergies: 'Milk',
  })
  expect(dailyReportAttendee(anAttendanceSource({ childGrade: 'K' })).grade).toBe('K')
})
