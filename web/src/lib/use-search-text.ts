import { useCallback, useEffect, useRef, useState } from 'react'
import { setPending } from './url-state'

const SEARCH_DELAY_MS = 250

/**
 * What is typed shows at once; the address, and with it the list, follows when the typing pauses. Whatever is pressed
 * before that finds the typed text in the address already.
 */
export function useSearchText(stored: string, store: (text: string) => void, name = 'search') {
  const [text, setText] = useState(stored)
  const lastStored = useRef(stored)
  const latestStore = useRef(store)
  latestStore.current = store
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string | null>(null)

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    setPending(name, null)
  }, [name])
  const settle = useCallback(() => {
    const typed = waiting.current
    if (typed === null) return
    forget()
    lastStored.current = typed
    latestStore.current(typed)
  }, [forget])
  useEffect(() => {
    // Back, Forward or a link changed the address, not this input.
    if (stored !== lastStored.current) {
      forget()
      setText(stored)
    }
    lastStored.current = stored
  }, [stored, forget])
  useEffect(() => {
    // On its way down, before what was pressed hears of it.
    document.addEventListener('click', settle, true)
    return () => {
      document.removeEventListener('click', settle, true)
      forget()
    }
  }, [settle, forget])

  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    waiting.current = next.trim()
    setPending(name, next.trim())
    timer.current = setTimeout(settle, SEARCH_DELAY_MS)
  }
  return [text, type] as const
}
