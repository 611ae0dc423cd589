import { MEANS_NONE, NO_ALLERGIES, NOTHING } from '@aftercare/domain/attendance'
import { CHILD_STATE_LABELS } from '@aftercare/domain/board'
import type { Day } from '@aftercare/domain/days'
import type { Queryable } from '../db/client'
import { firstRow, type Sql, sql } from '../db/sql'
import { inDollars } from '../http/dollars'
import { findMonthOf, isNotComing, submissionsOn, withMarks } from './attendance.queries'

export type DayReport = {
  /** A JSON list, ready to be sent: hundreds of rows that nobody here needs to look into. */
  rows: string
  stats: { totalChildren: number; dropIns: number; withAllergies: number; revenue: number }
}

/**
 * The domain's attendance rows and their sums, finished and put in order by the database: a test holds both to the
 * same answers. Names are in the order of a reader's alphabet, with accents beside their letters.
 */
export async function findDayReport(db: Queryable, day: Day): Promise<DayReport> {
  const month = await findMonthOf(db, day)
  const found = await firstRow<{
    rows: string
    total: number
    drop_ins: number
    with_allergies: number
    revenue_cents: number
  }>(
    db,
    sql`select '[' || coalesce(string_agg(row_to_json(report)::text, ',' order by report.child collate "en-US-x-icu", report.id), '')
        || ']' as rows, count(*) as total, count(*) filter (where report.status = 'drop-in') as drop_ins,
        count(*) filter (where report.allergies <> ${NO_ALLERGIES}) as with_allergies, coalesce(sum(share), 0) as revenue_cents
      from (select s.id, coalesce(c.name, s.guest_child_name, ${NOTHING}) as child,
          ${firstFilled(sql`p.full_name`, sql`s.guest_parent_name`)} as parent,
          ${firstFilled(sql`p.phone`, sql`s.guest_parent_phone`)} as phone,
          coalesce(${named(sql`c.allergies`)}, ${named(sql`s.guest_child_allergies`)}, ${NO_ALLERGIES}) as allergies,
          concat_ws('; ', case when ${isNotComing} then ${CHILD_STATE_LABELS.not_coming}::text end, nullif(${trimmed(sql`c.notes`)}, ''), nullif(${trimmed(sql`s.guest_child_notes`)}, '')) as notes,
          coalesce(s.dismissal_type, ${month?.typeOfDay ?? null}, 'regular') as "dismissalType",
          case when s.parent_id is null or s.month_id is null then 'drop-in' else 'registered' end as status,
          s.total_fee / cardinality(s.selected_days) as share
        from ${submissionsOn(day, month?.id ?? null)} ${withMarks(day)}) finished
      cross join lateral (select id, child, parent, phone, allergies, notes, "dismissalType", status,
        round(share, 2) as fee) report`,
  )
  return {
    rows: found?.rows ?? '[]',
    stats: {
      totalChildren: found?.total ?? 0,
      dropIns: found?.drop_ins ?? 0,
      withAllergies: found?.with_allergies ?? 0,
      revenue: inDollars(found?.revenue_cents ?? 0),
    },
  }
}

/** What a text's own `trim` takes away. */
const SPACES =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

const trimmed = (column: Sql) => sql`btrim(${column}, ${SPACES})`
const firstFilled = (own: Sql, guests: Sql) =>
  sql`coalesce(nullif(${own}, ''), nullif(${guests}, ''), ${NOTHING})`
/** Null where the text says that there are none. */
const named = (column: Sql) => sql`case when lower(${trimmed(column)}) = any(${MEANS_NONE}::text[]) then null
  else ${trimmed(column)} end`
