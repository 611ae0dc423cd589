import type { Services } from '../http/context'

/**
 * Tells one account's lines in the log from another's without naming the person. Keyed, so that a list of addresses
 * cannot be tried against it.
 */
export const accountMark = ({ sealer }: Pick<Services, 'sealer'>, email: string): string =>
  sealer.hmac(email.trim().toLowerCase()).slice(0, 16)

/** What an operator needs to notice somebody trying doors, and nothing of what was typed. */
export function logRefusedSignIn(
  services: Pick<Services, 'log' | 'sealer'>,
  attempt: { email: string; clientAddress: string },
  code: string,
) {
  services.log.warn(
    { code, account: accountMark(services, attempt.email), address: attempt.clientAddress },
    'a sign-in was refused',
  )
}
