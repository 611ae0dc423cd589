import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../language/language'
import { useNavigate } from '../router/router'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { blockHistory, blockNavigation, historyIndexOf, revertNavigation } from './navigation-blocker'
import { en } from './texts/unsaved.en'
import { useBeforeUnload } from './use-before-unload'

type UnsavedChangesProps = {
  isDirty: boolean
  /** Whether a URL of this site still shows what is being edited. */
  isSamePage: (url: URL) => boolean
  description: string
}

/**
 * Asks for confirmation before changes are lost: on a link, on Back and Forward, on Sign Out, and, with the browser's
 * own prompt, on closing the tab or leaving the site.
 */
export function UnsavedChanges({ isDirty, isSamePage, description }: UnsavedChangesProps) {
  const t = useTexts(en)
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null)
  const confirm = useCallback((go: () => void) => setPendingLeave(() => go), [])
  useBeforeUnload(isDirty)
  useLinkBlocker(isDirty, isSamePage, confirm)
  useHistoryBlocker(isDirty, isSamePage, confirm)
  useEffect(() => (isDirty ? blockNavigation(confirm) : undefined), [isDirty, confirm])
  return (
    <ConfirmDialog
      open={pendingLeave !== null}
      onOpenChange={(open) => {
        if (!open) setPendingLeave(null)
      }}
      title={t.title}
      description={description}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      onConfirm={() => {
        setPendingLeave(null)
        pendingLeave?.()
      }}
    />
  )
}

type UseBlocker = (
  isDirty: boolean,
  isSamePage: (url: URL) => boolean,
  confirm: (go: () => void) => void,
) => void

const opensInNewTab = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  link.target === '_blank'

/** Such as the skip link: it leaves everything as it is. */
const isWithinDocument = ({ hash, pathname, search }: URL) =>
  hash !== '' && pathname === window.location.pathname && search === window.location.search

/** Listens in the capture phase, before the router handles the click. */
const useLinkBlocker: UseBlocker = (isDirty, isSamePage, confirm) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDirty) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || opensInNewTab(event, link)) return
      const url = new URL(link.href)
      if (url.origin !== window.location.origin || isWithinDocument(url) || isSamePage(url)) return
      event.preventDefault()
      event.stopPropagation()
      confirm(() => navigate(url.pathname + url.search + url.hash))
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [isDirty, isSamePage, confirm, navigate])
}

/** Reverts the navigation and repeats it once confirmed. */
const useHistoryBlocker: UseBlocker = (isDirty, isSamePage, confirm) => {
  useEffect(() => {
    if (!isDirty) return
    let index = historyIndexOf(window.history.state) ?? 0
    const release = blockHistory((event) => {
      if (isSamePage(new URL(window.location.href))) {
        index = historyIndexOf(event.state) ?? index
        return
      }
      const steps = revertNavigation(event, index)
      confirm(() => {
        release()
        window.history.go(steps)
      })
    })
    return release
  }, [isDirty, isSamePage, confirm])
}
