import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../lib/api-client'
import { checkRecovery, type RecoveryTokens } from '../lib/auth.api'
import { useLocation, useNavigate } from '../router/router'
import { readRecoveryLink } from './recovery-link'
import { signInMessages } from './sign-in-messages'

export type Recovery =
  | { status: 'none' | 'invalid' }
  | { status: 'checking' | 'valid' | 'unreachable'; tokens: RecoveryTokens }

/**
 * Takes a recovery link out of the address at once, so that neither the history nor a screenshot keeps it, and asks
 * the server whether it works before any form is shown. Looking does not use it up.
 */
export function useRecovery() {
  const location = useLocation()
  const navigate = useNavigate()
  const [recovery, setRecovery] = useState<Recovery>({ status: 'none' })
  const found = readRecoveryLink(location)
  const text = found && JSON.stringify(found)

  const check = useCallback(async (tokens: RecoveryTokens) => {
    setRecovery({ status: 'checking', tokens })
    try {
      await checkRecovery(tokens)
      setRecovery({ status: 'valid', tokens })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      setRecovery(isRefused ? { status: 'invalid' } : { status: 'unreachable', tokens })
    }
  }, [])

  useEffect(() => {
    if (!text) return
    signInMessages.clear()
    navigate({ pathname: location.pathname }, { replace: true })
    const link = JSON.parse(text) as NonNullable<typeof found>
    if (link === 'invalid') setRecovery({ status: 'invalid' })
    else void check(link)
  }, [text, location.pathname, navigate, check])

  return {
    recovery: found === null ? recovery : stateOf(found),
    checkAgain: check,
    leave: useCallback((status: 'none' | 'invalid' = 'none') => setRecovery({ status }), []),
  }
}

/** Of a link that still stands in the address. */
const stateOf = (link: RecoveryTokens | 'invalid'): Recovery =>
  link === 'invalid' ? { status: 'invalid' } : { status: 'checking', tokens: link }
