import { monthLabel } from '@aftercare/domain/months/months'
import { useEffect, useRef, useState } from 'react'
import type { AdminMonth } from './months.api'

/**
 * When another admin deletes the open month, another one takes its place. The message says so until a month is chosen,
 * so that nobody edits the wrong one.
 */
export function useDeletedMonth(
  months: readonly AdminMonth[] | undefined,
  shown: AdminMonth | undefined,
  {
    wanted,
    isFresh,
    isDirty,
  }: {
    /** The month id in the URL. */
    wanted: string | null
    isFresh: boolean
    isDirty: boolean
  },
) {
  const [message, setMessage] = useState<string | null>(null)
  const previous = useRef<{ month: AdminMonth; isDirty: boolean } | null>(null)
  const [deletedHere] = useState(() => new Set<string>())
  useEffect(() => {
    const last = previous.current
    previous.current = shown ? { month: shown, isDirty } : null
    if (!months || !last || last.month.id === shown?.id) return
    const isGone = !months.some(({ id }) => id === last.month.id) && !deletedHere.has(last.month.id)
    const lost = last.isDirty ? ' Your changes to it are gone too.' : ''
    setMessage(isGone ? `${monthLabel(last.month)} was just deleted.${lost}` : null)
  }, [months, shown, isDirty, deletedHere])
  // Only the URL at load: a later one may name a month just created, which the list does not have yet.
  const [opened] = useState(wanted)
  const isUnknown = isFresh && wanted === opened && wanted !== null && !deletedHere.has(wanted)
  const isMissing = isUnknown && months?.every(({ id }) => id !== wanted)
  return {
    message: message ?? (isMissing ? 'The month in this link no longer exists.' : null),
    markDeleting: (month: AdminMonth) => void deletedHere.add(month.id),
  }
}
