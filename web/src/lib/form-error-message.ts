import { textsOf } from '../language/language'
import { ApiError } from './api-client'
import { getErrorMessage } from './error-message'
import { en } from './texts/connection.en'

/** For a form, whose input stays: the server's message for a client error, else the form's own. */
export const formErrorMessage = (error: Error, failed: string): string =>
  getErrorMessage(error) ?? withConnection(error, failed)

/** A form's own message, and that the server could not be reached if that is why. */
export function withConnection(error: unknown, failed: string): string {
  if (!(error instanceof ApiError && error.code === 'network')) return failed
  return `${failed.replace(/[^.!?]$/, '$&.')} ${textsOf(en).unreachable}`
}
