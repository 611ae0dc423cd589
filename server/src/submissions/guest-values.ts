import type { SubmissionRow } from '../db/tables'

type GuestValues = Pick<
  SubmissionRow,
  | 'guest_parent_name'
  | 'guest_parent_email'
  | 'guest_parent_phone'
  | 'guest_child_name'
  | 'guest_child_allergies'
>

/** Of a guest's request, what is stored about the family. */
export const guestValues = (request: GuestValues): GuestValues => ({
  guest_parent_name: request.guest_parent_name,
  guest_parent_email: request.guest_parent_email,
  guest_parent_phone: request.guest_parent_phone,
  guest_child_name: request.guest_child_name,
  guest_child_allergies: request.guest_child_allergies,
})
