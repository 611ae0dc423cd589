import type { DismissalType } from '@aftercare/domain/attendance/attendance'
import { allergiesText } from '@aftercare/domain/children/allergies'
import { type KnownFamily, sameChildAllergies } from '@aftercare/domain/guest-claims/same-child'
import type { SubmissionStatus } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import { isGuest } from '@aftercare/domain/submissions/guests'
import type { Queryable } from '../db/client'
import { childDisplayName, displayPhone, parentDisplayEmail, parentDisplayName } from '../db/display-name'
import { cents, maybeOne, rows, sql } from '../db/sql'
import type { RemovedDropInRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { offsetOf } from '../http/paging'
import { addKnownFamilies } from '../same-child/known-families.queries'
import { submissionsQuery } from '../submissions/submissions.admin.filters'
import { listSubmissions } from '../submissions/submissions.admin.list'
import { familyLanguage } from '../submissions/submissions.admin.rows'

type ListedDropIn = {
  id: string
  parent_id: string | null
  dropin_date: string | null
  child_name: string
  parent_name: string
  parent_email: string
  phone: string | null
  child_allergies: string | null
  guest_child_allergies: string | null
  guest_child_notes: string | null
  dismissal_type: DismissalType | null
  total_fee_cents: number
  status: SubmissionStatus
  submitted_at: string
  language: Language
  knownFamily?: KnownFamily | null
}

type DropInsQuery = { page: number; size: number; search: string }

/** Requests by parents and guests and entries by staff, newest first, with the figures of all drop-ins. */
export async function listDropIns(db: Queryable, { search, ...page }: DropInsQuery) {
  const found = search === '' ? null : await findDropIns(db, { search, ...page })
  const [list, sums] = await Promise.all([
    rows<ListedDropIn>(
      db,
      // Only the page's rows are joined, however far back it is.
      sql`select s.id, s.parent_id, s.dropin_date, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name,
          ${parentDisplayEmail} as parent_email, ${displayPhone} as phone, c.allergies as child_allergies,
          s.guest_child_allergies, s.guest_child_notes, s.dismissal_type, ${cents('s.total_fee')} as total_fee_cents, s.status,
          s.submitted_at, ${familyLanguage} as language
        from (select *, array_position(${found?.ids ?? []}::uuid[], id) as place from submissions where ${
          found
            ? sql`id = any(${found.ids}::uuid[])`
            : sql`month_id is null order by submitted_at desc, id desc limit ${page.size} offset ${offsetOf(page)}`
        }) s
        left join profiles p on p.id = s.parent_id
        left join children c on c.id = s.child_id
        order by s.place, s.submitted_at desc, s.id desc`,
    ),
    maybeOne<{ total: number; revenue_cents: number }>(
      db,
      sql`select count(*) as total, ${cents(sql`coalesce(sum(total_fee), 0)`)} as revenue_cents
        from submissions where month_id is null`,
    ),
  ])
  await addKnownFamilies(db, list.filter(isGuest))
  return {
    rows: list.map(
      ({ child_allergies, guest_child_allergies, total_fee_cents, knownFamily = null, ...row }) => ({
        ...row,
        known_family: knownFamily,
        allergies: allergiesText(child_allergies, guest_child_allergies, ...sameChildAllergies(knownFamily)),
        total_fee: centsToDollars(total_fee_cents),
        day_prices: null,
      }),
    ),
    total: found?.total ?? sums?.total ?? 0,
    similar: found?.similar ?? 0,
    is_capped: found?.is_capped ?? false,
    count: sums?.total ?? 0,
    revenue: centsToDollars(sums?.revenue_cents ?? 0),
    ...page,
  }
}

/** As the list of submissions finds and orders them. */
async function findDropIns(db: Queryable, query: DropInsQuery) {
  const { rows, ...counts } = await listSubmissions(
    db,
    submissionsQuery.parse({ ...query, type: 'day_drop_in' }),
  )
  return { ids: rows.map((row) => row.id), ...counts }
}

type Withdrawn = Pick<RemovedDropInRow, 'id' | 'dropin_date'> & {
  child_name: string
  parent_name: string
  withdrawn_by: string
  withdrawn_at: string
}

const MAX_WITHDRAWN = 50

/** By families and guests, newest first, until some weeks after their day. What staff deleted is in the activity log. */
export const listWithdrawn = (db: Queryable): Promise<Withdrawn[]> =>
  rows<Withdrawn>(
    db,
    sql`select s.id, s.dropin_date, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name,
        coalesce(nullif(by.full_name, ''), by.email, ${parentDisplayName}) as withdrawn_by, s.removed_at as withdrawn_at
      from removed_drop_ins s
      left join profiles p on p.id = s.parent_id
      left join children c on c.id = s.child_id
      left join profiles by on by.id = s.removed_by_id
      where s.removed_by <> 'staff' order by s.removed_at desc, s.id desc limit ${MAX_WITHDRAWN}`,
  )
