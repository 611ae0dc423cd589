import { adultIdsOf, hasSuspendedFamily } from '../db/adults'
import type { Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { maybeOne, rows, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import type { MailEvent } from '../mail-events/mail-events'
import type { FamilyAccountMail, MailContext } from './mail'
import type { ClaimedEvent, OutboxEntry } from './outbox.queries'
import { composeMail } from './render'

type FamilyNews = Extract<MailEvent, { kind: 'family-invited' | 'family-joined' }>

/**
 * Somebody was invited into a family, or joined it: for its other adults, so that nobody is brought in behind their back.
 * Not for whoever did it, nor for the invited person.
 */
export async function familyNewsMails(
  tx: Tx,
  { family_id, sent_by }: ClaimedEvent,
  event: FamilyNews,
  { config }: MailContext,
): Promise<OutboxEntry[]> {
  if (family_id === null) return []
  const news = event.kind === 'family-invited' ? await findInvited(tx, event.invitationId) : null
  const person = event.kind === 'family-joined' ? await findPerson(tx, sent_by) : null
  const adults = await rows<Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'language'>>(
    tx,
    sql`select p.id, p.full_name, p.email, p.language from profiles p
      where p.id in (${adultIdsOf(family_id)}) and p.id is distinct from ${sent_by}::uuid
        and p.status <> 'suspended' and not ${hasSuspendedFamily(sql`${family_id}::uuid`)} order by p.id`,
  )
  return adults.flatMap(({ id, full_name: name, email, language }) => {
    const mail = mailOf(name, news, person)
    if (!mail || mail.email === email) return []
    const composed = composeMail({ ...mail, language: language ?? 'en' }, config)
    return [
      { template: mail.template, to: { address: email, name }, composed, accountId: id, sentBy: sent_by },
    ]
  })
}

type Named = { name: string; email: string }
type Invited = { name: string | null; email: string }

function mailOf(name: string, invited: Invited | null, joined: Named | null): NewsMail | null {
  if (invited) return { template: 'family-invited', name, invitedBy: invited.name, email: invited.email }
  return joined && { template: 'family-joined', name, adult: joined.name, email: joined.email }
}

type NewsMail = Extract<FamilyAccountMail, { template: 'family-invited' | 'family-joined' }>

/** The invited address, and the name of the adult who sent the invitation; null if staff did. */
const findInvited = (tx: Tx, invitationId: string) =>
  maybeOne<Invited>(
    tx,
    sql`select i.email, ${shownName('p')} as name
      from family_invitations i left join profiles p on p.id = i.invited_by where i.id = ${invitationId}`,
  )

const findPerson = (tx: Tx, id: string | null) =>
  maybeOne<Named>(tx, sql`select email, ${shownName('profiles')} as name from profiles where id = ${id}`)
