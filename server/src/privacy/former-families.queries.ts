import { type Day, dayInZone } from '@aftercare/domain/lib/days'
import { erasedOn, type FormerFamily, NOTICE_DAYS } from '@aftercare/domain/privacy/retention'
import { retentionSchema } from '@aftercare/domain/privacy/retention-schemas'
import type { ProgramZone } from '../clock'
import type { Queryable, Tx } from '../db/client'
import { findSetting } from '../db/settings'
import { maybeOne, rows, type Sql, sql } from '../db/sql'
import type { RetentionNoticeRow } from '../db/tables'
import type { Services } from '../http/context'
import { findPage, type Page } from '../http/paging'
import { findFamily } from './family.queries'
import { listObstacles } from './staff-erasure'

export const readRetention = (stored: unknown): { months: number | null } =>
  retentionSchema.safeParse(stored).data ?? { months: null }

/** After how many months families who left are erased; null: never. */
export const findRetentionMonths = async (db: Queryable): Promise<number | null> =>
  readRetention(await findSetting(db, 'forget_families')).months

/** On a calendar of the programme, whose zone it is. */
const dayOf = (instant: Sql, { timeZone }: ProgramZone): Sql =>
  sql`(${instant} at time zone ${timeZone})::date`

/** A month whose name is none of the twelve ends with its year. */
const lastBookedDay = sql`select max(coalesce(s.dropin_date,
    m.first_day + (select max(n) - 1 from unnest(s.selected_days) as n),
    case when m.first_day is null then make_date(m.year, 12, 31) end))
  from submissions s left join months m on m.id = s.month_id
  where s.parent_id = p.id or s.parent_id is null and guest_key(s.guest_parent_email) = a.email`

/** First adults, and since when they have not been heard of. Staff are not families who left. */
const families = (zone: ProgramZone): Sql => sql`(
  select p.id, p.full_name, p.email, n.queued_at, n.mailed_at, greatest(
      coalesce(greatest((${lastBookedDay}), (select max(payment_date) from payments where parent_id = p.id)),
        ${dayOf(sql`a.created_at`, zone)}),
      ${dayOf(sql`n.kept_at`, zone)}) as last_on
  from profiles p join accounts a on a.id = p.id left join retention_notices n on n.family_id = p.id
  where a.disabled_at is null and not exists (select from family_members where member_id = p.id)
    and not exists (select from user_roles where user_id = p.id and role <> 'parent')) family`

/** Those whose time is over, or who are to be mailed that it will be. */
const isFormer = (months: number, today: Day): Sql =>
  sql`(last_on + make_interval(months => ${months}))::date - ${NOTICE_DAYS}::integer <= ${today}::date`

type Row = Pick<RetentionNoticeRow, 'queued_at' | 'mailed_at'> & {
  id: string
  full_name: string
  email: string
  last_on: Day
}

const withDays = ({ queued_at, mailed_at, last_on }: Row, { timeZone }: ProgramZone): FormerFamily => {
  const dayOf = (at: string | null) => at && dayInZone(new Date(at), timeZone)
  return { lastOn: last_on, queuedOn: dayOf(queued_at), mailedOn: dayOf(mailed_at) }
}

/** By id, so that a night that is interrupted goes on where it was. */
export const listFormerFamilyIds = (
  db: Queryable,
  months: number,
  after: string,
  zone: ProgramZone,
  today: Day,
) =>
  rows<{ id: string }>(
    db,
    sql`select id from ${families(zone)} where ${isFormer(months, today)} and id > ${after} order by id limit 100`,
  )

/** Null if it is no family any more. */
export async function findFormerFamily(
  db: Queryable,
  id: string,
  zone: ProgramZone,
): Promise<FormerFamily | null> {
  const row = await maybeOne<Row>(db, sql`select * from ${families(zone)} where id = ${id}`)
  return row && withDays(row, zone)
}

/** Families who were mailed since they left, or are about to be. */
export const listNoticedIds = (db: Queryable) =>
  rows<{ id: string }>(db, sql`select family_id as id from retention_notices where queued_at is not null`)

/** Those who left, the longest ago first, and why they are not erased yet. */
export async function listFormerFamilies(
  { db, config: { program }, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  page: Page,
) {
  const months = await findRetentionMonths(db)
  if (months === null) return { rows: [], total: 0, ...page }
  const today = clock.today()
  return db.transaction(async (tx) => {
    const counted = sql`from ${families(program)} where ${isFormer(months, today)}`
    const found = await findPage<Row>(tx, page, {
      list: sql`select * ${counted} order by last_on, id`,
      counted,
    })
    const listed = []
    for (const row of found.rows) listed.push(await serializeFormer(tx, row, program, months, today))
    return { ...found, rows: listed }
  })
}

async function serializeFormer(tx: Tx, row: Row, zone: ProgramZone, months: number, today: Day) {
  const { lastOn, mailedOn } = withDays(row, zone)
  const family = await findFamily(tx, row.id)
  return {
    id: row.id,
    name: row.full_name || row.email,
    last_on: lastOn,
    mailed_on: mailedOn,
    erased_on: mailedOn && erasedOn({ lastOn, mailedOn }, months),
    obstacles: family ? await listObstacles(tx, family, today) : [],
  }
}
