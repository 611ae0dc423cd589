import type { Config } from '../config'
import type { TokenPair } from './tokens.queries'

/** Where a recovery link leads: the parents' page, the staff page, or the one used by the Admin Users tab. */
export type RecoveryDestination = 'parent' | 'staff' | 'admin-users'

/** Parents' tokens are in the fragment, which is never sent to a server; staff's in the query string. */
export function recoveryLink(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  pair: TokenPair,
  destination: RecoveryDestination,
): string {
  const tokens = new URLSearchParams({
    access_token: pair.access,
    refresh_token: pair.refresh,
    type: 'recovery',
  })
  if (destination === 'staff') return `${publicUrl}/admin/login?${tokens}`
  return `${publicUrl}/auth${destination === 'admin-users' ? '?reset=true' : ''}#${tokens}`
}

/** The confirmation link leads to the site root. */
export function verificationLink({ publicUrl }: Pick<Config, 'publicUrl'>, pair: TokenPair): string {
  const tokens = new URLSearchParams({ access_token: pair.access, type: 'signup' })
  return `${publicUrl}/#${tokens}`
}
