import { useCallback } from 'react'
import { useSessionDraft } from '../../lib/use-session-draft'

type Opening = { isOpen: true; childId: string | null }

/** Which child's dialog is open on a page, if any: it is restored after an expired session, with its draft. */
export function useChildDialog(
  page: 'children' | 'drop-in' | 'registration' | `parent ${string}` | `submission ${string}`,
) {
  const [opening, setOpening] = useSessionDraft<Opening>(`child dialog of ${page}`)
  return {
    isOpen: opening.isOpen === true,
    /** Null for a new child. */
    childId: opening.childId ?? null,
    openFor: (childId: string) => setOpening({ isOpen: true, childId }),
    openForNew: useCallback(() => setOpening({ isOpen: true, childId: null }), [setOpening]),
    close: useCallback(() => setOpening({}), [setOpening]),
  }
}
