import { z } from 'zod'
import type { Recipient } from './mail'

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

export const isDeliverable = (email: string): boolean => addressSchema.safeParse(email).success

/** Header text: control characters and line breaks become spaces, runs of space become one. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
}
