import { useEffect } from 'react'
import { useLocation, useNavigate } from '../router/router'
import { useAuth } from './auth-provider'
import { endLeaving } from './auth-store'

/** Goes where signing out leads; until that page is there, the guards send nobody elsewhere. */
export function Leaving() {
  const { leavingTo } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (leavingTo === null) return
    if (pathname === leavingTo) endLeaving()
    else navigate(leavingTo, { replace: true })
  }, [leavingTo, pathname, navigate])
  return null
}
