import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from '../../router/router'

/** A link that was pressed to add a child says so in what it gives along. */
const wantsAdding = (state: unknown) =>
  typeof state === 'object' && state !== null && 'add' in state && state.add === true

/** Opens for whoever came to add a child; once, and not again on a reload or on the way back. */
export function useOpenAddChild(open: () => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const isAsked = wantsAdding(state)
  const begin = useEffectEvent(() => {
    open()
    navigate(pathname, { replace: true })
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])
}
