import { type AuditEntry, recordAudit } from '../audit/audit.queries'
import { findAccount } from '../auth/accounts.queries'
import type { Tx } from '../db/client'
import { firstRow, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import type { TwoStepNews } from '../mail/mail'
import { enqueueMail } from '../mail/outbox.queries'

type Context = Pick<Services, 'config' | 'clock'>

/** What happened to somebody's two-step sign-in stands in the audit log, and they are told by mail. */
export async function tellTwoStep(
  tx: Tx,
  services: Context,
  accountId: string,
  news: TwoStepNews,
  by: Parameters<typeof recordAudit>[2],
  detail?: AuditEntry['detail'],
) {
  const entry = { action: `two-step.${news}`, table: 'accounts', rowId: accountId, ...(detail && { detail }) }
  await recordAudit(tx, services.clock, by, entry)
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('not-found')
  const to = { address: account.email, name: account.full_name }
  await enqueueMail(tx, { to, template: 'two-step', name: account.full_name, news }, services)
}

/** A recovery code was used: how many are left is worth knowing. */
export async function tellRecoveryUsed(tx: Tx, services: Context, accountId: string) {
  const left = await firstRow<{ left: number }>(
    tx,
    sql`select count(*) as left from recovery_codes where account_id = ${accountId} and used_at is null`,
  )
  await tellTwoStep(
    tx,
    services,
    accountId,
    'recovery-used',
    { provedId: accountId },
    { left: left?.left ?? 0 },
  )
}
