import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from './api-client'

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
  return {
    errors,
    show: (found: FieldErrors) => {
      isNew.current = Object.keys(found).length > 0
      setErrors(found)
    },
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
