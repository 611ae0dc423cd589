import { pluralize } from '@aftercare/domain/lib/pluralize'

export const en = {
  id: 'submission-parts' as const,
  cancelled: 'Cancelled',
  askedToCancel: 'Asked to cancel',
  edited: 'Edited',
  editHistory: 'Edit History',
  byStaff: {
    changed: 'Changed by staff: {name}',
    cancelled: 'Cancelled by staff: {name}',
    restored: 'Cancellation undone by staff: {name}',
  },
  changedBy: 'Changed by {name}',
  noChange: 'No days changed',
  daysAdded: (days: number) => `${pluralize(days, 'day')} added`,
  daysRemoved: (days: number) => `${pluralize(days, 'day')} removed`,
  daysChanged: (added: number, removed: number) => `${pluralize(added, 'day')} added, ${removed} removed`,
  added: 'Added',
  removed: 'Removed',
  adding: 'Adding',
  removing: 'Removing',
  days: 'Days',
  newTotal: 'New Total',
  before: (days: string, fee: string) => `Before: ${days}, ${fee}`,
  givenUp: (days: readonly number[]) => `${pluralize(days.length, 'day')} given up: ${days.join(', ')}.`,
  stay: (days: readonly number[]) =>
    `${days.length === 1 ? '1 day stays' : `${days.length} days stay`}, because the child was here: ${days.join(', ')}.`,
  feeLeft: (fee: string, before: string) => `The fee is ${fee}; it was ${before}.`,
  feeStays: (fee: string) => `The fee of ${fee} stays.`,
  noFee: (fee: string) => `No fee; it was ${fee}.`,
}
