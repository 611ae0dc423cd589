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
/** Whether the account `account` has the email that was typed into submission `s`. */
const typedByOwner = (account: Sql): Sql => sql`lower(${account}.email) = guest_key(s.guest_parent_email)`

/**
 * The first adult's own. A number that somebody typed with another account's email is theirs: staff would call whoever
 * must not pick up the child by the name of its parent.
 */
export const firstAdultPhone = sql`coalesce(nullif(p.phone, ''),
  case when not exists (select from profiles typed where ${typedByOwner(sql`typed`)} and typed.id <> s.parent_id)
    then nullif(s.guest_parent_phone, '') end)`

/** The phone of an account \`a\` that joined the family: its own, or what it typed. */
export const otherAdultPhone = sql`coalesce(nullif(a.phone, ''),
  case when ${typedByOwner(sql`a`)} then nullif(s.guest_parent_phone, '') end)`

/** Never that of the account that has a guest's email: anybody can type it. Null if neither family nor staff entered one. */
export const displayPhone = sql`coalesce(nullif(p.phone, ''), nullif(s.guest_parent_phone, ''))`
