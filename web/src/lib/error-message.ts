import { isClientError } from './api-client'

/**
 * The server's message for a client error, the first field's where there is one; null for a network or server error or
 * an empty message, where the screen shows its own text.
 */
export function getErrorMessage(error: Error): string | null {
  if (!isClientError(error)) return null
  const [fieldError] = Object.values(error.fields)
  return fieldError ?? (error.hasServerMessage ? error.message : null)
}
