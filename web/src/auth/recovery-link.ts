import type { RecoveryTokens } from '../lib/auth.api'

type Address = { search: string; hash: string }

/** A mailed link's values, whether they stand in the fragment or in the query string: both pages take both. */
function valuesOf({ search, hash }: Address): URLSearchParams {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  return hasToken(fragment) ? fragment : new URLSearchParams(search)
}

const hasToken = (values: URLSearchParams) => values.has('access_token') || values.has('refresh_token')

/** On the sign-in pages: null without a token, "invalid" where a link was cut off or is of another kind. */
export function readRecoveryLink(address: Address): RecoveryTokens | 'invalid' | null {
  const values = valuesOf(address)
  if (!hasToken(values)) return null
  const access_token = values.get('access_token')
  if (!access_token || values.get('type') !== 'recovery') return 'invalid'
  const refresh_token = values.get('refresh_token')
  return { access_token, ...(refresh_token && { refresh_token }) }
}

/** At the site root, where the links of confirmation mails end: as above. */
export function readVerificationToken(address: Address): { token: string } | 'invalid' | null {
  const values = valuesOf(address)
  if (!hasToken(values)) return null
  const token = values.get('access_token')
  return token && values.get('type') === 'signup' ? { token } : 'invalid'
}
