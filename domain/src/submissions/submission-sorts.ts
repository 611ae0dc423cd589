/** What the list of submissions can be sorted by. */
export const SUBMISSION_SORTS = [
  'submitted',
  'parent',
  'child',
  'month',
  'days',
  'fee',
  'billed',
  'status',
  'allergies',
] as const

export type SubmissionSort = (typeof SUBMISSION_SORTS)[number]
