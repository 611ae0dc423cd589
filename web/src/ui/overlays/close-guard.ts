import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** Calls `close` once it may be closed. If it is not the only guard, it asks for the others too. */
type CloseGuard = (close: () => void, isOnly: boolean) => void

type Overlay = { guards: CloseGuard[]; requestClose: () => void }

/** The dialog or drawer around a component. */
export const OverlayContext = createContext<Overlay | null>(null)

/**
 * For a dialog or drawer: `requestClose` is for every way to close it that the user may have hit by mistake (Escape, the
 * cross, a click outside, Back on a phone). The newest guard among its contents is asked.
 */
export function useCloseGuards(close: () => void): Overlay {
  const latest = useRef(close)
  latest.current = close
  const [overlay] = useState<Overlay>(() => {
    const guards: CloseGuard[] = []
    const requestClose = () => {
      const guard = guards.at(-1)
      if (guard) guard(() => latest.current(), guards.length === 1)
      else latest.current()
    }
    return { guards, requestClose }
  })
  return overlay
}

/** Guards the dialog or drawer around the component; outside of one there is nothing to close. */
export function useCloseGuard(isActive: boolean, guard: CloseGuard): void {
  const guards = useContext(OverlayContext)?.guards
  useEffect(() => {
    if (!isActive || !guards) return
    guards.push(guard)
    return () => void guards.splice(guards.indexOf(guard), 1)
  }, [isActive, guards, guard])
}

/** For a button among the contents that closes the dialog or drawer. */
export function useRequestClose(): () => void {
  const overlay = useContext(OverlayContext)
  if (!overlay) throw new Error('There is no dialog or drawer around this component')
  return overlay.requestClose
}
