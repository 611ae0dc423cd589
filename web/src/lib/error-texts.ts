import type { ErrorReference } from '@aftercare/domain/lib/errors'
import { type FieldError, messageOf } from '@aftercare/domain/lib/field-rules'
import type { Texts } from '@aftercare/domain/lib/language'
import { textsOf } from '../language/language'

/** In English the message that comes with an error is shown. */
const ENGLISH: ErrorTexts = { id: 'errors', messages: null, otherField: '' }

type ErrorTexts = Texts & {
  messages: Readonly<Record<string, string | ((params: never) => string)>> | null
  otherField: string
}

/** The error's message in the chosen language; null if it has none for this code. */
function translate({ code, params }: ErrorReference): string | null {
  const { messages } = textsOf(ENGLISH)
  const message = messages && Object.hasOwn(messages, code) ? messages[code] : null
  if (typeof message !== 'function') return message ?? null
  // A server of an earlier version sends no parameters.
  return params ? message(params as never) : null
}

/** A message of the server, which is English. */
export function wordError(error: ErrorReference, english: string): string {
  if (!textsOf(ENGLISH).messages) return english
  return translate(error) ?? translate({ code: 'failed' }) ?? english
}

/** A server's message for a field. */
export function wordFieldError(error: ErrorReference | undefined, english: string): string {
  const { messages, otherField } = textsOf(ENGLISH)
  return messages ? ((error && translate(error)) ?? otherField) : english
}

/** What the form found; a ready sentence stays as it is. */
export const wordRuleError = (error: FieldError): string =>
  typeof error === 'string' ? error : wordFieldError(error, messageOf(error))
