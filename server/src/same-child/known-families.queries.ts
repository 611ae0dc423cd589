import { type BarredNamesakes, barredNamesakes } from '@aftercare/domain/board/barred-namesakes'
import type { BarredPerson } from '@aftercare/domain/children/pickup-people'
import { childrenNamed } from '@aftercare/domain/guest-claims/children-named'
import type { KnownFamily, SameChild } from '@aftercare/domain/guest-claims/same-child'
import { nameKey } from '@aftercare/domain/lib/name-key'
import { familyIdByEmail } from '../db/adults'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { rows, sql } from '../db/sql'

type ChildOnFile = Omit<SameChild, 'may_link'> & { must_not_pick_up: BarredPerson[] }

type GuestRow = {
  submission_id: string
  guest_child_name: string
  guest_parent_name: string
  is_asked: boolean
  is_suspended: boolean
  child: ChildOnFile | null
}
type Found = GuestRow | { submission_id: null; child: ChildOnFile }

type Lookup = {
  namesakes?: BarredNamesakes
  /** Who must not pick up: delicate, so only where children are released. */
  withBarred?: boolean
}

/**
 * The families of guests' submissions by the guests' emails, each an adult's, confirmed or not: with the children of the
 * guest's child's name, and whether the account is suspended. Of other families the children of that name with an entry
 * of who must not pick up. Submissions of which there is nothing are left out.
 */
export async function findKnownFamilies(
  db: Queryable,
  submissionIds: readonly string[],
  { namesakes = 'guest', withBarred = false }: Lookup = {},
): Promise<Map<string, KnownFamily>> {
  const known = new Map<string, KnownFamily>()
  if (submissionIds.length === 0) return known
  const child = sql`json_build_object('id', c.id, 'name', c.name, 'grade', c.grade, 'allergies', c.allergies,
    'must_not_pick_up', c.must_not_pick_up, 'parent_name', ${shownName('o')})`
  const found = await rows<Found>(
    db,
    sql`select s.id as submission_id, s.guest_child_name, coalesce(s.guest_parent_name, '') as guest_parent_name,
        s.is_same_child is null as is_asked, coalesce('suspended' in (p.status, o.status), false) as is_suspended,
        case when c.id is not null then ${child} end as child, c.name as child_name, c.id as child_id
      from submissions s
        left join profiles p on lower(p.email) = guest_key(s.guest_parent_email)
        left join profiles o on o.id = (${familyIdByEmail(sql`s.guest_parent_email`)})
        left join children c on c.parent_id = o.id and c.deleted_at is null and s.is_same_child is null
      where s.id = any(${submissionIds}::uuid[]) and s.parent_id is null
      union all
      -- Few: the entry is rare. Their names are compared with all guests' below.
      select null, null, null, null, null, ${child}, c.name, c.id
      from children c join profiles o on o.id = c.parent_id
      where c.must_not_pick_up <> '[]' and c.deleted_at is null
      order by child_name, child_id`,
  )
  const barring = new Map<string, ChildOnFile[]>()
  for (const row of found) {
    if (row.submission_id !== null) continue
    const key = nameKey(row.child.name)
    barring.set(key, [...(barring.get(key) ?? []), row.child])
  }
  const add = (row: GuestRow, children: readonly ChildOnFile[], may_link: boolean) => {
    const family = known.get(row.submission_id) ?? { same_children: [], is_suspended: row.is_suspended }
    for (const { must_not_pick_up, ...child } of children) {
      if (!family.same_children.some(({ id }) => id === child.id))
        family.same_children.push({ ...child, may_link, ...(withBarred && { must_not_pick_up }) })
    }
    if (row.is_suspended || family.same_children.length > 0) known.set(row.submission_id, family)
  }
  const guests = found.filter((row) => row.submission_id !== null)
  for (const row of guests) add(row, childrenNamed(row.child ? [row.child] : [], row.guest_child_name), true)
  for (const row of guests) {
    if (!row.is_asked) continue
    const guest = { child: row.guest_child_name, adult: row.guest_parent_name }
    add(row, barredNamesakes(barring.get(nameKey(guest.child)) ?? [], guest, namesakes), false)
  }
  return known
}

/** Adds to guests' rows for staff what is known of them: one query for all, none without guests. */
export async function addKnownFamilies(
  db: Queryable,
  guests: readonly { id: string; knownFamily?: KnownFamily | null }[],
  lookup?: Lookup,
): Promise<void> {
  const known = await findKnownFamilies(
    db,
    guests.map(({ id }) => id),
    lookup,
  )
  for (const guest of guests) guest.knownFamily = known.get(guest.id) ?? null
}
