import { useState } from 'react'

/** Keeps a dialog's content while it animates out. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
