import { isClientError } from './api-client'

/**
 * The server's own sentence when it refused, the field's where one was refused; null when it gave no answer, failed or
 * said nothing, and the screen's fixed words stand.
 */
export function getErrorMessage(error: Error): string | null {
  if (!isClientError(error)) return null
  const [fieldWords] = Object.values(error.fields)
  return fieldWords ?? (error.hasServerMessage ? error.message : null)
}
