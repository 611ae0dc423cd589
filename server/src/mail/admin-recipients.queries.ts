import {
  EMAIL_PREFERENCES,
  type EmailPreferences,
  preferencesOf,
} from '@aftercare/domain/admins/email-preferences'
import type { Queryable } from '../db/client'
import { getOne, identifier, join, prepared, sql } from '../db/sql'
import { isUnconfirmed } from '../db/unconfirmed-email'
import type { Recipient } from './mail'

export type AdminRecipient = Recipient & { id: string; wants: EmailPreferences }

/** Without stored preferences all are on; the Attendance role gets no mail with fees. */
const wants = EMAIL_PREFERENCES.map((preference) => {
  const name = identifier(preference)
  const isForAll = preferencesOf('attendance').includes(preference)
  return sql`'${name}', coalesce(e.${name}, true)${isForAll ? sql`` : sql` and r.role = 'admin'`}`
})

/**
 * Staff who can sign in and have a verified email, because these emails name children. With their preferences. Also those
 * whose email was changed: their mails are held until it is confirmed. A subquery.
 */
export const adminRecipients = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'address', a.email, 'name', p.full_name,
      'wants', jsonb_build_object(${join(wants)})) order by a.email), '[]')
  from user_roles r join accounts a on a.id = r.user_id left join profiles p on p.id = a.id
    left join admin_email_preferences e on e.user_id = a.id
  where r.role <> 'parent' and a.disabled_at is null and (a.email_verified_at is not null or ${isUnconfirmed})
    and p.status is distinct from 'suspended')`

export async function listAdminRecipients(tx: Queryable): Promise<AdminRecipient[]> {
  const { admins } = await getOne<{ admins: AdminRecipient[] }>(
    tx,
    prepared('admin-recipients', sql`select ${adminRecipients} as admins`),
  )
  return admins
}
