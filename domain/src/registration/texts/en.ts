import { pluralize } from '../../lib/pluralize'

export const en = {
  id: 'registration-messages' as const,
  monthRequired: { title: 'Month Required', message: 'Please select a month for registration.' },
  childrenAndDaysRequired: {
    title: 'Missing Information',
    message: 'Please select at least one child and select days.',
  },
  fieldsRequired: { title: 'Missing Information', message: 'Please fill in all required fields.' },
  agreementRequired: { title: 'Agreement Required', message: 'Please agree to the terms and conditions.' },
  alreadySubmitted: {
    title: 'Already Submitted',
    message: 'One or more selected children already have a registration for this month.',
  },
  success: (children: number) =>
    `Registration submitted successfully for ${pluralize(children, 'child', 'children')}.`,
  guestSuccess: 'Your registration has been submitted successfully.',
}
