import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { idField } from '@aftercare/domain/lib/fields'
import { guestEmailOf } from '@aftercare/domain/submissions/guests'
import { type Sql, sql } from '../db/sql'
import { AppError } from '../errors'

/** Whose page an id opens: a registered parent's, or that of the guest with an address. */
export type Person = { parentId: string; guestEmail: null } | { parentId: null; guestEmail: string }

const CONTROL = /\p{Cc}/u

/** An id that can be nobody's is answered like one that is nobody's. */
export function readParentId(id: string): Person {
  const guestEmail = guestEmailOf(id)
  if (guestEmail === null) {
    if (!idField.safeParse(id).success) throw new AppError('not-found')
    return { parentId: id, guestEmail: null }
  }
  if (guestEmail === '' || guestEmail.length > MAX_LENGTH.email || CONTROL.test(guestEmail))
    throw new AppError('not-found')
  return { parentId: null, guestEmail }
}

/** Of a guest's submissions, grouped by the address: the newest telephone number counts. */
export const guestFigures = sql`count(*)::int as guest_submissions,
  array_agg(distinct guest_child_name) as guest_children,
  (array_agg(guest_parent_phone order by submitted_at desc) filter (where guest_parent_phone is not null))[1]
    as guest_phone`

/** A guest's submissions (`s`) are those without a parent, even when the address is a parent's as well. */
export function submissionsOf({ parentId, guestEmail }: Person): Sql {
  if (guestEmail === null) return sql`s.parent_id = ${parentId}`
  return sql`s.parent_id is null and guest_key(s.guest_parent_email) = ${guestEmail}`
}
