import type { JoinError } from './family'

const ANOTHER_EMAIL = 'Please ask to be invited with a different email address.'

export const JOIN_ERROR_MESSAGES: Record<JoinError, string> = {
  own_family: 'You already belong to this family.',
  suspended: 'This account is suspended. Please contact the aftercare office.',
  staff: `A staff account can't join a family. ${ANOTHER_EMAIL}`,
  other_family:
    'Your account already belongs to another family. Leave it on your profile first, then open this link again.',
  has_records: `Your account has children, registrations or payments of its own, so it can't join another family. ${ANOTHER_EMAIL}`,
  has_members:
    'Other adults share your family. Remove them on your profile first, then open this link again.',
}
