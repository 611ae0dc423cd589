import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Services } from '../http/context'

/**
 * Identifies an account in the log without its email. An HMAC, so that a list of emails cannot be tried against it.
 */
export const accountLogId = ({ encryptor }: Pick<Services, 'encryptor'>, email: string): string =>
  encryptor.hmac(normaliseEmail(email)).slice(0, 16)

/** Lets an operator notice password guessing; logs nothing that was typed. */
export function logFailedSignIn(
  services: Pick<Services, 'log' | 'encryptor'>,
  attempt: { email: string; ipAddress: string },
  code: string,
) {
  services.log.warn(
    { code, account: accountLogId(services, attempt.email), ipAddress: attempt.ipAddress },
    'sign-in failed',
  )
}
