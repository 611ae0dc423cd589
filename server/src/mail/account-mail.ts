import type { Tx } from '../db/client'
import { prepared, rows, sql } from '../db/sql'
import type { AccountRow, ProfileRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import type { MailEvent } from '../mail-events/mail-events'
import type { Mail, MailContext } from './mail'
import type { ClaimedEvent, OutboxEntry } from './outbox.queries'
import { composeMail } from './render'

type Person = Pick<AccountRow, 'id' | 'email'> &
  Pick<ProfileRow, 'full_name' | 'language' | 'status'> & {
    is_unconfirmed: boolean
    /** Its email was confirmed, or staff set it. */
    is_trusted: boolean
  }

type AccountEvent = Extract<MailEvent, { kind: 'account' }>

/** A mail about an account, or an invitation by one. None if the account is gone. */
export async function accountMail(
  tx: Tx,
  { account_id, family_id, sent_by, to_email }: ClaimedEvent,
  { mail, language, isForStaff }: AccountEvent,
  { config }: MailContext,
): Promise<OutboxEntry[]> {
  const people = await findPeople(tx, [account_id, family_id, sent_by])
  const find = (id: string | null) => people.find((person) => person.id === id)
  const sender = find(sent_by)
  const { template } = mail
  if (mail.template === 'family-invitation') {
    // Staff invite in nobody's name.
    const inviter = sender ?? (sent_by === null ? find(family_id) : undefined)
    if (!inviter) return []
    const invitedBy = inviter.full_name || inviter.email
    const composed = composeMail(
      { ...mail, invitedBy, isByOffice: !sender, language: language ?? 'en' },
      config,
    )
    return [{ template, to: { address: to_email }, composed, accountId: null, sentBy: sent_by }]
  }
  if (mail.template === 'guest-confirmation') {
    const composed = composeMail({ ...mail, language: language ?? 'en' }, config)
    return [{ template, to: { address: to_email }, composed, accountId: null }]
  }
  const owner =
    template === 'seat-opened' ? watcherOf(find(account_id), find(family_id), family_id) : find(account_id)
  if (!owner) return []
  // Of a sign-up that nobody has confirmed it is a stranger's text: it could hold a link, under our sender.
  const name = owner.is_trusted || !isRequested(mail) ? owner.full_name : ''
  // Without a name, the mail to a new admin does not say who invited them.
  const contents = {
    ...mail,
    name,
    ...(sender?.full_name && { invitedBy: sender.full_name }),
    isEmailChanged: owner.is_unconfirmed,
  } as Mail
  const composed = composeMail(
    { ...contents, language: isForStaff ? 'en' : (owner.language ?? language ?? 'en') },
    config,
  )
  const to = { address: to_email || owner.email, name }
  return [{ template, to, composed, accountId: owner.id, sentBy: sent_by }]
}

/** By anybody who knows the address of a sign-up. */
const isRequested = (mail: AccountEvent['mail']): boolean =>
  mail.template === 'verification' ||
  mail.template === 'recovery' ||
  (mail.template === 'account-invitation' && mail.cause === 'signed-up-again')

type FamilyPerson = Person & { family_id: string }

/** The adult who asked for the seat; the first adult if that one is suspended, has left or has no confirmed email. */
function watcherOf(
  asker: FamilyPerson | undefined,
  first: FamilyPerson | undefined,
  familyId: string | null,
) {
  if (first?.status === 'suspended') return undefined
  const isReachable = asker && asker.status !== 'suspended' && !asker.is_unconfirmed
  return isReachable && asker.family_id === familyId ? asker : first
}

const findPeople = (tx: Tx, ids: readonly (string | null)[]): Promise<FamilyPerson[]> =>
  rows<FamilyPerson>(
    tx,
    prepared(
      'mailed-accounts',
      sql`select a.id, a.email, p.full_name, p.language, p.status,
          ${isUnconfirmed} as is_unconfirmed,
          a.email_verified_at is not null or a.email_set_by_staff_at is not null as is_trusted,
          coalesce(f.parent_id, a.id) as family_id
        from accounts a join profiles p on p.id = a.id left join family_members f on f.member_id = a.id
        where a.id = any(${ids}::uuid[]) and a.disabled_at is null`,
    ),
  )
