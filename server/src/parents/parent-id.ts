import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { idField } from '@aftercare/domain/lib/fields'
import { guestEmailOf } from '@aftercare/domain/submissions/guests'
import { type Sql, sql } from '../db/sql'
import { AppError } from '../errors'

/** Who an id refers to: a registered parent, or the guest with an email. */
export type Person = { parentId: string; guestEmail: null } | { parentId: null; guestEmail: string }

const CONTROL = /\p{Cc}/u

/** An invalid id is not found, like an unknown one. */
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

/** Aggregates of a guest's submissions, grouped by email: the newest phone number counts. */
export const guestFigures = sql`count(*)::int as guest_submissions,
  array_agg(distinct guest_child_name) as guest_children,
  (array_agg(guest_parent_phone order by submitted_at desc) filter (where guest_parent_phone is not null))[1]
    as guest_phone`

/** A guest's submissions (`s`) are those without a parent, even if a parent has the same email. */
export function submissionsOf({ parentId, guestEmail }: Person): Sql {
  if (guestEmail === null) return sql`s.parent_id = ${parentId}`
  return sql`s.parent_id is null and guest_key(s.guest_parent_email) = ${guestEmail}`
}
