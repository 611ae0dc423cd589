import { type Audience, nobodyToEmail } from '@aftercare/domain/family-messages/audiences'
import { familiesOf } from '@aftercare/domain/family-messages/family-messages'
import { monthLabel } from '@aftercare/domain/months/months'
import { isReplaceable } from '../auth/accounts.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { balancesShown, hasBalanceDue } from '../balance/balance.queries'
import type { Queryable, Tx } from '../db/client'
import { hasRow, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { findMonth } from '../months/months.admin.queries'
import { listContacts } from './family-messages.queries'
import { assertMayWrite, lockMessages, queueMessage } from './send-message'

export type To = { audience: Audience; month_id?: string | undefined }

/** Who is written to now. The month is named for those of a month. */
export async function listAudience(
  db: Queryable,
  { audience, month_id }: To,
  { config }: Pick<Services, 'config'>,
) {
  if (audience === 'owe' && !(await hasRow(db, sql`select where ${balancesShown}`)))
    throw new AppError('balances-not-shown')
  if (audience !== 'month')
    return { month: null, ...familiesOf(await listContacts(db, ACCOUNTS[audience](config))) }
  const month = month_id === undefined ? null : await findMonth(db, month_id)
  if (!month) throw new AppError('not-found')
  return { month: monthLabel(month), ...familiesOf(await listContacts(db, registeredFor(month.id))) }
}

/** Guests included. */
const registeredFor = (monthId: string): Sql =>
  sql`submissions s left join profiles p on p.id = s.parent_id left join children c on c.id = s.child_id
    where s.month_id = ${monthId} and s.cancellation is null`

/** Without submissions. */
const profiles = sql`profiles p left join submissions s on false left join children c on false`

const ACCOUNTS = {
  /** Nobody has confirmed the email of a sign-up that may be replaced: it may be anybody's. */
  active: (config: Services['config']): Sql => sql`${profiles} join accounts a on a.id = p.id
    where p.status = 'active' and exists (select from user_roles r where r.user_id = p.id and r.role = 'parent')
      and not exists (select from family_members f where f.member_id = p.id) and not ${isReplaceable(config)}`,
  owe: (): Sql => sql`${profiles} where ${hasBalanceDue}`,
}

type AudienceMessage = To & { subject: string; text: string; sentBy: string }

/** One email to every adult of each of these families, in one transaction with finding them. */
export async function writeToAudience(tx: Tx, message: AudienceMessage, services: Services, viewer: Viewer) {
  const { audience } = message
  await lockMessages(tx)
  await lockOwnAccount(tx, message.sentBy)
  await assertMayWrite(tx, services)
  const { month, families, recipients } = await listAudience(tx, message, services)
  if (families.length === 0) throw new AppError('nobody-to-email', { reason: nobodyToEmail(audience, month) })
  const detail = { audience, ...(month && { month }), families: families.length }
  const about = [{ audience, families: families.length }]
  const to = recipients.map((adult) => ({ ...adult, days: [] }))
  const written = {
    ...message,
    days: [],
    cancelled: false,
    fees: 'keep',
    about,
    recipients: to,
    detail,
  } as const
  return queueMessage(tx, written, services, viewer)
}
