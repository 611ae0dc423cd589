import type { DismissalType } from '@aftercare/domain/attendance/attendance'
import { allergiesText } from '@aftercare/domain/children/allergies'
import type { SubmissionStatus } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import type { Queryable, Tx } from '../db/client'
import { childDisplayName, displayPhone, parentDisplayEmail, parentDisplayName } from '../db/display-name'
import { cents, maybeOne, rows, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'
import { offsetOf } from '../http/paging'
import { assertNotAttended } from '../submissions/attended-days.queries'
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
  return {
    rows: list.map(({ child_allergies, guest_child_allergies, total_fee_cents, ...row }) => ({
      ...row,
      allergies: allergiesText(child_allergies, guest_child_allergies),
      total_fee: centsToDollars(total_fee_cents),
      day_prices: null,
    })),
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

export async function findDropInDay(tx: Tx, id: string): Promise<string | null> {
  const row = await maybeOne<{ dropin_date: string }>(
    tx,
    sql`select dropin_date from submissions where id = ${id} and dropin_date is not null`,
  )
  return row?.dropin_date ?? null
}

type RemovedFacts = {
  parent_id: string | null
  child_id: string | null
  dropin_date: string | null
  guest_child_name: string | null
  guest_parent_name: string | null
  guest_parent_email: string | null
  total_fee_cents: number
  submitted_at: string
}

/** Payments applied to it stay, as general ones. Returns what was removed, for the audit log. */
export async function removeDropIn(tx: Tx, id: string) {
  // Locked first, so that neither a payment nor an arrival is stored for it meanwhile.
  await maybeOne(tx, sql`select id from submissions where id = ${id} and month_id is null for update`)
  await assertNotAttended(tx, id)
  const applied = await rows<{ id: string }>(tx, sql`select id from payments where submission_id = ${id}`)
  const removed = await maybeOne<RemovedFacts>(
    tx,
    sql`delete from submissions where id = ${id} and month_id is null
      returning parent_id, child_id, dropin_date, guest_child_name, guest_parent_name, guest_parent_email,
        ${cents('total_fee')} as total_fee_cents, submitted_at`,
  )
  return removed && { ...removed, payment_ids: applied.map((payment) => payment.id) }
}
