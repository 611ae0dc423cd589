import type { ContactedAdult } from '@aftercare/domain/attendance/attendance'
import { guestParentId } from '@aftercare/domain/submissions/guests'
import { z } from '@hono/zod-openapi'
import { contactedAdult } from '../attendance/attendance.routes'
import { otherAdultsOf } from '../db/adults'
import type { Queryable } from '../db/client'
import { childDisplayName, firstAdultPhone, parentDisplayName } from '../db/display-name'
import { countRows, rows, type Sql, sql } from '../db/sql'
import { offsetOf } from '../http/paging'
import { type Person, submissionsOf } from '../parents/parent-id'

/** A child that was picked up after the pick-up time. */
export const latePickupRow = z.object({
  submission_id: z.string(),
  day: z.string(),
  child_name: z.string(),
  /** As in the URL of the parent's or guest's page. */
  parent_id: z.string(),
  parent_name: z.string(),
  /** Whom to call, the parent or guest first. */
  adults: z.array(contactedAdult),
  late_minutes: z.number().int(),
  /** Null if it was erased with a removed child. */
  picked_up_by: z.string().nullable(),
  not_on_list: z.boolean(),
  left_at: z.string(),
})
export type LatePickup = z.infer<typeof latePickupRow>

type LateRow = Omit<LatePickup, 'parent_id' | 'adults'> & {
  parent_id: string | null
  guest_email: string | null
  phone: string | null
  other_adults: ContactedAdult[] | null
}

const lateMarks = (
  person: Person | null,
): Sql => sql`attendance_marks m join submissions s on s.id = m.submission_id
  where m.late_minutes > 0 ${person === null ? sql`` : sql`and ${submissionsOf(person)}`}`

/** Newest first; for one family, or for all. */
export const lateStatement = (person: Person | null, { limit, offset }: { limit: number; offset: number }) =>
  sql`select s.*, ${childDisplayName} as child_name, ${parentDisplayName} as parent_name,
      ${firstAdultPhone} as phone, ${otherAdultsOf} as other_adults
    from (select m.submission_id, m.day, m.late_minutes, m.picked_up_by, m.not_on_list, m.left_at, s.child_id, s.parent_id,
        s.guest_account_id, s.guest_child_name, s.guest_parent_name, s.guest_parent_email, s.guest_parent_phone,
        guest_key(s.guest_parent_email) as guest_email
      from ${lateMarks(person)}
      order by m.day desc, m.submission_id limit ${limit} offset ${offset}) s
    left join children c on c.id = s.child_id
    left join profiles p on p.id = s.parent_id
    order by s.day desc, s.submission_id`

async function listRows(db: Queryable, statement: Sql): Promise<LatePickup[]> {
  const found = await rows<LateRow>(db, statement)
  return found.map((row) => ({
    submission_id: row.submission_id,
    day: row.day,
    child_name: row.child_name,
    parent_id: row.parent_id ?? guestParentId(row.guest_email ?? ''),
    parent_name: row.parent_name,
    adults: [{ name: row.parent_name, phone: row.phone }, ...(row.other_adults ?? [])],
    late_minutes: row.late_minutes,
    picked_up_by: row.picked_up_by,
    not_on_list: row.not_on_list,
    left_at: row.left_at,
  }))
}

export async function listLatePickups(
  db: Queryable,
  person: Person | null,
  { page, size }: { page: number; size: number },
) {
  const [list, total] = await Promise.all([
    listRows(db, lateStatement(person, { limit: size, offset: offsetOf({ page, size }) })),
    countRows(db, sql`select count(*) from ${lateMarks(person)}`),
  ])
  return { rows: list, total, page, size }
}

/** More than any programme sees in a decade. */
const MAX_EXPORTED_ROWS = 50_000

export const listAllLatePickups = (db: Queryable, person: Person | null): Promise<LatePickup[]> =>
  listRows(db, lateStatement(person, { limit: MAX_EXPORTED_ROWS, offset: 0 }))
