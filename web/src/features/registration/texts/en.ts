import { pluralize } from '@aftercare/domain/lib/pluralize'
import { type MonthIdentity, monthLabel } from '@aftercare/domain/months/months'

export const en = {
  id: 'registration' as const,
  toDashboard: 'Back to Dashboard',
  toGuestPortal: 'Back to Guest Portal',
  month: 'Month',
  monthsFailed: 'Failed to load available months.',
  monthFailed: 'Failed to load month data.',
  withdrawn: (month: MonthIdentity) => `${monthLabel(month)} is no longer open for registration.`,
  noMonths: { title: 'No Months Available', text: "Registration isn't open yet. Please check back soon." },
  otherMonth: 'Choose another month',
  monthMissing: 'Select a month.',
  noOpenDay: {
    title: (month: MonthIdentity) => `No days open in ${monthLabel(month)}.`,
    text: 'Every day is full, closed, past or without aftercare.',
    watch: 'Tap a full day to get an email when a seat opens.',
  },
  daysMissing: 'Select at least one day.',
  crowded: 'Remove the day, or choose fewer children.',
  tooFewSeats: (children: number) =>
    `Days with fewer than ${children} seats left can't be chosen for ${children} children.`,
  children: {
    heading: 'Children',
    chosen: (chosen: number, all: number) => `${chosen} of ${all} chosen`,
    failed: 'Failed to load children data.',
    registeredFailed: "We couldn't load existing registrations.",
    submitted: 'Already Submitted',
    noAllergies: 'No allergies listed',
    missing: 'Select at least one child.',
    none: 'Add a child first, then choose the days.',
    add: 'Add Child',
  },
  guest: {
    required: 'Please fill in this field.',
    parentHeading: 'Parent Information',
    parentName: 'Parent Name',
    parentEmail: 'Parent Email',
    parentPhone: 'Parent Phone',
    childHeading: 'Child Information',
    childName: 'Child Name',
    allergies: 'Allergies',
    notes: 'Notes',
  },
  agreement: {
    heading: 'Agreement',
    agree: 'I have read and agree to the terms above',
    missing: 'Check the agreement box to register.',
  },
  fees: {
    heading: 'Fee Summary',
    perChild: 'Fee per child',
    children: 'Children',
    total: 'Total',
    totalIs: (total: string, count: string) => `Total ${total}, ${count}`,
    count: (days: number, children: number) =>
      `${pluralize(days, 'day')} × ${pluralize(children, 'child', 'children')}`,
  },
  submit: 'Submit Registration',
  failed: 'Failed to submit registration. Please try again.',
}
