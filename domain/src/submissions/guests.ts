/** Guests have no account: rows without a parent are grouped by email, even if others use it too. */

const PREFIX = 'guest-'

/** That guests' submissions cause to one address. */
export const MAX_GUEST_MAILS_PER_DAY = 10

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function isGuest(submission: { parent_id: string | null }): boolean {
  return submission.parent_id === null
}

/** The id of a guest's page: "guest-" and the email. Encode it in URLs. */
export function guestParentId(email: string): string {
  return PREFIX + normaliseEmail(email)
}

/** The guest's email, or null if the id is a registered parent's. */
export function guestEmailOf(parentId: string): string | null {
  return parentId.startsWith(PREFIX) ? normaliseEmail(parentId.slice(PREFIX.length)) : null
}
