import type { Day } from '@aftercare/domain/lib/days'
import { erasedOn, type RetentionStep, retentionStep } from '@aftercare/domain/privacy/retention'
import { recordAudit } from '../audit/audit.queries'
import { adultIdsOf } from '../db/adults'
import type { Queryable } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import type { Services } from '../http/context'
import { queueEvents } from '../mail-events/queue-events'
import { eraseAccount, lockForErasure } from './delete-account'
import {
  findFormerFamily,
  findRetentionMonths,
  listFormerFamilyIds,
  listNoticedIds,
} from './former-families.queries'
import { findOpenObligations } from './obligations.queries'
import { saveErasedList } from './save-erased-list'

type Context = Pick<Services, 'config' | 'clock' | 'db' | 'log'>

/** So that a whole school's mails of many years do not leave in one night. */
const MAX_MAILS = 200
const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * Mails families who left, and erases those who were mailed and stayed away. Each family in a transaction of its own: a
 * night that is interrupted goes on with the next one.
 */
export async function forgetFamilies(services: Context): Promise<void> {
  const { db, config, clock } = services
  const months = await findRetentionMonths(db)
  await recordSentNotices(db)
  await dropNotices(db, services, months)
  if (months === null) return
  let mails = 0
  let after = NIL
  for (;;) {
    const page = await listFormerFamilyIds(db, months, after, config.program, clock.today())
    for (const { id } of page) {
      const next = await findNext(db, id, services)
      if (next?.step === 'mail' && mails < MAX_MAILS && (await mailFamily(services, id))) mails += 1
      if (next?.step === 'erase') await forgetFamily(services, id)
    }
    const last = page.at(-1)
    if (!last) return saveErasedList(services)
    after = last.id
  }
}

type Next = { step: RetentionStep; erasedOn: Day }

/** By the setting and the family as they are now. */
async function findNext(db: Queryable, id: string, { config, clock }: Context): Promise<Next | null> {
  const months = await findRetentionMonths(db)
  const family = months === null ? null : await findFormerFamily(db, id, config.program)
  if (months === null || family === null) return null
  const today = clock.today()
  return {
    step: retentionStep(family, months, today),
    erasedOn: erasedOn({ lastOn: family.lastOn, mailedOn: today }, months),
  }
}

/** Once all of a family's mails have left, except those that failed. Mails keep the time at which they were queued. */
const recordSentNotices = (db: Queryable) =>
  execute(
    db,
    sql`update retention_notices n set mailed_at = sent.at from (
        select o.family_id, max(o.sent_at) as at from outbox o join retention_notices of on of.family_id = o.family_id
        where o.template = 'account-erasure' and o.created_at between of.queued_at and of.queued_at + interval '1 minute'
        group by o.family_id having not bool_or(o.state in ('queued', 'sending'))) sent
      where sent.family_id = n.family_id and n.mailed_at is null and n.queued_at is not null and sent.at is not null`,
  )

/** Of families who are back, or of all of them once nobody is forgotten any more. When they were last here stays known. */
export async function dropNotices(
  db: Queryable,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  months: number | null,
): Promise<void> {
  for (const { id } of await listNoticedIds(db)) {
    const family = await findFormerFamily(db, id, config.program)
    const isFormer = months !== null && family && retentionStep(family, months, clock.today()) !== 'none'
    if (!isFormer) await dropNotice(db, id)
  }
}

const dropNotice = (db: Queryable, id: string) =>
  execute(db, sql`update retention_notices set queued_at = null, mailed_at = null where family_id = ${id}`)

/** Every adult. False if the family is back. */
const mailFamily = (services: Context, id: string): Promise<boolean> =>
  services.db.transaction(async (tx) => {
    const adults = await rows<{ id: string }>(
      tx,
      sql`select id from accounts where id in (${adultIdsOf(id)}) order by id for no key update`,
    )
    const next = await findNext(tx, id, services)
    if (next?.step !== 'mail') return false
    await execute(
      tx,
      sql`insert into retention_notices (family_id, queued_at) values (${id}, ${services.clock.now().toISOString()})
        on conflict (family_id) do update set queued_at = excluded.queued_at, mailed_at = null`,
    )
    const mail = { template: 'account-erasure', erasedOn: next.erasedOn } as const
    const event = { kind: 'account', mail, language: null } as const
    await queueEvents(
      tx,
      adults.map((adult) => ({ event, accountId: adult.id, familyId: id })),
      services,
    )
    return true
  })

/** Unless somebody signed in meanwhile, or something stands in the way, which staff see. */
const forgetFamily = ({ db, ...services }: Context, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const family = await lockForErasure(tx, id, id)
    if (!family || (await findNext(tx, id, { db, ...services }))?.step !== 'erase') return
    if (await findOpenObligations(tx, family, services.clock.today())) return
    await eraseAccount(tx, services, family, id)
    await recordAudit(tx, { services, viewer: 'system' }, 'parent.forget', 'accounts', id)
  })
