import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import type { Services, Viewer } from '../http/context'
import type { Caller } from '../http/semaphore'
import { hashSecret } from '../secrets'
import { rememberDevice } from './devices.queries'
import { createSession, removeExpiredSessions, removeSession } from './sessions.queries'

/** The browser that signs in. */
export type Browser = Caller & {
  ipAddress: string
  /** The browser's mark: brought along, or new. */
  deviceSecret: string
  /** Whoever it was signed in as. */
  viewer: Viewer
  /** What the browser says it is. */
  userAgent: string | null
}

/** The session with all that goes with it; answers its secret. The caller has locked the account and checked it. */
export async function startSession(
  tx: Tx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  accountId: string,
  browser: Browser,
): Promise<string> {
  const now = clock.now()
  // A session brought along from before is never continued as somebody else's, nor left behind.
  if (browser.viewer.account) await removeSession(tx, browser.viewer.account.sessionId)
  await removeExpiredSessions(tx, accountId, now)
  const { secret } = await createSession(tx, accountId, now, config.staffSession, browser.userAgent)
  await rememberDevice(tx, hashSecret(browser.deviceSecret), accountId, now)
  const entry = { action: 'auth.sign-in', table: 'accounts', rowId: accountId }
  await recordAudit(tx, clock, { provedId: accountId }, entry)
  return secret
}
