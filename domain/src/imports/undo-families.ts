/** Entries of the activity log that leave an imported family as it was. */
const NOTHING_HAPPENED = new Set([
  'parent.import',
  'parent.invite',
  'parent.invite-adult',
  'parent.cancel-adult-invitation',
  'parent.undo-import',
  'family.invite',
  'family.cancel-invitation',
  'auth.reset-requested',
  // At the address of an account without a password it changes nothing: the password is chosen behind a mailed link.
  'auth.sign-up',
  'mail.send-again',
])

const REASONS = [
  ['signed in', /^(?:auth|account|sessions|two-factor|profile|calendar-feed|own-data|privacy)\./],
  ['has a registration or drop-in', /^(?:submission|mark)\./],
  ['has a payment', /^payment\./],
  ['got children by another import', /^another-import$/],
] as const

/**
 * What else happened to an imported family, by the actions logged since; null if nothing did. A later import counts as
 * "another-import".
 */
export function undoObstacle(actions: readonly string[]): string | null {
  const happened = actions.filter((action) => !NOTHING_HAPPENED.has(action))
  if (happened.length === 0) return null
  const [reason] = REASONS.find(([, pattern]) => happened.some((action) => pattern.test(action))) ?? [
    'was edited',
  ]
  return reason
}
