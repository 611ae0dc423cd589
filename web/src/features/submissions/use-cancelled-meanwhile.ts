import { useEffect, useEffectEvent } from 'react'

type DaysEdit = { hasEdit: boolean; isCancelled: boolean; isSaving: boolean }

/** Ends an edit of a registration that somebody else cancels meanwhile. A pending save is rejected for the same reason. */
export function useCancelledMeanwhile({ hasEdit, isCancelled, isSaving }: DaysEdit, end: () => void): void {
  const isCutShort = hasEdit && isCancelled && !isSaving
  const onCutShort = useEffectEvent(end)
  useEffect(() => {
    if (isCutShort) onCutShort()
  }, [isCutShort])
}
