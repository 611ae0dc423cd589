import type { Services } from '../http/context'
import { digestOf } from '../secrets'

/** Tells one account's lines in the log from another's without naming the person. */
export const accountMark = (email: string): string => digestOf(email.trim().toLowerCase()).slice(0, 16)

/** What an operator needs to notice somebody trying doors, and nothing of what was typed. */
export function logRefusedSignIn(
  { log }: Pick<Services, 'log'>,
  attempt: { email: string; clientAddress: string },
  code: string,
) {
  log.warn(
    { code, account: accountMark(attempt.email), address: attempt.clientAddress },
    'a sign-in was refused',
  )
}
