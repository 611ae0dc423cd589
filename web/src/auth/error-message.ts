import type { ApiError } from '../lib/api-client'

/** The message for a toast: the first field error, else the server's message, else the fallback. */
export function getErrorMessageOr(error: ApiError, fallback: string): string {
  const [fieldMessage] = Object.values(error.fields)
  if (fieldMessage) return fieldMessage
  return error.hasServerMessage ? error.message : fallback
}
