/** Who belongs to a family: its first adult, under whom its records are stored, and those who joined. */

/** Open invitations included. */
export const MAX_ADULTS = 4
/** Per family. */
export const MAX_INVITATION_MAILS_PER_DAY = 10
export const INVITATION_DAYS = 7

export const invitationExpiry = (from: Date): Date => new Date(from.getTime() + INVITATION_DAYS * 86_400_000)

/** "k…@example.com": enough to recognize one's own address, too little to learn another's. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '…' : `${first}…${email.slice(at)}`
}

export type FamilySize = {
  adultEmails: readonly string[]
  invitedEmails: readonly string[]
  mailsToday: number
}

export type InvitationError = 'in-family' | 'already-invited' | 'family-full' | 'too-many-invitations'

/** Why nobody can be invited with this address; null if somebody can. All addresses are in lower case. */
export function invitationError(email: string, family: FamilySize): InvitationError | null {
  const { adultEmails, invitedEmails, mailsToday } = family
  if (adultEmails.includes(email)) return 'in-family'
  if (invitedEmails.includes(email)) return 'already-invited'
  if (adultEmails.length + invitedEmails.length >= MAX_ADULTS) return 'family-full'
  return mailsToday >= MAX_INVITATION_MAILS_PER_DAY ? 'too-many-invitations' : null
}

/** An account that wants to join. */
export type Joiner = {
  email: string
  isStaff: boolean
  isSuspended: boolean
  /** The family it has joined. */
  memberOf: string | null
  /** Children, submissions or payments of its own. */
  hasRecords: boolean
  /** Others have joined it. */
  hasMembers: boolean
}

export const JOIN_ERRORS = [
  'own_family',
  'suspended',
  'staff',
  'other_family',
  'has_records',
  'has_members',
] as const
export type JoinError = (typeof JOIN_ERRORS)[number]

/** Why an account cannot join a family; null if it can. Nothing is ever merged. */
export function joinError(joiner: Joiner, accountId: string, familyId: string): JoinError | null {
  if (accountId === familyId || joiner.memberOf === familyId) return 'own_family'
  if (joiner.isSuspended) return 'suspended'
  if (joiner.isStaff) return 'staff'
  if (joiner.memberOf !== null) return 'other_family'
  if (joiner.hasRecords) return 'has_records'
  return joiner.hasMembers ? 'has_members' : null
}

/** What the page behind an invitation's link offers. */
export const JOIN_STATES = ['sign_up', 'sign_in', 'join', 'other_address', 'refused'] as const
export type JoinState = (typeof JOIN_STATES)[number]

/** `viewer` is null if nobody is signed in. */
export function joinState(
  invitedEmail: string,
  hasAccount: boolean,
  viewer: { email: string; joinError: JoinError | null } | null,
): JoinState {
  if (!viewer) return hasAccount ? 'sign_in' : 'sign_up'
  if (viewer.email !== invitedEmail) return 'other_address'
  return viewer.joinError === null ? 'join' : 'refused'
}
