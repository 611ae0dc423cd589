import type { Language } from '@aftercare/domain/lib/language'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { execute, prepared, sql } from '../db/sql'
import type { Services, Viewer } from '../http/context'
import type { Caller } from '../http/semaphore'
import { hashSecret, newSecret } from '../secrets'
import { setLanguageIfUnset } from './accounts.queries'
import { insertDevice } from './devices.queries'
import { insertSession } from './sessions.queries'

/** The browser signing in. */
export type Browser = Caller & {
  ipAddress: string
  /** From the device cookie, or new. */
  deviceSecret: string
  isNewDevice: boolean
  /** As whom the browser was signed in before. */
  viewer: Viewer
  userAgent: string | null
  /** Chosen in this browser; null if none was. */
  language: Language | null
}

/** Starts the session and returns its secret. The caller has locked and checked the account. */
export async function startSession(
  tx: Tx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  accountId: string,
  browser: Browser,
): Promise<string> {
  const now = clock.now()
  const secret = newSecret()
  const session = insertSession(hashSecret(secret), accountId, now, config.staffSession, browser.userAgent)
  const device = insertDevice(hashSecret(browser.deviceSecret), accountId, now)
  // The browser's earlier session ends, even if it was another account's.
  const earlier = browser.viewer.account?.sessionId ?? null
  await execute(
    tx,
    prepared(
      'start-session',
      sql`with ended as (delete from sessions where id = ${earlier}), known as (${device}) ${session}`,
    ),
  )
  if (browser.language) await setLanguageIfUnset(tx, accountId, browser.language)
  await recordAudit(
    tx,
    { services: { clock }, viewer: { actorId: accountId } },
    'auth.sign-in',
    'accounts',
    accountId,
  )
  return secret
}
