import { type AuditEntry, recordAudit } from '../audit/audit.queries'
import { findAccount } from '../auth/accounts.queries'
import type { Tx } from '../db/client'
import { affected, firstRow, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import type { TwoStepNews } from '../mail/mail'
import { enqueueMail } from '../mail/outbox.queries'
import { openKey } from './two-step.queries'

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

/**
 * Somebody is let in by the password alone because their key does not open. Told to them, to the log and to the audit
 * log each time: a key that was lost, or taken away on purpose, must not go unnoticed. The row stays, so that with the
 * right key all is as before.
 */
export async function admitUnreadable(
  services: Pick<Services, 'db' | 'config' | 'clock' | 'log'>,
  accountId: string,
) {
  const { db, clock, log } = services
  await db.transaction(async (tx) => {
    await affected(
      tx,
      sql`update two_step set unreadable_at = ${clock.now().toISOString()}
        where account_id = ${accountId} and unreadable_at is null`,
    )
    await tellTwoStep(tx, services, accountId, 'unreadable', 'system')
  })
  log.warn('somebody signed in without a code: the key of their two-step sign-in cannot be opened')
}

/** For the operator, at the start: how many cannot be opened with the key at hand. */
export async function warnOfUnreadable({ db, sealer, log }: Pick<Services, 'db' | 'sealer' | 'log'>) {
  const stored = await rows<{ account_id: string; sealed_key: string }>(
    db,
    sql`select account_id, sealed_key from two_step where confirmed_at is not null`,
  )
  const unreadable = stored.filter((each) => openKey(sealer, each.account_id, each.sealed_key) === null)
  if (unreadable.length === 0) return
  log.warn(
    { accounts: unreadable.length },
    'two-step sign-in of some accounts cannot be opened with this key: they sign in by password alone until the right SECRETS_KEY or secrets.key is back, or they set it up anew',
  )
}
