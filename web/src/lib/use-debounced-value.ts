import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** Follows the value when it has stopped changing. */
export function useDebouncedValue(value: string, delayMs = DEBOUNCE_MS): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
