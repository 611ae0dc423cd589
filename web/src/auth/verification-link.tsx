import { useEffect } from 'react'
import { useLocation, useNavigate } from '../router/router'
import { importWithRetry } from '../ui/lazy-with-retry'
import { verificationFailed } from './sign-in-messages'

const loadVerification = () => import('./verify-email-link')

/** Confirms an address when the link in its email is opened. Few visits bring one: its code loads on demand. */
export function VerificationLink() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const hasToken = pathname === '/' && /(access|refresh)_token=/.test(search + hash)
  useEffect(() => {
    if (!hasToken) return
    navigate('/', { replace: true })
    importWithRetry(loadVerification)
      .then((m) => m.verifyEmailLink({ search, hash }))
      .catch(() => verificationFailed())
  }, [hasToken, search, hash, navigate])
  return null
}
