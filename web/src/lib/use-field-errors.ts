import {
  checkFields,
  type FieldError,
  type FieldErrors,
  type FieldMessages,
  type FormRules,
  messageOf,
} from '@aftercare/domain/lib/field-rules'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage } from '../language/language'
import { ApiError } from './api-client'
import { wordFieldError } from './error-texts'

/**
 * The validation errors of a form. Editing a field clears its error until the next check. New errors move the focus to
 * the first invalid field, so that a screen reader reads its message.
 */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const isNew = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: aria-invalid is set once the errors are rendered
  useEffect(() => {
    if (isNew.current) focusFirstInvalid()
    isNew.current = false
  }, [errors])
  const show = (found: FieldErrors): string | undefined => {
    const [first] = Object.values(found)
    isNew.current = first !== undefined
    setErrors(found)
    return first && wordRuleError(first)
  }
  return {
    errors: useFieldMessages(errors),
    /** Returns the first of them, for a toast. */
    show,
    /** Whether the values may be sent. */
    check: <Values extends object>(values: Values, rules: FormRules<Values>): boolean =>
      show(checkFields(values, rules)) === undefined,
    /** The server's field errors. */
    showError: (error: unknown) => show(error instanceof ApiError ? error.fields : {}),
    clear: () => setErrors({}),
    /** A list includes its items: `people` covers `people.0.name`. */
    clearErrors: useCallback(
      (...names: string[]) =>
        setErrors((now) => {
          const left = Object.entries(now).filter(
            ([wrong]) => !names.some((name) => wrong === name || wrong.startsWith(`${name}.`)),
          )
          return left.length < Object.keys(now).length ? Object.fromEntries(left) : now
        }),
      [],
    ),
  }
}

function useFieldMessages(errors: FieldErrors): FieldMessages {
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  return useMemo(
    () => Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, wordRuleError(error)])),
    [errors, language],
  )
}

/** In the form or dialog that has the focus: a user who has moved on to another one stays there. */
function focusFirstInvalid(): void {
  const container = document.activeElement?.closest('[role="dialog"], form, main') ?? document
  container.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** What the form found; a ready sentence stays as it is. */
const wordRuleError = (error: FieldError): string =>
  typeof error === 'string' ? error : wordFieldError(error, messageOf(error))
