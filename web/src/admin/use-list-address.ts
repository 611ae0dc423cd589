import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

type Changes = Record<string, string | null>

const SEARCH_DELAY_MS = 250

/** Search, filters, sort and page of a list live in the address: it can be linked, reloaded and gone back to. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  /** Null takes an entry out. Whatever else changes, the list starts at its first page again. */
  const change = (changes: Changes, options: { replace?: boolean } = {}) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (!('id' in changes)) next.delete('page')
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { preventScrollReset: true, replace: options.replace ?? false },
    )
  const page = Number(params.get('page'))
  return {
    params,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    change,
    /** The value when it is one of the choices, else the first of them. */
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      choices.find((value) => value === params.get(name)) ?? choices[0],
  }
}

/** What is typed shows at once; the address, and with it the list, follows when the typing pauses. */
export function useSearchText(stored: string, store: (text: string) => void) {
  const [text, setText] = useState(stored)
  const lastStored = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back, Forward or a link changed the address, not this input.
    if (stored !== lastStored.current) setText(stored)
    lastStored.current = stored
  }, [stored])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastStored.current = next.trim()
      store(next.trim())
    }, SEARCH_DELAY_MS)
  }
  return [text, type] as const
}
