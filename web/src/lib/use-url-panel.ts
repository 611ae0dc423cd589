import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../router/router'
import { goBackWithoutBlocking } from './navigation-blocker'
import { useUrlState } from './url-state'

type Seen = { id: string | null; others: string; steps: number | null }

function othersOf(search: string, name: string): string {
  const params = new URLSearchParams(search)
  params.delete(name)
  return params.toString()
}

/**
 * What a panel beside or over a list shows stands in the address: it can be linked, and Back closes it. Closing goes
 * back to the list as it was before, so that no step is left in the history that changes nothing; a panel that was
 * opened by its address has no such step and is taken out of the address.
 */
export function useUrlPanel(name: string) {
  const { params, change } = useUrlState()
  const location = useLocation()
  const kind = useNavigationType()
  const id = params.get(name)
  const others = othersOf(location.search, name)
  /** How many steps lie behind the closed list, as far as this page has seen them being made. */
  const seen = useRef<Seen>({ id, others, steps: id === null ? 0 : null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useEffect(() => {
    const last = seen.current
    const isSameList = last.others === others
    const steps =
      id === null
        ? 0
        : !isSameList || kind === 'POP' || last.steps === null
          ? null
          : last.steps + Number(kind === 'PUSH')
    seen.current = { id, others, steps }
  }, [location])
  return {
    id,
    open: (next: string) => change({ [name]: next }),
    close: () => {
      const { steps } = seen.current
      if (steps) goBackWithoutBlocking(steps)
      else change({ [name]: null }, { replace: true })
    },
  }
}
