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

type Found = {
  submission_id: string
  guest_child_name: string
  is_suspended: boolean
  child: ChildOnFile | null
}

type Lookup = {
  namesakes?: BarredNamesakes
  /** Who must not pick up: delicate, so only where children are released. */
  withBarred?: boolean
}

/** Of a child `c` with its family's first adult `o`. */
const childOnFile = sql`json_build_object('id', c.id, 'name', c.name, 'grade', c.grade, 'allergies', c.allergies,
  'must_not_pick_up', c.must_not_pick_up, 'parent_name', ${shownName('o')})`

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
  const add = (submissionId: string, child: ChildOnFile, may_link: boolean) => {
    const family = known.get(submissionId) ?? { same_children: [], is_suspended: false }
    known.set(submissionId, family)
    if (family.same_children.some(({ id }) => id === child.id)) return
    const { must_not_pick_up, ...shown } = child
    family.same_children.push({ ...shown, may_link, ...(withBarred && { must_not_pick_up }) })
  }
  const found = await rows<Found>(
    db,
    sql`select s.id as submission_id, s.guest_child_name, 'suspended' in (p.status, o.status) as is_suspended,
        case when c.id is not null then ${childOnFile} end as child
      from submissions s
        join profiles p on lower(p.email) = guest_key(s.guest_parent_email)
        join profiles o on o.id = (${familyIdByEmail(sql`s.guest_parent_email`)})
        left join children c on c.parent_id = o.id and c.deleted_at is null and s.is_same_child is null
      where s.id = any(${submissionIds}::uuid[]) and s.parent_id is null
      order by c.name, c.id`,
  )
  for (const { submission_id, guest_child_name, is_suspended, child } of found) {
    if (is_suspended && !known.has(submission_id))
      known.set(submission_id, { same_children: [], is_suspended })
    for (const named of childrenNamed(child ? [child] : [], guest_child_name)) add(submission_id, named, true)
  }
  if (namesakes === 'none') return known
  for (const [submissionId, child] of await findBarredNamesakes(db, submissionIds, namesakes))
    add(submissionId, child, false)
  return known
}

/** Few children have an entry: all are read, and their names compared with the guests'. */
async function findBarredNamesakes(
  db: Queryable,
  submissionIds: readonly string[],
  namesakes: BarredNamesakes,
): Promise<[submissionId: string, child: ChildOnFile][]> {
  const barring = await rows<{ child: ChildOnFile }>(
    db,
    sql`select ${childOnFile} as child from children c join profiles o on o.id = c.parent_id
      where c.must_not_pick_up <> '[]' and c.deleted_at is null order by c.name, c.id`,
  )
  if (barring.length === 0) return []
  const byName = new Map<string, ChildOnFile[]>()
  for (const { child } of barring) {
    const key = nameKey(child.name)
    byName.set(key, [...(byName.get(key) ?? []), child])
  }
  const guests = await rows<{ id: string; child: string; adult: string }>(
    db,
    sql`select id, coalesce(guest_child_name, '') as child, coalesce(guest_parent_name, '') as adult from submissions
      where id = any(${submissionIds}::uuid[]) and parent_id is null and is_same_child is null`,
  )
  return guests.flatMap((guest) =>
    barredNamesakes(byName.get(nameKey(guest.child)) ?? [], guest, namesakes).map(
      (child): [string, ChildOnFile] => [guest.id, child],
    ),
  )
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
