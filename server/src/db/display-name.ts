import { sql } from './sql'

/**
 * The names shown in lists: from the profile or child, else what the guest entered; the email of a parent who cleared
 * the name. Table aliases: `s` submissions, `p` profiles, `c` children.
 */
export const parentDisplayName = sql`coalesce(nullif(p.full_name, ''), p.email, nullif(s.guest_parent_name, ''), s.guest_parent_email, '')`
export const parentDisplayEmail = sql`coalesce(p.email, s.guest_parent_email, '')`
export const childDisplayName = sql`coalesce(c.name, s.guest_child_name, '')`
/** A guest who gave no phone: use the phone of the profile with that email. */
const guestPhone = sql`coalesce(nullif(s.guest_parent_phone, ''), case when s.parent_id is null then
  (select nullif(match.phone, '') from profiles match where lower(match.email) = guest_key(s.guest_parent_email)) end)`
/** Null if neither the family nor staff entered one. */
export const displayPhone = sql`coalesce(nullif(p.phone, ''), ${guestPhone})`
