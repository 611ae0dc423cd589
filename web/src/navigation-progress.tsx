import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from './language/language'
import { preloadOnIntent } from './lib/preload-on-intent'
import { useLocation, useNavigationPending } from './router/router'
import { en } from './texts/en'

/** A page that comes sooner shows no progress. */
const DELAY_MS = 150

/**
 * Answers a click on a link: preloads the page's code as soon as the link is pressed, and shows a thin bar while its code
 * or first data is on its way. Rendered after the page, so that the page's queries have started when the effects here
 * run. Screen readers are told in words: they ignore a bar that nobody has focused.
 */
export function NavigationProgress() {
  useEffect(preloadOnIntent, [])
  const t = useTexts(en)
  const isLoading = useIsPageLoading()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLoading])
  return (
    <div aria-live="polite" className="print:hidden">
      {isShown && (
        <>
          {/* Two colours: staff's header is nearly as dark as the accent. */}
          <div
            aria-hidden="true"
            className="pointer-events-none fixed inset-x-0 top-0 z-80 origin-left animate-progress border-t-3 border-b-2 border-t-accent border-b-surface"
          />
          <span className="sr-only">{t.loadingPage}</span>
        </>
      )}
    </div>
  )
}

/** From the click until the page has what it first requests; later requests are the page's own to show. */
function useIsPageLoading(): boolean {
  const isPending = useNavigationPending()
  const { pathname } = useLocation()
  const [loadedPath, setLoadedPath] = useState(pathname)
  const isComplete = loadedPath === pathname
  const client = useQueryClient()
  useEffect(() => {
    if (isPending || isComplete) return
    const check = () => {
      if (client.isFetching({ predicate: ({ state }) => state.data === undefined }) === 0)
        setLoadedPath(pathname)
    }
    check()
    return client.getQueryCache().subscribe(notifyManager.batchCalls(check))
  }, [isPending, isComplete, pathname, client])
  return isPending || !isComplete
}
