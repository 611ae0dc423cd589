import type { ApiError } from '../lib/api-client'

/** The server's words for a toast: the field's own where one field was refused, else ours where it said nothing. */
export function getErrorMessageOr(error: ApiError, fallback: string): string {
  const [fieldMessage] = Object.values(error.fields)
  if (fieldMessage) return fieldMessage
  return error.hasServerMessage ? error.message : fallback
}
