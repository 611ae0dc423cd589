import { invitationError } from '@aftercare/domain/family/family'
import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { execute, rows, sql, toJson } from '../db/sql'
import type { Services } from '../http/context'
import { findFamilySizes, isOpenInvitation, sendFamilyInvitation } from './family.queries'

/** Named by an imported list; not in the family before they join it. */
export const secondAdultSchema = z.object({
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  invited_at: z.string().nullable(),
})
type SecondAdult = z.infer<typeof secondAdultSchema>

export const listSecondAdults = (db: Queryable, familyId: string): Promise<SecondAdult[]> =>
  rows<SecondAdult>(
    db,
    sql`select full_name, email, phone, greatest(invited_at, (select max(sent_at) from family_invitations i
        where i.parent_id = s.parent_id and i.email = s.email)) as invited_at
      from second_adults s where parent_id = ${familyId} order by created_at, email`,
  )

type Named = { parent_id: string; email: string; full_name: string; phone: string | null }

export const insertSecondAdults = (tx: Tx, named: readonly Named[], now: Date) =>
  execute(
    tx,
    sql`insert into second_adults (parent_id, email, full_name, phone, created_at)
      select parent_id, email, full_name, phone, ${now.toISOString()}
      from jsonb_to_recordset(${toJson(named)}::jsonb)
        as named (parent_id uuid, email text, full_name text, phone text)`,
  )

/** The families that somebody with one of these emails is named in, or invited into. */
export async function findInvited(db: Queryable, emails: readonly string[], now: Date) {
  const found = await rows<{ email: string; parent_id: string }>(
    db,
    sql`select email, parent_id from second_adults where email = any(${emails}::text[])
      union select email, parent_id from family_invitations i
        where email = any(${emails}::text[]) and ${isOpenInvitation(now)}`,
  )
  return new Map(found.map(({ email, parent_id }) => [email, parent_id]))
}

/**
 * Invites the second adults of families whose first adult is being invited, each once. Not those whom staff or somebody
 * of the family have invited already, perhaps to cancel it, nor whom nobody could invite now, nor an address that no mail
 * can be sent to: they stay uninvited. Returns how many.
 */
export async function inviteSecondAdults(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  familyIds: readonly string[],
): Promise<number> {
  const now = services.clock.now()
  await execute(
    tx,
    sql`select from profiles where id = any(${familyIds}::uuid[]) order by id for no key update`,
  )
  const pending = await rows<{ parent_id: string; email: string }>(
    tx,
    sql`select parent_id, email from second_adults s where parent_id = any(${familyIds}::uuid[]) and invited_at is null
        and not exists (select from family_invitations i where i.parent_id = s.parent_id and i.email = s.email)
      order by parent_id, email for update`,
  )
  const sizes = await findFamilySizes(tx, services, [...new Set(pending.map(({ parent_id }) => parent_id))])
  const invited: typeof pending = []
  for (const { parent_id, email } of pending) {
    const size = sizes.get(parent_id)
    if (!size || invitationError(email, size) || !isEmail(email)) continue
    // The list says nothing of their language.
    const inviter = { id: null, familyId: parent_id, language: 'en' } as const
    await sendFamilyInvitation(tx, services, inviter, email)
    invited.push({ parent_id, email })
    sizes.set(parent_id, {
      ...size,
      invitedEmails: [...size.invitedEmails, email],
      mailsToday: size.mailsToday + 1,
    })
  }
  await execute(
    tx,
    sql`update second_adults s set invited_at = ${now.toISOString()}
      from jsonb_to_recordset(${toJson(invited)}::jsonb) as sent (parent_id uuid, email text)
      where s.parent_id = sent.parent_id and s.email = sent.email`,
  )
  return invited.length
}

/** What the list said of an adult who joins becomes theirs where they said nothing themselves. */
export async function takeSecondAdult(tx: Tx, familyId: string, memberId: string): Promise<void> {
  await execute(
    tx,
    sql`with named as (
        delete from second_adults s using profiles p where s.parent_id = ${familyId} and p.id = ${memberId}
          and s.email = p.email returning s.full_name, s.phone)
      update profiles p set phone = coalesce(p.phone, named.phone),
        full_name = case when p.full_name in ('', p.email) and named.full_name <> '' then named.full_name else p.full_name end
      from named where p.id = ${memberId}`,
  )
}
