import { useCallback } from 'react'
import { useDraft } from '../../lib/use-draft'

const CLOSED = { isOpen: false, childId: null as string | null }

/** Which child's dialog is open on a page, if any: it is restored after an expired session, with its draft. */
export function useChildDialog(
  page: 'children' | 'drop-in' | 'registration' | `parent ${string}` | `submission ${string}`,
) {
  const { values, change, clear } = useDraft(`child dialog of ${page}`, { empty: CLOSED })
  return {
    isOpen: values.isOpen,
    /** Null for a new child. */
    childId: values.childId,
    openFor: (childId: string) => change({ isOpen: true, childId }),
    openForNew: useCallback(() => void change({ isOpen: true, childId: null }), [change]),
    close: clear,
  }
}
