import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import { queueAccountMail } from '../auth/account-mails'
import type { Tx } from '../db/client'
import { countRows, sql } from '../db/sql'
import type { Services } from '../http/context'
import type { TwoFactorEvent } from '../mail/mail'

type Context = Pick<Services, 'config' | 'clock'>

/** Records a change to somebody's two-factor sign-in in the audit log and notifies them by email. */
export async function notifyTwoFactorChange(
  tx: Tx,
  services: Context,
  accountId: string,
  news: TwoFactorEvent,
  viewer: AuditedBy['viewer'],
  detail?: Record<string, unknown>,
) {
  await recordAudit(tx, { services, viewer }, `two-factor.${news}`, 'accounts', accountId, detail)
  await queueAccountMail(
    tx,
    services,
    { id: accountId },
    { template: 'two-factor', news },
    { isForStaff: true },
  )
}

export async function notifyRecoveryCodeUsed(tx: Tx, services: Context, accountId: string) {
  const left = await countRows(
    tx,
    sql`select count(*) from recovery_codes where account_id = ${accountId} and used_at is null`,
  )
  await notifyTwoFactorChange(tx, services, accountId, 'recovery-used', { actorId: accountId }, { left })
}
