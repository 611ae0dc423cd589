import type { Queryable } from './client'
import { otherAdultPhone, shownName } from './display-name'
import { maybeOne, type Sql, sql } from './sql'

/** The adults who joined a family. */
export const memberIdsOf = (familyId: string | Sql): Sql =>
  sql`select member_id as id from family_members where parent_id = ${familyId}`

/** All adults of a family: its first adult and those who joined it. */
export const adultIdsOf = (familyId: string | Sql): Sql =>
  sql`select ${familyId}::uuid as id union all ${memberIdsOf(familyId)}`

/** The emails of all adults of a family, in lower case. */
export const adultEmailsOf = (familyId: string | Sql): Sql =>
  sql`select lower(email) from profiles where id in (${adultIdsOf(familyId)})`

/** The id of the family that the adult with this email belongs to, confirmed or not. */
export const familyIdByEmail = (email: string | Sql): Sql =>
  sql`select coalesce(m.parent_id, a.id) from profiles a left join family_members m on m.member_id = a.id
    where lower(a.email) = guest_key(${email})`

/** As an adult is listed among those who may pick up: by email while there is no name. */
export async function findShownName(db: Queryable, accountId: string): Promise<string | null> {
  const row = await maybeOne<{ name: string }>(
    db,
    sql`select ${shownName('profiles')} as name from profiles where id = ${accountId}`,
  )
  return row?.name ?? null
}

/** The phone numbers of all adults of a family, as typed. */
export const phonesOf = (familyId: string): Sql =>
  sql`select phone from profiles where id in (${adultIdsOf(familyId)})`

/**
 * Name and phone number of those who joined the family of a submission `s`, as JSON; null if nobody did. PostgreSQL
 * answers `exists` for a whole list at once, but not the list of names.
 */
export const otherAdultsOf = sql`case when exists (select from family_members f where f.parent_id = s.parent_id) then (
  select json_agg(json_build_object('name', ${shownName('a')}, 'phone', ${otherAdultPhone})
    order by f.joined_at, a.id)
  from family_members f join profiles a on a.id = f.member_id where f.parent_id = s.parent_id) end`

/** Whether the guest who sent a submission `s` is an adult of its family, by their emails of now. */
export const isGuestInFamily = sql`guest_key(s.guest_parent_email) in (${adultEmailsOf(sql`s.parent_id`)})`

/** Whether the first adult of the family that somebody joined is suspended; `parentId` is null for everybody else. */
export const hasSuspendedFamily = (parentId: Sql): Sql =>
  sql`exists (select from profiles f where f.id = ${parentId} and f.status = 'suspended')`

/** The family that an account has joined. */
export async function findFamilyOf(db: Queryable, accountId: string): Promise<string | null> {
  const row = await maybeOne<{ parent_id: string }>(
    db,
    sql`select parent_id from family_members where member_id = ${accountId}`,
  )
  return row?.parent_id ?? null
}
