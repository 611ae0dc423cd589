import { monthLabel } from '@aftercare/domain/months/months'
import { useEffect, useRef, useState } from 'react'
import type { AdminMonth } from './months.admin.api'

/**
 * Somebody else deleted the month that was open: another one stands in its place, and without a word its buttons would
 * be pressed for the one before. Says so until a month is chosen.
 */
export function useDeletedMonth(
  months: readonly AdminMonth[] | undefined,
  shown: AdminMonth | undefined,
  {
    wanted,
    isNewest,
    isDirty,
  }: {
    /** The month that the address names. */
    wanted: string | null
    isNewest: boolean
    isDirty: boolean
  },
) {
  const [words, setWords] = useState<string | null>(null)
  const before = useRef<{ month: AdminMonth; isDirty: boolean } | null>(null)
  const [deletedHere] = useState(() => new Set<string>())
  useEffect(() => {
    const last = before.current
    before.current = shown ? { month: shown, isDirty } : null
    if (!months || !last || last.month.id === shown?.id) return
    const isGone = !months.some(({ id }) => id === last.month.id) && !deletedHere.has(last.month.id)
    const lost = last.isDirty ? ' Your changes to it are gone too.' : ''
    setWords(isGone ? `${monthLabel(last.month)} was just deleted.${lost}` : null)
  }, [months, shown, isDirty, deletedHere])
  // Of the address that the page was opened with: one that was made here may name what the list gets in a moment.
  const [opened] = useState(wanted)
  const isUnknown = isNewest && wanted === opened && wanted !== null && !deletedHere.has(wanted)
  const isNone = isUnknown && months?.every(({ id }) => id !== wanted)
  return {
    words: words ?? (isNone ? 'The month in this link no longer exists.' : null),
    noteDeleting: (month: AdminMonth) => void deletedHere.add(month.id),
  }
}
