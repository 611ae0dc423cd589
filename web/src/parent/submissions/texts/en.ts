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
