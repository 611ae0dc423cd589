import { useEffect, useRef, useState } from 'react'
import { useUser } from './auth-provider'
import { getAuthState } from './auth-store'

/** Typed but not saved when the session was lost; waits for the same person, as long as this page is open. */
const kept = new Map<string, unknown>()

/** Edits of a form that outlive a lost session: after signing in again they are back where they were. */
export function useKeptEdits<T extends object>(form: string) {
  const key = `${form} ${useUser().id}`
  const [edits, setEdits] = useState<Partial<T>>(() => (kept.get(key) as Partial<T> | undefined) ?? {})
  const latest = useRef(edits)
  latest.current = edits
  useEffect(() => {
    kept.delete(key)
    return () => {
      const { session, leavingTo } = getAuthState()
      const isLost = session === null && leavingTo === null
      if (isLost && Object.keys(latest.current).length > 0) kept.set(key, latest.current)
    }
  }, [key])
  return [edits, setEdits] as const
}
