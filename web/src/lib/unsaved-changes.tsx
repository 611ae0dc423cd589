import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from '../router/router'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { blockHistory, blockNavigation, historyIndexOf, revertNavigation } from './navigation-blocker'
import { useBeforeUnload } from './use-before-unload'

type UnsavedChangesProps = {
  isDirty: boolean
  /** Whether an address of this site still shows what is being edited. */
  staysHere: (address: URL) => boolean
  description: string
}

/**
 * Asks before changes are lost: on a link of the app, on the browser's Back and Forward, on Sign Out, and, in the
 * browser's own words, on closing the tab or leaving the site.
 */
export function UnsavedChanges({ isDirty, staysHere, description }: UnsavedChangesProps) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const ask = useCallback((go: () => void) => setLeave(() => go), [])
  useBeforeUnload(isDirty)
  useLinkGuard(isDirty, staysHere, ask)
  useHistoryGuard(isDirty, staysHere, ask)
  useEffect(() => (isDirty ? blockNavigation(ask) : undefined), [isDirty, ask])
  return (
    <ConfirmDialog
      open={leave !== null}
      onOpenChange={(open) => {
        if (!open) setLeave(null)
      }}
      title="Leave without saving?"
      description={description}
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      onConfirm={() => {
        setLeave(null)
        leave?.()
      }}
    />
  )
}

type Guard = (isDirty: boolean, staysHere: (address: URL) => boolean, ask: (go: () => void) => void) => void

const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  link.target === '_blank'

/** A link leaves the page before the router hears of it, so it is caught on its way down. */
const useLinkGuard: Guard = (isDirty, staysHere, ask) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDirty) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || opensElsewhere(event, link)) return
      const address = new URL(link.href)
      if (address.origin !== window.location.origin || address.hash || staysHere(address)) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => navigate(address.pathname + address.search))
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [isDirty, staysHere, ask, navigate])
}

/** A move is taken back and made again once confirmed. */
const useHistoryGuard: Guard = (isDirty, staysHere, ask) => {
  useEffect(() => {
    if (!isDirty) return
    let here = historyIndexOf(window.history.state) ?? 0
    const release = blockHistory((event) => {
      if (staysHere(new URL(window.location.href))) {
        here = historyIndexOf(event.state) ?? here
        return
      }
      const steps = revertNavigation(event, here)
      ask(() => {
        release()
        window.history.go(steps)
      })
    })
    return release
  }, [isDirty, staysHere, ask])
}
