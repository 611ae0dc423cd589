import type { DetailedSource } from '../src/attendance/attendance'
import { MONTH_NAMES } from '../src/lib/days'
import type { MonthCalendar } from '../src/months/months'
import { NO_SEATING } from '../src/months/seats'

/** A month at $20 and $30 without stored day types. */
export function aMonth(label: string, changes: Partial<MonthCalendar> = {}): MonthCalendar {
  const { month_name, year } = monthNamed(label)
  return {
    monthName: month_name,
    year,
    regularPriceCents: 2000,
    specialPriceCents: 3000,
    specialDays: [],
    closedDays: [],
    cancelledDays: [],
    dayTypes: {},
    seating: NO_SEATING,
    ...changes,
  }
}

/** "October 2025" → its name and year. */
export function monthNamed(label: string): { month_name: string; year: number } {
  const [name, year] = label.split(' ')
  if (!name || !year) throw new Error(`"${label}" is not a month`)
  return { month_name: name, year: Number(year) }
}

/** Every month from 2024 to 2032. */
export const YEARS_OF_MONTHS: MonthCalendar[] = Array.from({ length: 9 }, (_, i) => 2024 + i).flatMap(
  (year) => MONTH_NAMES.map((name) => aMonth(`${name} ${year}`)),
)

/** A parent's registration of one child at $70 for three days. */
export function anAttendanceSource(changes: Partial<DetailedSource> = {}): DetailedSource {
  return {
    id: 'submission-1',
    childId: 'child-1',
    monthId: 'month-1',
    totalFeeCents: 7000,
    dayCount: 3,
    childName: 'Ada Lee',
    parentName: 'Ana Lee',
    parentEmail: 'ana@example.com',
    phone: '555-0100',
    childGrade: null,
    childAllergies: null,
    guestChildAllergies: null,
    childNotes: null,
    guestChildNotes: null,
    dismissalType: null,
    ...changes,
  }
}
