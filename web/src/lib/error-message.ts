import { ApiError, isClientError } from './api-client'

/**
 * The server's message for a client error, the first field's where there is one; null for a network or server error or
 * an empty message, where the screen shows its own text.
 */
export const getErrorMessage = (error: Error): string | null =>
  isClientError(error) ? getServerMessage(error) : null

/** The same, and for a server error too: what a form for signing in says itself blames what was entered. */
export function getServerMessage(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const [fieldError] = Object.values(error.fields)
  return fieldError ?? (error.hasServerMessage ? error.message : null)
}
