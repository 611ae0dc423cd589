import { type Sql, sql } from './sql'
import { isUnconfirmed } from './unconfirmed-email'

/** About a day: worth nothing once it is over. */
const ABOUT_A_DAY = ['daily-report', 'seat-opened', 'family-message']
const TOO_LATE = 'The email address was confirmed after the day was over.'

const isToAudience = sql`(o.template = 'family-message' and exists (select from family_messages m
  where m.audience is not null and m.subject = o.subject))`

/** Sends what waited for the email of these accounts (`a`) to be confirmed, to the email that it is now. */
export const releaseHeldMails = (accounts: Sql, now: Date): Sql => {
  const isTooLate = sql`(o.template = any(${ABOUT_A_DAY}) and not ${isToAudience}
    and o.created_at < ${now.toISOString()}::timestamptz - interval '1 day')`
  return sql`update outbox o set to_email = a.email, next_attempt_at = now(),
      state = case when ${isTooLate} then 'failed' else 'queued' end,
      last_error = case when ${isTooLate} then ${TOO_LATE} end
    from accounts a
    where o.account_id = a.id and o.state = 'held' and not ${isUnconfirmed} and ${accounts}`
}
