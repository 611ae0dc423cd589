import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from '../../router/router'

/** The history state of links that add a child. */
const wantsAdding = (state: unknown) =>
  typeof state === 'object' && state !== null && 'add' in state && state.add === true

/** Opens the dialog for users who came by such a link; once, not on a reload or Back. */
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
