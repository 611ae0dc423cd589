import { useCallback, useEffect, useState } from 'react'
import { isClientError } from '../lib/api-client'
import { useLocation, useNavigate } from '../router/router'
import { checkRecovery, type RecoveryTokens } from './account.api'
import { readRecoveryLink } from './recovery-link'
import { signInMessages } from './sign-in-messages'

export type Recovery =
  | { status: 'none' | 'invalid' }
  | { status: 'checking' | 'unreachable'; tokens: RecoveryTokens }
  /** `email`: of the account. `isFirst`: it has no password yet. */
  | { status: 'valid'; tokens: RecoveryTokens; email: string; isFirst: boolean }

/**
 * Removes a recovery link from the URL at once, so that neither the history nor a screenshot shows it, and checks it
 * with the server before any form is shown. Checking does not consume it.
 */
export function useRecovery() {
  const location = useLocation()
  const navigate = useNavigate()
  const [recovery, setRecovery] = useState<Recovery>({ status: 'none' })
  const found = readRecoveryLink(location)
  const serialized = found && JSON.stringify(found)

  const check = useCallback(async (tokens: RecoveryTokens) => {
    setRecovery({ status: 'checking', tokens })
    try {
      const { email, has_password } = await checkRecovery(tokens)
      setRecovery({ status: 'valid', tokens, email, isFirst: has_password === false })
    } catch (error) {
      setRecovery(isClientError(error) ? { status: 'invalid' } : { status: 'unreachable', tokens })
    }
  }, [])

  useEffect(() => {
    if (!serialized) return
    signInMessages.clear()
    navigate({ pathname: location.pathname }, { replace: true })
    const link = JSON.parse(serialized) as NonNullable<typeof found>
    if (link === 'invalid') setRecovery({ status: 'invalid' })
    else void check(link)
  }, [serialized, location.pathname, navigate, check])

  return {
    recovery: found === null ? recovery : initialRecovery(found),
    checkAgain: check,
    leave: useCallback((status: 'none' | 'invalid' = 'none') => setRecovery({ status }), []),
  }
}

/** For a link that is still in the URL. */
const initialRecovery = (link: RecoveryTokens | 'invalid'): Recovery =>
  link === 'invalid' ? { status: 'invalid' } : { status: 'checking', tokens: link }
