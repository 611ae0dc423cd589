import { APPROVAL_LABELS, type ApprovalState } from '@aftercare/domain/drop-ins/approvals'

export const en = {
  id: 'drop-in-approval' as const,
  labels: APPROVAL_LABELS,
  notes: {
    waiting: (fee) =>
      `The office approves or declines this request and emails you. It costs ${fee} once it is approved, and nothing until then.`,
    unanswered: () => 'The office did not answer in time. There is no fee.',
    approved: () => 'The office approved this request.',
    declined: () => 'The office could not accept this request. There is no fee.',
  } as Record<ApprovalState, (fee: string) => string>,
  dayCancelled:
    'Aftercare is cancelled on this day, so this request cannot be approved. There is no fee. The office will email you.',
  officeWrites: (message: string) => `The office writes: ${message}`,
}
