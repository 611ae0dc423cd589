import { type Sql, sql } from './sql'

/**
 * The condition on the alias `a` of `accounts` that staff changed the email and nobody has used a link mailed to it: until
 * then nobody signs in with it, and mails that may name a child are held.
 */
export const isUnconfirmed: Sql = sql`(a.email_verified_at is null and a.email_set_by_staff_at is not null)`
