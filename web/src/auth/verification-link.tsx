import { useEffect } from 'react'
import { ApiError } from '../lib/api-client'
import { verifyEmail } from '../lib/auth.api'
import { useLocation, useNavigate } from '../router/router'
import { readVerificationToken } from './recovery-link'
import { signInMessages } from './sign-in-messages'

const FAILED = 'Verification Failed'

/** Confirms an address when the link of its mail is opened, and says so. */
export function VerificationLink() {
  const location = useLocation()
  const navigate = useNavigate()
  const found = location.pathname === '/' ? readVerificationToken(location) : null
  const text = found && JSON.stringify(found)
  useEffect(() => {
    if (!text) return
    navigate('/', { replace: true })
    const link = JSON.parse(text) as NonNullable<typeof found>
    if (link === 'invalid') signInMessages.error(FAILED, 'The verification link is invalid or has expired.')
    else void verify(link.token)
  }, [text, navigate])
  return null
}

async function verify(token: string) {
  try {
    await verifyEmail(token)
    signInMessages.success('Email Verified', 'Your email has been confirmed. You can now sign in.')
  } catch (error) {
    const isRefused = error instanceof ApiError && error.hasServerMessage
    signInMessages.error(FAILED, isRefused ? error.message : 'Please open the link in the email again.')
  }
}
