import { monthLabel } from '@aftercare/domain/months'
import { useEffect, useRef, useState } from 'react'
import type { AdminMonth } from '../../features/months/months.admin.api'

/**
 * Somebody else deleted the month that was open: another one stands in its place, and without a word its buttons would
 * be pressed for the one before. Says so until a month is chosen.
 */
export function useGoneMonth(
  months: readonly AdminMonth[] | undefined,
  shown: AdminMonth | undefined,
  isDirty: boolean,
) {
  const [words, setWords] = useState<string | null>(null)
  const before = useRef<{ month: AdminMonth; isDirty: boolean } | null>(null)
  const deletedHere = useRef(new Set<string>())
  useEffect(() => {
    const last = before.current
    before.current = shown ? { month: shown, isDirty } : null
    if (!months || !last || last.month.id === shown?.id) return
    const isGone = !months.some(({ id }) => id === last.month.id) && !deletedHere.current.has(last.month.id)
    const lost = last.isDirty ? ' What you had changed in it went with it.' : ''
    setWords(isGone ? `${monthLabel(last.month)} was deleted in the meantime.${lost}` : null)
  }, [months, shown, isDirty])
  return { words, noteDeleting: (month: AdminMonth) => void deletedHere.current.add(month.id) }
}
