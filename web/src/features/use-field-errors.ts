import { useState } from 'react'
import type { FieldErrors } from './api-client'

/** What is wrong with the fields of a form. A field that is being corrected is not wrong until it is checked again. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    errors,
    show: setErrors,
    clear: () => setErrors({}),
    correct: (...names: string[]) =>
      setErrors((now) =>
        names.some((name) => name in now)
          ? Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name)))
          : now,
      ),
  }
}
