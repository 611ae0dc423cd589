import { childrenNamed } from '@aftercare/domain/guest-claims/children-named'
import type { KnownFamily, SameChild } from '@aftercare/domain/guest-claims/same-child'
import { familyIdByEmail } from '../db/adults'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { rows, type Sql, sql } from '../db/sql'

type Found = {
  submission_id: string
  guest_child_name: string
  is_suspended: boolean
  child: SameChild | null
}

/**
 * The families of guests' submissions by the guests' emails, each an adult's, confirmed or not: with the children of the
 * guest's child's name, and whether the account is suspended. Families of which there is neither are left out.
 */
export async function findKnownFamilies(
  db: Queryable,
  submissionIds: readonly string[],
  more = sql``,
): Promise<Map<string, KnownFamily>> {
  const known = new Map<string, KnownFamily>()
  if (submissionIds.length === 0) return known
  const found = await rows<Found>(
    db,
    sql`select s.id as submission_id, s.guest_child_name,
        'suspended' in (p.status, o.status) as is_suspended,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'grade', c.grade, 'allergies', c.allergies,
          'parent_name', ${shownName('o')} ${more}) end as child
      from submissions s
        join profiles p on lower(p.email) = guest_key(s.guest_parent_email)
        join profiles o on o.id = (${familyIdByEmail(sql`s.guest_parent_email`)})
        left join children c on c.parent_id = o.id and c.deleted_at is null and s.is_same_child is null
      where s.id = any(${submissionIds}::uuid[]) and s.parent_id is null
      order by c.name, c.id`,
  )
  for (const { submission_id, guest_child_name, is_suspended, child } of found) {
    const family = known.get(submission_id) ?? { same_children: [], is_suspended }
    if (child) family.same_children.push(...childrenNamed([child], guest_child_name))
    if (is_suspended || family.same_children.length > 0) known.set(submission_id, family)
  }
  return known
}

/** Who must not pick up: delicate, so only where children are released. */
export const WITH_BARRED = sql`, 'must_not_pick_up', c.must_not_pick_up`

/** Adds to guests' rows for staff what is known of them: one query for all, none without guests. */
export async function addKnownFamilies(
  db: Queryable,
  guests: readonly { id: string; knownFamily?: KnownFamily | null }[],
  more?: Sql,
): Promise<void> {
  const known = await findKnownFamilies(
    db,
    guests.map(({ id }) => id),
    more,
  )
  for (const guest of guests) guest.knownFamily = known.get(guest.id) ?? null
}
