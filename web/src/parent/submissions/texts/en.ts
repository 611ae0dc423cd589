import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { pluralize } from '@aftercare/domain/lib/pluralize'

export const en = {
  id: 'submissions' as const,
  child: 'Child',
  submitted: 'Submitted',
  enteredBy: (name: string, isByPhone: boolean) =>
    `Entered by ${name}${isByPhone ? ', agreed by phone' : ''}`,
  totalFee: 'Total Fee',
  cancelledOn: (date: string) => `Cancelled on ${date}`,
  dayNumbers: (days: readonly number[]) => `Days ${days.join(', ')}`,
  absence: {
    hint: "If your child isn't coming on one of these days, press it.",
    isComing: (child: string) =>
      `${child} is expected on this day. If you say that ${child} isn't coming, staff will see it right away. The fee still applies.`,
    isAbsent: (child: string) => `${child} is not coming on this day. Staff can see this.`,
    notComing: 'Not coming',
    comingAfterAll: 'Coming after all',
    marked: (child: string, day: Day) => `${child} is not coming on ${formatWeekdayDate(day)}`,
    feeStays: 'Staff can see this. The fee still applies.',
    undone: (child: string, day: Day) => `${child} is expected on ${formatWeekdayDate(day)}`,
    failed: "We couldn't let staff know. Please try again.",
  },
  /** Where a dialog has neither a submission nor its title. */
  submission: 'Submission',
  loading: 'Loading',
  notFound: {
    title: 'Not found',
    text: "We couldn't find this submission. It may have been removed.",
  },
  failed: "We couldn't load this submission.",
  unsaved: "Your changes to the days haven't been saved.",
  save: 'Save Changes',
  edit: 'Edit Days',
  days: 'Days',
  daysAndFee: (days: readonly number[], fee: string) =>
    `${days.join(', ')} (${pluralize(days.length, 'day')}, ${fee})`,
  daysMissing: 'Select at least one day to save.',
  agree: 'I agree to the registration agreement',
  readAgreement: 'Read the agreement',
  saved: { title: 'Submission Updated', message: 'Your registration has been successfully updated.' },
  unchanged: { title: 'Nothing Changed', message: 'The selected days are the same as before.' },
  cancelled: {
    title: 'Registration Cancelled',
    message:
      'The office has cancelled this registration. Its days can no longer be changed, and nothing was saved.',
  },
  saveFailed: 'Failed to update submission. Please try again.',
}
