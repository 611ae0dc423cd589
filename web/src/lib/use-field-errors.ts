import { checkFields, type FieldErrors, type FormRules } from '@aftercare/domain/lib/field-rules'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from './api-client'

/**
 * What is wrong with the fields of a form. A field that is being corrected is not wrong until it is checked again. When
 * something is found wrong, the focus goes to the first such field, whose words are then read out with it.
 */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const isNew = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are marked once the errors are drawn
  useEffect(() => {
    if (isNew.current) focusFirstWrong()
    isNew.current = false
  }, [errors])
  const show = (found: FieldErrors): string | undefined => {
    const [first] = Object.values(found)
    isNew.current = first !== undefined
    setErrors(found)
    return first
  }
  return {
    errors,
    /** Returns the first of them, for a toast. */
    show,
    /** Whether the values may be sent. */
    check: <Values extends object>(values: Values, rules: FormRules<Values>): boolean =>
      show(checkFields(values, rules)) === undefined,
    /** What the server found wrong with the fields. */
    showError: (error: Error) => show(error instanceof ApiError ? error.fields : {}),
    clear: () => setErrors({}),
    /** A list stands for its lines too: `people` for `people.0.name`. */
    correct: useCallback(
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

/** In the form or dialog that was sent; somebody who has gone on to another one is left there. */
function focusFirstWrong(): void {
  const place = document.activeElement?.closest('[role="dialog"], form, main') ?? document
  place.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
