import { useState } from 'react'

/** For what a `Dialog` shows of a target that is null again while it animates out. A `ConfirmDialog` does so by itself. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
