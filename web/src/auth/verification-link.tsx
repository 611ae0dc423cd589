import { useEffect } from 'react'
import { useLocation, useNavigate } from '../router/router'
import { importWithRetry } from '../ui/lazy-with-retry'
import { hasLinkToken } from './has-link-token'
import { verificationFailed } from './sign-in-messages'

const loadVerification = () => import('./verify-email-link')

/** Verifies the email when its link is opened. Few visits have one, so its code is loaded on demand. */
export function VerificationLink() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const hasToken = pathname === '/' && hasLinkToken({ search, hash })
  useEffect(() => {
    if (!hasToken) return
    navigate('/', { replace: true })
    importWithRetry(loadVerification)
      .then((m) => m.verifyEmailLink({ search, hash }))
      .catch(() => verificationFailed())
  }, [hasToken, search, hash, navigate])
  return null
}
