import type { Services } from '../http/context'

/**
 * Tells one account's lines in the log from another's without naming the person. Keyed, so that a list of addresses
 * cannot be tried against it.
 */
export const accountLogId = ({ encryptor }: Pick<Services, 'encryptor'>, email: string): string =>
  encryptor.hmac(email.trim().toLowerCase()).slice(0, 16)

/** What an operator needs to notice somebody trying doors, and nothing of what was typed. */
export function logFailedSignIn(
  services: Pick<Services, 'log' | 'encryptor'>,
  attempt: { email: string; ipAddress: string },
  code: string,
) {
  services.log.warn(
    { code, account: accountLogId(services, attempt.email), address: attempt.ipAddress },
    'a sign-in was refused',
  )
}
