import { sql } from './sql'

/**
 * What stands in a row: the profile's or child's own data, else what the guest wrote. The tables bear these letters
 * in every list: `s` submissions, `p` profiles, `c` children, `m` months.
 */
/** A parent may have emptied the name: the email stands for it. */
export const parentDisplayName = sql`coalesce(nullif(p.full_name, ''), p.email, nullif(s.guest_parent_name, ''), s.guest_parent_email, '')`
export const parentDisplayEmail = sql`coalesce(p.email, s.guest_parent_email, '')`
export const childDisplayName = sql`coalesce(c.name, s.guest_child_name, '')`
/** Parents who are not signed in give an email and no phone: theirs may be on the profile with that email. */
const guestPhone = sql`coalesce(nullif(s.guest_parent_phone, ''), case when s.parent_id is null then
  (select nullif(known.phone, '') from profiles known where lower(known.email) = guest_key(s.guest_parent_email)) end)`
/** Null where neither the family nor whoever entered it gave one. */
export const displayPhone = sql`coalesce(nullif(p.phone, ''), ${guestPhone})`
