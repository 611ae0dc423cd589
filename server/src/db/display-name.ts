import { sql } from './sql'

/**
 * The names shown in lists: from the profile or child, else what the guest entered; the email of a parent who cleared
 * the name. Table aliases: `s` submissions, `p` profiles, `c` children.
 */
export const parentDisplayName = sql`coalesce(nullif(p.full_name, ''), p.email, nullif(s.guest_parent_name, ''), s.guest_parent_email, '')`
export const parentDisplayEmail = sql`coalesce(p.email, s.guest_parent_email, '')`
export const childDisplayName = sql`coalesce(c.name, s.guest_child_name, '')`
/** Never that of the account that has a guest's email: anybody can type it. Null if neither family nor staff entered one. */
export const displayPhone = sql`coalesce(nullif(p.phone, ''), nullif(s.guest_parent_phone, ''))`
