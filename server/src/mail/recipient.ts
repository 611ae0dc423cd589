import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Log } from '../log'
import type { Recipient } from './mail'

export class RecipientError extends Error {}

/**
 * One plain address, by the rule of the forms. Lists, display names, comments and line breaks are errors: text in an
 * address field must never become a second recipient or a header.
 */
export function parseRecipient(recipient: Recipient): { address: string; name: string | null } {
  const address = normaliseEmail(recipient.address)
  if (!isEmail(address)) throw new RecipientError('This is not an email address')
  const name = oneLine(recipient.name ?? '').slice(0, 200)
  return { address, name: name === '' ? null : name }
}

/** Logs an address that cannot be used. */
export function isAddressable(
  { to, template, submissionId }: { to: Recipient; template: string; submissionId?: string | null },
  log: Log,
): boolean {
  try {
    // A removed account's email is in the reserved domain.
    return !parseRecipient(to).address.endsWith('.invalid')
  } catch (error) {
    if (!(error instanceof RecipientError)) throw error
    log.warn({ submissionId, template }, 'a mail has no usable address')
    return false
  }
}

/** Header text: control characters and line breaks become spaces, runs of space become one. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
}
