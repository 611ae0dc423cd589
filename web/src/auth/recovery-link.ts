import type { RecoveryTokens } from './account.api'

type LinkLocation = { search: string; hash: string }

/** The parameters of an emailed link, from the fragment or the query string. */
function linkParams({ search, hash }: LinkLocation): URLSearchParams {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  return hasToken(fragment) ? fragment : new URLSearchParams(search)
}

const hasToken = (values: URLSearchParams) => values.has('access_token') || values.has('refresh_token')

/** Null without a token, "invalid" where the link was cut off or is of another type. */
export function readRecoveryLink(location: LinkLocation): RecoveryTokens | 'invalid' | null {
  const values = linkParams(location)
  if (!hasToken(values)) return null
  const access_token = values.get('access_token')
  if (!access_token || values.get('type') !== 'recovery') return 'invalid'
  const refresh_token = values.get('refresh_token')
  return { access_token, ...(refresh_token && { refresh_token }) }
}

/** The same for the link in a verification email, which leads to the site root. */
export function readVerificationToken(location: LinkLocation): { token: string } | 'invalid' | null {
  const values = linkParams(location)
  if (!hasToken(values)) return null
  const token = values.get('access_token')
  return token && values.get('type') === 'signup' ? { token } : 'invalid'
}
