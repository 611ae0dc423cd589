import { allergiesText, hasAllergies } from '../children/allergies'
import { type KnownFamily, sameChildAllergies } from '../guest-claims/same-child'
import { sumCents } from '../lib/money'
import { DAY_TYPE_LABELS, type DayType, isOpenType } from '../months/months'
import { type AttendanceRemark, nameWithRemark, notesWithRemark } from './attendance-remark'

export const DISMISSAL_TYPES = ['regular', 'noon', 'early'] as const
export type DismissalType = (typeof DISMISSAL_TYPES)[number]

export const DISMISSAL_LABELS: Record<DismissalType, string> = {
  regular: 'Regular',
  noon: 'Noon',
  early: '2:30 PM',
}

/** A day that lost its aftercare after somebody had registered shows that instead of a dismissal time. */
export function dismissalLabel(type: DayType): string {
  return isOpenType(type) ? DISMISSAL_LABELS[type] : DAY_TYPE_LABELS[type]
}

export const CANCELLED_TODAY = 'Aftercare is cancelled today'

/** Above the day report of a cancelled day. The families stay listed, to be called. */
export const CANCELLED_NOTICE = 'Aftercare is cancelled on this day. 0 expected.'

/** An adult of the child whom staff can call. */
export type ContactedAdult = { name: string; phone: string | null }

/** A submission with its child and parent as shown: the family's own data, or what the guest typed. */
export type AttendanceSource = {
  id: string
  /** Null for guests, and only for them. */
  childId: string | null
  monthId: string | null
  totalFeeCents: number
  /** Without credited days; null if this one is credited, so that nothing is paid for it. */
  dayCount: number | null
  childName: string
  parentName: string
  parentEmail: string
  phone: string | null
  /** Those who joined the family, if any; not read where only the family itself sees the row. */
  otherAdults?: readonly ContactedAdult[] | null
  childAllergies: string | null
  guestChildAllergies: string | null
  /** What else is known of this child: its other submissions of the day. */
  moreAllergies?: readonly (string | null)[]
  childNotes: string | null
  guestChildNotes: string | null
  /** Set by staff for a drop-in they entered. */
  dismissalType: DismissalType | null
  /** Not coming: on any of the child's submissions. Not booked: it arrived, and no submission of it has the day. */
  remark?: AttendanceRemark | null
  /** Of guests only, and only for staff. */
  knownFamily?: KnownFamily | null
}

/** What only the board and the 12:00 PM email show of the child; the day report does not read it. */
export type ShownDetails = { childGrade: string | null }
export type DetailedSource = AttendanceSource & ShownDetails

export type AttendanceStatus = 'drop-in' | 'registered'

export const ATTENDANCE_STATUS_LABELS = {
  'drop-in': 'Drop-In',
  registered: 'Registered',
} as const satisfies Record<AttendanceStatus, string>

export type AttendanceRow = {
  id: string
  child: string
  parent: string
  /** The numbers of all adults, separated by commas. */
  phone: string
  /** The parent or guest first. */
  adults: ContactedAdult[]
  allergies: string
  notes: string
  dismissalType: DayType
  status: AttendanceStatus
  knownFamily: KnownFamily | null
  /** The notes start with it; the child is still counted. */
  remark: AttendanceRemark | null
  /** Not rounded: $70 over 3 days is 2333.33… cents, and the day's revenue is summed before rounding. */
  feeCents: number
}

/** Shown for a missing value. */
export const NOTHING = '-'

/** The fee per day; the whole fee if there are no days. */
export function feePerDayCents(totalFeeCents: number, dayCount: number): number {
  return dayCount === 0 ? totalFeeCents : totalFeeCents / dayCount
}

/** Nothing is paid for a credited day, and nothing for one that is not booked. */
const dayFeeCents = ({ remark, totalFeeCents, dayCount }: AttendanceSource): number =>
  remark === 'not_booked' || dayCount === null ? 0 : feePerDayCents(totalFeeCents, dayCount)

/** Guests and submissions without a month are drop-ins. */
function attendanceStatus(source: { childId: string | null; monthId: string | null }): AttendanceStatus {
  return source.childId === null || source.monthId === null ? 'drop-in' : 'registered'
}

export function joinNotes(notes: readonly (string | null | undefined)[]): string {
  let joined = ''
  for (const note of notes) {
    const text = note?.trim()
    if (text) joined = joined ? `${joined}; ${text}` : text
  }
  return joined
}

function joinPhones(adults: readonly ContactedAdult[]): string {
  let joined = ''
  for (const { phone } of adults) if (phone) joined = joined ? `${joined}, ${phone}` : phone
  return joined
}

/** Of the child on file, of its submissions, and of guests who may be the same child. */
export const sourceAllergies = (...sources: readonly AttendanceSource[]): string =>
  allergiesText(
    ...sources.map((source) => source.childAllergies),
    ...sources.flatMap(({ guestChildAllergies, moreAllergies = [], knownFamily }) => [
      guestChildAllergies,
      ...moreAllergies,
      ...sameChildAllergies(knownFamily),
    ]),
  )

/** `typeOfDay` is the day's type in its month; null if the month does not exist. */
export function attendanceRow(source: AttendanceSource, typeOfDay: DayType | null): AttendanceRow {
  const remark = source.remark ?? null
  const parent = source.parentName || NOTHING
  const first = { name: parent, phone: source.phone || null }
  const adults = source.otherAdults ? [first, ...source.otherAdults] : [first]
  return {
    id: source.id,
    child: source.childName || NOTHING,
    parent,
    phone: joinPhones(adults) || NOTHING,
    adults,
    allergies: sourceAllergies(source),
    notes: notesWithRemark(joinNotes([source.childNotes, source.guestChildNotes]), remark),
    dismissalType: source.dismissalType ?? typeOfDay ?? 'regular',
    status: attendanceStatus(source),
    remark,
    feeCents: dayFeeCents(source),
    knownFamily: source.knownFamily ?? null,
  }
}

export function compareAttendance(
  a: Pick<AttendanceRow, 'child' | 'id'>,
  b: Pick<AttendanceRow, 'child' | 'id'>,
): number {
  return a.child.localeCompare(b.child, 'en-US') || (a.id < b.id ? -1 : 1)
}

export type AttendanceStats = {
  totalChildren: number
  dropIns: number
  withAllergies: number
  revenueCents: number
}

export function attendanceStats(rows: readonly AttendanceRow[]): AttendanceStats {
  return {
    totalChildren: rows.length,
    dropIns: rows.filter((row) => row.status === 'drop-in').length,
    withAllergies: rows.filter((row) => hasAllergies(row.allergies)).length,
    revenueCents: Math.round(withoutFloatError(sumCents(rows.map((row) => row.feeCents)))),
  }
}

/** Six times 2003/12 cents add up to 1001.4999999999999, by which half a cent would be rounded down. */
const withoutFloatError = (cents: number): number => Number(cents.toFixed(6))

/** One line of the 12:00 PM email. */
export type DailyReportAttendee = {
  child_name: string
  parent_name: string
  parent_email: string
  grade: string
  allergies: string
}

export function dailyReportAttendee(source: DetailedSource): DailyReportAttendee {
  return {
    child_name: nameWithRemark(source.childName || NOTHING, source.remark ?? null),
    parent_name: source.parentName || NOTHING,
    parent_email: source.parentEmail || NOTHING,
    grade: source.childGrade?.trim() || 'N/A',
    allergies: sourceAllergies(source),
  }
}
