import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../language/language'
import { useLocation, useNavigate } from '../router/router'
import { useCloseGuard } from '../ui/overlays/close-guard'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useIsOverlayOpen } from '../ui/overlays/overlay-contents'
import {
  blockHistory,
  blockNavigation,
  goWithoutBlocking,
  historyIndexOf,
  revertNavigation,
} from './navigation-blocker'
import { en } from './texts/unsaved.en'
import { useBeforeUnload } from './use-before-unload'

export type UnsavedChangesProps = {
  draft: { isUnsaved: boolean }
  /** On its way: leaving loses nothing. */
  isSending?: boolean
  /** Whether a URL of this site still shows what is being edited; by default only the current one. */
  isSamePage?: (url: URL) => boolean
  /** What is lost, where no other form loses anything. */
  unsavedText?: string
}

type PendingLeave = { go: () => void; isClosing: boolean; isOnlyForm: boolean }

let dirtyForms = 0

/**
 * Asks for confirmation before changes are lost, once for all forms: on a link, on Back and Forward, on Sign Out, and,
 * with the browser's own prompt, on closing the tab or leaving the site. Among the contents of a dialog or drawer it also
 * asks before that is closed; a button that discards, such as Cancel, does not ask. Every `Form` has it.
 */
export function UnsavedChanges({
  draft,
  isSending = false,
  isSamePage: isShown,
  unsavedText,
}: UnsavedChangesProps) {
  const t = useTexts(en)
  const [pendingLeave, setPendingLeave] = useState<PendingLeave | null>(null)
  const isDirty = useIsOverlayOpen() && draft.isUnsaved && !isSending
  const { pathname, search } = useLocation()
  const isCurrent = useCallback(
    (url: URL) => url.pathname === pathname && url.search === search,
    [pathname, search],
  )
  const isSamePage = isShown ?? isCurrent
  const confirm = useCallback(
    (go: () => void) => setPendingLeave({ go, isClosing: false, isOnlyForm: dirtyForms === 1 }),
    [],
  )
  const confirmClosing = useCallback(
    (go: () => void, isOnlyForm: boolean) => setPendingLeave({ go, isClosing: true, isOnlyForm }),
    [],
  )
  useCloseGuard(isDirty, confirmClosing)
  useBeforeUnload(isDirty)
  useLinkBlocker(isDirty, isSamePage, confirm)
  useHistoryBlocker(isDirty, isSamePage, confirm)
  useEffect(() => {
    if (!isDirty) return
    dirtyForms += 1
    const release = blockNavigation('typing', confirm)
    return () => {
      dirtyForms -= 1
      release()
    }
  }, [isDirty, confirm])
  return (
    <ConfirmDialog
      open={pendingLeave !== null}
      onOpenChange={(open) => !open && setPendingLeave(null)}
      {...(pendingLeave?.isClosing ? t.close : t.leave)}
      description={(pendingLeave?.isOnlyForm && unsavedText) || t.description}
      onConfirm={() => {
        setPendingLeave(null)
        pendingLeave?.go()
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
      // Another form on the page has asked already.
      if (event.defaultPrevented) return
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
    return blockHistory((event) => {
      if (isSamePage(new URL(window.location.href))) {
        index = historyIndexOf(event.state) ?? index
        return
      }
      const steps = revertNavigation(event, index)
      confirm(() => goWithoutBlocking(steps))
    })
  }, [isDirty, isSamePage, confirm])
}
