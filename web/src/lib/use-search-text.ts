import { useCallback, useEffect, useRef, useState } from 'react'
import { setPending } from './url-state'

const SEARCH_DELAY_MS = 250

/**
 * A debounced search input: the text shows at once, the URL, and with it the list, follows when the typing pauses or on
 * the next click.
 */
export function useSearchText(stored: string, store: (text: string) => void, name = 'search') {
  const [text, setText] = useState(stored)
  const lastStored = useRef(stored)
  const latestStore = useRef(store)
  latestStore.current = store
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pendingText = useRef<string | null>(null)

  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    pendingText.current = null
    setPending(name, null)
  }, [name])
  const commit = useCallback(() => {
    const typed = pendingText.current
    if (typed === null) return
    cancel()
    lastStored.current = typed
    latestStore.current(typed)
  }, [cancel])
  useEffect(() => {
    // Back, Forward or a link changed the URL, not this input.
    if (stored !== lastStored.current) {
      cancel()
      setText(stored)
    }
    lastStored.current = stored
  }, [stored, cancel])
  useEffect(() => {
    // In the capture phase, before the clicked element's own handler.
    document.addEventListener('click', commit, true)
    return () => {
      document.removeEventListener('click', commit, true)
      cancel()
    }
  }, [commit, cancel])

  const onChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    pendingText.current = next.trim()
    setPending(name, next.trim())
    timer.current = setTimeout(commit, SEARCH_DELAY_MS)
  }
  return [text, onChange] as const
}
