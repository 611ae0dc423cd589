import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from '../router/router'
import { useAuth } from './auth-provider'
import { endLeaving } from './auth-store'

/**
 * Goes where signing out leads; until that page is there, the guards send nobody elsewhere. Also from that page itself:
 * another one may be on its way already, as right after signing in.
 */
export function Leaving() {
  const { leavingTo } = useAuth()
  const location = useLocation()
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  useEffect(() => {
    if (leavingTo === null) return
    if (isUnderWay.current && location.pathname === leavingTo) {
      isUnderWay.current = false
      endLeaving()
      return
    }
    isUnderWay.current = true
    navigate(leavingTo, { replace: true })
  }, [leavingTo, location, navigate])
  return null
}
