import type { RecoveryTokens } from '../features/auth/auth.api'

type Address = { search: string; hash: string }

/** A mailed link's values, whether they stand in the fragment or in the query string: both pages take both. */
function valuesOf({ search, hash }: Address): URLSearchParams {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  return fragment.has('access_token') ? fragment : new URLSearchParams(search)
}

export function readRecoveryTokens(address: Address): RecoveryTokens | null {
  const values = valuesOf(address)
  const access_token = values.get('access_token')
  if (!access_token || values.get('type') !== 'recovery') return null
  const refresh_token = values.get('refresh_token')
  return { access_token, ...(refresh_token && { refresh_token }) }
}

/** The token of a confirmation mail, whose link ends at the site root. */
export function readVerificationToken(address: Address): string | null {
  const values = valuesOf(address)
  return values.get('type') === 'signup' ? values.get('access_token') : null
}
