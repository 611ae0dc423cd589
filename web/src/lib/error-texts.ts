import type { ErrorReference } from '@aftercare/domain/lib/errors'
import type { Texts } from '@aftercare/domain/lib/language'
import { translationOf } from '../language/language'

/** There are none in English: the message that comes with an error is shown. */
type ErrorTexts = Texts & {
  word: (error: ErrorReference) => string
  wordField: (error: ErrorReference | undefined) => string
}

const errorTexts = () => translationOf<ErrorTexts>('errors')

/** A message of the server, which is English; a translation words its code and parameters. */
export const wordError = (error: ErrorReference, english: string): string =>
  errorTexts()?.word(error) ?? english

/** A message for a field, of the server or of a rule that the form checked. */
export const wordFieldError = (error: ErrorReference | undefined, english: string): string =>
  errorTexts()?.wordField(error) ?? english
