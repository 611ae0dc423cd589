import type { KnownAccount } from '@aftercare/domain/imports/family-adults'
import { belongsToFamily, isReplaceable } from '../auth/accounts.queries'
import type { Queryable } from '../db/client'
import { rows, sql } from '../db/sql'
import type { Services } from '../http/context'

/**
 * The accounts that have these emails. A sign-up that nobody confirmed is left out where mail is sent: the import takes
 * it over, without the password of whoever signed up.
 */
export async function findAccountsByEmail(
  db: Queryable,
  { config }: Pick<Services, 'config'>,
  emails: readonly string[],
): Promise<Map<string, KnownAccount>> {
  const found = await rows<KnownAccount>(
    db,
    sql`select a.email, coalesce(m.parent_id, a.id) as "familyId",
        exists (select from user_roles r where r.user_id = a.id and r.role <> 'parent') as "isStaff",
        not ${belongsToFamily(sql`a.id`)} and p.status <> 'suspended' as "mayJoin",
        array(select c.name from children c where c.parent_id = coalesce(m.parent_id, a.id) and c.deleted_at is null) as children
      from accounts a join profiles p on p.id = a.id left join family_members m on m.member_id = a.id
      where a.email = any(${emails}::text[]) and a.disabled_at is null
        and not ${isReplaceable(config)}`,
  )
  return new Map(found.map((account) => [account.email, account]))
}
