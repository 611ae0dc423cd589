import { useState } from 'react'

/** What a dialog was about stays in it while it leaves the screen. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
