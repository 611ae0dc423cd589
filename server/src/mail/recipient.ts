import { z } from 'zod'
import type { MailLog, Recipient } from './mail'

const addressSchema = z.email().max(254)

export class RecipientError extends Error {}

/**
 * One plain address. Lists, display names, comments and line breaks are errors: text in an address field must never
 * become a second recipient or a header.
 */
export function parseRecipient(recipient: Recipient): { address: string; name: string | null } {
  const parsed = addressSchema.safeParse(recipient.address.trim())
  if (!parsed.success) throw new RecipientError('This is not an email address')
  const name = oneLine(recipient.name ?? '').slice(0, 200)
  return { address: parsed.data, name: name === '' ? null : name }
}

/** Logs an address that cannot be used. */
export function isAddressable(
  { to, template, submissionId }: { to: Recipient; template: string; submissionId?: string | null },
  log: MailLog,
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

export const isDeliverable = (email: string): boolean => addressSchema.safeParse(email).success

/** Header text: control characters and line breaks become spaces, runs of space become one. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
}
