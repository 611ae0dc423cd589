import { useEffect } from 'react'
import { ApiError } from '../features/api-client'
import { verifyEmail } from '../features/auth/auth.api'
import { signInMessages } from '../features/auth/sign-in-messages'
import { useLocation, useNavigate } from '../router/router'
import { readVerificationToken } from './recovery-link'

/** Confirms an address when the link of its mail is opened, and says so. */
export function VerificationLink() {
  const location = useLocation()
  const navigate = useNavigate()
  const token = location.pathname === '/' ? readVerificationToken(location) : null
  useEffect(() => {
    if (!token) return
    navigate('/', { replace: true })
    void verify(token)
  }, [token, navigate])
  return null
}

async function verify(token: string) {
  try {
    await verifyEmail(token)
    signInMessages.success('Email Verified', 'Your email has been confirmed. You can now sign in.')
  } catch (error) {
    const isRefused = error instanceof ApiError && error.isWorded
    signInMessages.error(
      'Verification Failed',
      isRefused ? error.message : 'Please open the link in the mail again.',
    )
  }
}
