import { normaliseEmail } from '../submissions/guests'

/** Maximum lengths. Separate from the schemas, so that a form on a phone need not load them. */
export const MAX_LENGTH = {
  name: 120,
  email: 254,
  phone: 40,
  allergies: 500,
  notes: 1000,
  grade: 40,
  programName: 80,
  /** Staff edit the parent's notes together with the drop-in sentence in front of them. */
  staffNotes: 2000,
  agreementItem: 1000,
  agreementItems: 200,
  subject: 200,
  preheader: 300,
  /** To the families of a day. */
  message: 2000,
  search: 200,
  address: 500,
  taxNumber: 40,
  /** Per family: more than any has, and a script cannot fill the table. */
  children: 30,
  /** Per child, besides its parent. */
  pickupPeople: 5,
  /** About somebody who must not pick up. */
  barredNote: 200,
  /** Why staff cancelled a registration. */
  cancelReason: 2000,
  /** A family's request to cancel, and staff's answer. */
  cancelRequest: 1000,
  /** On a mark of the attendance board. */
  markNote: 2000,
} as const

/** Also what mails are sent to: nothing in it can be a second recipient or a header. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}[a-z0-9!#$%&'*+/=?^_`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  return email.length <= MAX_LENGTH.email && EMAIL.test(email)
}

const MIN_PHONE_DIGITS = 7

/** Whether a phone number can be called. The specified fields take whatever is typed, and so do imports. */
export const isPhone = (typed: string | null | undefined): typed is string =>
  (typed ?? '').replace(/\D/g, '').length >= MIN_PHONE_DIGITS

// Excludes blanks that Unicode counts as letters or symbols too: Hangul fillers and the empty braille cell.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u

/** Whether a text shows anything at all. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)
