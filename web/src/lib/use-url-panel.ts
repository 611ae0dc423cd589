import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../router/router'
import { goWithoutBlocking } from './navigation-blocker'
import { useUrlState } from './url-state'

type Seen = { id: string | null; others: string; steps: number | null }

function othersOf(search: string, name: string): string {
  const params = new URLSearchParams(search)
  params.delete(name)
  return params.toString()
}

/**
 * A panel beside or over a list is in the URL: it can be linked, and Back closes it. Closing it goes back to the list's
 * history entry, so that no redundant entry is left; a panel that was opened by its URL has no such entry and is
 * removed from the URL.
 */
export function useUrlPanel(name: string) {
  const { params, change } = useUrlState()
  const location = useLocation()
  const navigationType = useNavigationType()
  const id = params.get(name)
  const others = othersOf(location.search, name)
  /** How many history entries lead back to the closed list, as far as this page has seen them pushed. */
  const seen = useRef<Seen>({ id, others, steps: id === null ? 0 : null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry
  useEffect(() => {
    const last = seen.current
    const isSameList = last.others === others
    const steps =
      id === null
        ? 0
        : !isSameList || navigationType === 'POP' || last.steps === null
          ? null
          : last.steps + Number(navigationType === 'PUSH')
    seen.current = { id, others, steps }
  }, [location])
  return {
    id,
    close: () => {
      const { steps } = seen.current
      if (steps) goWithoutBlocking(-steps)
      else change({ [name]: null }, { replace: true })
    },
  }
}
