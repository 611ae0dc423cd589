import {
  type FamilySize,
  INVITATION_DAYS,
  invitationError,
  invitationExpiry,
  MAX_ADULTS,
  MAX_INVITATION_MAILS_PER_DAY,
} from '@aftercare/domain/family/family'
import type { Language } from '@aftercare/domain/lib/language'
import { adultIdsOf } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { lockParent } from '../db/family-transaction'
import { getOne, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { FamilyInvitationRow, ProfileRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { queueEvents } from '../mail-events/queue-events'
import { JOIN_PAGE } from '../redact-secret-urls'
import { hashSecret, newSecret } from '../secrets'

export type Adult = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone' | 'status'> & {
  joined_at: string | null
}

/** The first adult, then the others by the time they joined. */
export const listAdults = (db: Queryable, familyId: string): Promise<Adult[]> =>
  rows<Adult>(
    db,
    sql`select p.id, p.full_name, p.email, p.phone, p.status, m.joined_at
      from profiles p left join family_members m on m.member_id = p.id
      where p.id in (${adultIdsOf(familyId)}) order by m.joined_at nulls first, p.id`,
  )

/** An invitation `i` that was neither used, cancelled nor sent again. */
export const isOpenInvitation = (now: Date): Sql =>
  sql`i.ended_at is null and i.expires_at > ${now.toISOString()}`

export type OpenInvitation = Pick<FamilyInvitationRow, 'id' | 'email' | 'sent_at' | 'expires_at'>

export const listInvitations = (db: Queryable, familyId: string, now: Date): Promise<OpenInvitation[]> =>
  rows<OpenInvitation>(
    db,
    sql`select id, email, sent_at, expires_at from family_invitations i
      where parent_id = ${familyId} and ${isOpenInvitation(now)} order by sent_at, id`,
  )

/** By family. All are locked. */
export async function findFamilySizes(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  familyIds: readonly string[],
): Promise<Map<string, FamilySize>> {
  const found = await rows<FamilySize & { id: string }>(
    tx,
    sql`select f.id, array(select p.email from profiles p where p.id in (${adultIdsOf(sql`f.id`)})) as "adultEmails",
        array(select email from family_invitations i where i.parent_id = f.id and ${isOpenInvitation(clock.now())})
          as "invitedEmails",
        (select count(*) from family_invitations i where i.parent_id = f.id and i.sent_on = ${clock.today()})
          as "mailsToday"
      from unnest(${familyIds}::uuid[]) as f (id)`,
  )
  return new Map(found.map(({ id, ...size }) => [id, size]))
}

/** Throws if this address cannot be invited now. The family is locked. */
async function assertMayInvite(tx: Tx, services: Services, familyId: string, email: string) {
  const size = (await findFamilySizes(tx, services, [familyId])).get(familyId)
  const code = size && invitationError(email, size)
  if (!code) return
  const max = code === 'family-full' ? MAX_ADULTS : MAX_INVITATION_MAILS_PER_DAY
  throw new AppError(code, { max }).onField('email')
}

/** An adult of the family, or null for staff; `language` is what the mail to the invited address is in. */
type Inviter = { id: string | null; familyId: string; language: Language }

/** By an adult of the family or by staff. The caller has locked the family. */
export async function inviteAdult(tx: Tx, services: Services, inviter: Inviter, email: string) {
  await lockParent(tx, inviter.familyId, inviter.id === null ? 'not-found' : 'signed-out')
  await assertMayInvite(tx, services, inviter.familyId, email)
  await sendFamilyInvitation(tx, services, inviter, email)
}

/** Stores the invitation and queues its mails, also to the family's other adults. Only the token's hash is stored. */
export async function sendFamilyInvitation(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  inviter: Inviter,
  email: string,
) {
  const { clock, config } = services
  const token = newSecret(32)
  const now = clock.now()
  const { id: invitationId } = await getOne<{ id: string }>(
    tx,
    sql`insert into family_invitations (parent_id, invited_by, email, token_hash, sent_at, sent_on, expires_at)
      values (${inviter.familyId}, ${inviter.id}, ${email}, ${hashSecret(token)}, ${now.toISOString()},
        ${clock.today()}, ${invitationExpiry(now).toISOString()}) returning id`,
  )
  const mail = {
    template: 'family-invitation',
    link: `${config.publicUrl}${JOIN_PAGE}${token}`,
    validForHours: INVITATION_DAYS * 24,
  } as const
  const invitation = { kind: 'account', mail, language: inviter.language } as const
  const by = { sentBy: inviter.id, familyId: inviter.familyId }
  await queueEvents(
    tx,
    [
      { event: invitation, to: email, ...by },
      { event: { kind: 'family-invited', invitationId }, ...by },
    ],
    services,
  )
}

/** Its link stops working. Null if it is not open, or another family's. */
const endInvitation = (tx: Tx, familyId: string, id: string, now: Date) =>
  maybeOne<Pick<FamilyInvitationRow, 'email'>>(
    tx,
    sql`update family_invitations i set ended_at = ${now.toISOString()}
      where id = ${id} and parent_id = ${familyId} and ${isOpenInvitation(now)} returning email`,
  )

/** The email of an invitation that is open no more. */
export async function endOpenInvitation(
  tx: Tx,
  familyId: string,
  id: string,
  { clock }: Pick<Services, 'clock'>,
): Promise<string> {
  const ended = await endInvitation(tx, familyId, id, clock.now())
  if (!ended) throw new AppError('not-found')
  return ended.email
}
