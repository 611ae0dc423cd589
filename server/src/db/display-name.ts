import { identifier, type Sql, sql } from './sql'

/** The name of a profile, or its email if the name was cleared. `alias` of `profiles`, or the table's own name. */
export function shownName(alias: string): Sql {
  const profile = identifier(alias)
  return sql`coalesce(nullif(${profile}.full_name, ''), ${profile}.email)`
}

/**
 * The names shown in lists: from the profile or child, else what the guest entered; the email of a parent who cleared
 * the name. Table aliases: `s` submissions, `p` profiles, `c` children.
 */
export const parentDisplayName = sql`coalesce(${shownName('p')}, nullif(s.guest_parent_name, ''), s.guest_parent_email, '')`
export const parentDisplayEmail = sql`coalesce(p.email, s.guest_parent_email, '')`
export const childDisplayName = sql`coalesce(c.name, s.guest_child_name, '')`

/**
 * The adult who typed what a family's submission copies of its parent: who sent it as a guest, or else the first adult.
 * Null for a guest's.
 */
export const typedBy = sql`coalesce(s.guest_account_id, s.parent_id)`
const typedPhone = sql`nullif(s.guest_parent_phone, '')`

/**
 * The first adult's own number or the one they typed, never another's: staff would call whoever must not pick up the
 * child by the name of its parent. A guest's is the one typed, never that of the account that has the email: anybody can
 * type it. Null if there is none.
 */
export const firstAdultPhone = sql`coalesce(nullif(p.phone, ''),
  case when ${typedBy} is not distinct from s.parent_id then ${typedPhone} end)`

/** The same of an account `a` that joined the family. */
export const otherAdultPhone = sql`coalesce(nullif(a.phone, ''), case when ${typedBy} = a.id then ${typedPhone} end)`
