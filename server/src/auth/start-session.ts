import type { Language } from '@aftercare/domain/lib/language'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { Services, Viewer } from '../http/context'
import type { Caller } from '../http/semaphore'
import { hashSecret } from '../secrets'
import { setLanguageIfUnset } from './accounts.queries'
import { rememberDevice } from './devices.queries'
import { createSession, removeExpiredSessions, removeSession } from './sessions.queries'

/** The browser signing in. */
export type Browser = Caller & {
  ipAddress: string
  /** From the device cookie, or new. */
  deviceSecret: string
  /** Whoever the browser was signed in as before. */
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
  // The browser's earlier session ends, whoever it belonged to.
  if (browser.viewer.account) await removeSession(tx, browser.viewer.account.sessionId)
  await removeExpiredSessions(tx, accountId, now)
  const { secret } = await createSession(tx, accountId, now, config.staffSession, browser.userAgent)
  if (browser.language) await setLanguageIfUnset(tx, accountId, browser.language)
  await rememberDevice(tx, hashSecret(browser.deviceSecret), accountId, now)
  const entry = { action: 'auth.sign-in', table: 'accounts', rowId: accountId }
  await recordAudit(tx, clock, { actorId: accountId }, entry)
  return secret
}
