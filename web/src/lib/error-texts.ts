import type { ErrorReference } from '@aftercare/domain/lib/errors'
import { textsOf } from '../language/language'

/** In English the message that comes with an error is shown; a translation words its code and parameters. */
const ENGLISH = {
  id: 'errors' as const,
  word: (_: ErrorReference, english: string): string => english,
  wordField: (_: ErrorReference | undefined, english: string): string => english,
}

export type ErrorTexts = typeof ENGLISH

/** A message of the server, which is English. */
export const wordError: ErrorTexts['word'] = (error, english) => textsOf(ENGLISH).word(error, english)

/** A message for a field, of the server or of a rule that the form checked. */
export const wordFieldError: ErrorTexts['wordField'] = (error, english) =>
  textsOf(ENGLISH).wordField(error, english)
