import { DISMISSAL_TYPES } from '@aftercare/domain/attendance/attendance'
import { allergiesText } from '@aftercare/domain/children/allergies'
import { type KnownFamily, sameChildAllergies } from '@aftercare/domain/guest-claims/same-child'
import { SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { LANGUAGES } from '@aftercare/domain/lib/language'
import { isGuest } from '@aftercare/domain/submissions/guests'
import { z } from '@hono/zod-openapi'
import { dropInDayCancelled } from '../db/cancelled-days'
import type { Queryable } from '../db/client'
import {
  childDisplayName,
  firstAdultPhone,
  parentDisplayEmail,
  parentDisplayName,
  shownName,
} from '../db/display-name'
import { cents, getOne, rows, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'
import { offsetOf, type Page } from '../http/paging'
import { addKnownFamilies } from '../same-child/known-families.queries'
import { knownFamilyRow } from '../same-child/known-family-row'
import { approvalRow } from '../submissions/approval-row'
import { dayPrices } from '../submissions/day-prices'
import { submissionsQuery } from '../submissions/submissions.admin.filters'
import { listSubmissions } from '../submissions/submissions.admin.list'
import { familyLanguage } from '../submissions/submissions.admin.rows'

export const dropInRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  dropin_date: z.string().nullable(),
  child_name: z.string(),
  parent_name: z.string(),
  parent_email: z.string(),
  phone: z.string().nullable(),
  allergies: z.string(),
  known_family: knownFamilyRow.nullable(),
  guest_child_notes: z.string().nullable(),
  dismissal_type: z.enum(DISMISSAL_TYPES).nullable(),
  total_fee: z.number(),
  day_prices: dayPrices,
  status: z.enum(SUBMISSION_STATUSES),
  approval: approvalRow.nullable(),
  is_day_cancelled: z.boolean(),
  submitted_at: z.string(),
  language: z.enum(LANGUAGES),
})

export const withdrawnRow = z.object({
  id: z.string(),
  dropin_date: z.string(),
  child_name: z.string(),
  parent_name: z.string(),
  withdrawn_by: z.string(),
  withdrawn_at: z.string(),
})

type ListedDropIn = Omit<
  z.infer<typeof dropInRow>,
  'allergies' | 'known_family' | 'total_fee' | 'day_prices'
> & {
  child_allergies: string | null
  guest_child_allergies: string | null
  total_fee_cents: number
  knownFamily?: KnownFamily | null
}

type DropInsQuery = Page & { search: string }

/** Requests by parents and guests and entries by staff, newest first, with the figures of all drop-ins. */
export async function listDropIns(db: Queryable, { search, ...page }: DropInsQuery) {
  const found = search === '' ? null : await findDropIns(db, { search, ...page })
  const [list, sums] = await Promise.all([
    rows<ListedDropIn>(
      db,
      // Only the page's rows are joined, however far back it is.
      sql`select s.id, s.parent_id, s.dropin_date, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name,
          ${parentDisplayEmail} as parent_email, ${firstAdultPhone} as phone, c.allergies as child_allergies,
          s.guest_child_allergies, s.guest_child_notes, s.dismissal_type, ${cents('s.total_fee')} as total_fee_cents, s.status, s.approval,
          ${dropInDayCancelled} as is_day_cancelled,
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
    getOne<{ total: number; revenue_cents: number }>(
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
    total: found?.total ?? sums.total,
    similar: found?.similar ?? 0,
    is_capped: found?.is_capped ?? false,
    count: sums.total,
    revenue: centsToDollars(sums.revenue_cents),
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

const MAX_WITHDRAWN = 50

/** By families and guests, newest first, until some weeks after their day. What staff deleted is in the activity log. */
export const listWithdrawn = (db: Queryable) =>
  rows<z.infer<typeof withdrawnRow>>(
    db,
    sql`select s.id, s.dropin_date, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name,
        coalesce(${shownName('by')}, ${parentDisplayName}) as withdrawn_by, s.removed_at as withdrawn_at
      from removed_drop_ins s
      left join profiles p on p.id = s.parent_id
      left join children c on c.id = s.child_id
      left join profiles by on by.id = s.removed_by_id
      where s.removed_by <> 'staff' order by s.removed_at desc, s.id desc limit ${MAX_WITHDRAWN}`,
  )
