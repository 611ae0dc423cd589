import { ERASED_CHILD, ERASED_PARENT } from '@aftercare/domain/privacy/account-deletion'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Erasure } from '../backup/erased-list'
import { adultIdsOf } from '../db/adults'
import type { Tx } from '../db/client'
import { execute, identifier, join, rows, type Sql, sql, toJson } from '../db/sql'
import type { Services } from '../http/context'
import type { MailConfig } from '../mail/mail'
import type { EmailContent } from '../mail/templates/email-content'
import { renderText } from '../mail/templates/plain-text'
import { eraseReviews } from './erase-reviews'
import { type Family, findFamily, findGuest, mailsTo } from './family.queries'
import { FAMILY_TABLES } from './family-tables'

type Context = Pick<Services, 'config' | 'clock'>

/**
 * Erases an account, and as a first adult's its family: deletes what need not be retained, and removes names, emails,
 * phone numbers, allergies and notes from what must be (fees, payments, attendance). All in the caller's transaction.
 */
export async function eraseFamily(tx: Tx, id: string, services: Context): Promise<void> {
  const family = await findFamily(tx, id)
  if (!family) return
  await erase(tx, family, services)
  await recordErasure(tx, { account: id, submissions: family.guestSubmissionIds }, services)
}

/** Erases what a guest sent with an email. An account that has the email keeps what is its own. */
export async function eraseGuest(tx: Tx, email: string, services: Context): Promise<void> {
  const guest = await findGuest(tx, email)
  await erase(tx, guest, services)
  await recordErasure(tx, { account: null, submissions: guest.submissionIds }, services)
}

/** By ids only, so that restoring an older backup can erase it again. */
const recordErasure = (tx: Tx, { account, submissions }: Erasure, { clock }: Context) =>
  execute(
    tx,
    sql`insert into erasures (account, submissions, erased_at)
      values (${account}, ${submissions}::uuid[], ${clock.now().toISOString()}) on conflict (account) do nothing`,
  )

async function erase(tx: Tx, family: Family, { config, clock }: Context): Promise<void> {
  const at = clock.now().toISOString()
  const claimed = await listClaimed(tx, family)
  const claimedIds = claimed.map((submission) => submission.id)
  await eraseClaimed(tx, family, claimed)
  await eraseMails(tx, family, claimedIds, config)
  await redactAuditLog(tx, family)
  await redactResponses(tx, family, claimed)
  await eraseReviews(tx, family, { config, clock })
  await eraseEditors(tx, family)
  for (const { table, of, onErase } of FAMILY_TABLES) {
    if (onErase === 'delete') {
      await execute(tx, sql`delete from ${identifier(table)} t where ${of(family)}`)
      continue
    }
    const assignments = Object.entries(onErase.values(family, at)).map(
      ([column, value]) => sql`${identifier(column)} = ${value}`,
    )
    await execute(tx, sql`update ${identifier(table)} t set ${join(assignments)} where ${of(family)}`)
  }
  await removeUnreferenced(tx, family)
}

/** The names of adults in edit histories: all of the family's, and this person's where they have left a family. */
async function eraseEditors(tx: Tx, { id }: Family): Promise<void> {
  const isTheirs = sql`(s.parent_id = ${id} or entry ->> 'adult_id' = ${id})`
  await execute(
    tx,
    sql`update submissions s set edit_history = (
        select jsonb_agg(case when entry ? 'adult' and ${isTheirs}
          then entry || jsonb_build_object('adult', ${ERASED_PARENT}::text) else entry end order by place)
        from jsonb_array_elements(s.edit_history) with ordinality as history (entry, place))
      where ${wasEditedBy(id)} or s.parent_id = ${id} and s.edit_history @? '$[*].adult'`,
  )
}

const wasEditedBy = (id: string): Sql => sql`s.edit_history @> ${toJson([{ adult_id: id }])}::jsonb`

/**
 * All that the erasure changes, other families' too, in one order and before what belongs to them. `sharedFamilyId`: the
 * family that they have joined, or their own.
 */
export async function lockErasedSubmissions(tx: Tx, family: Family, sharedFamilyId: string): Promise<void> {
  await rows(
    tx,
    sql`select from submissions where id in (select unnest(${family.submissionIds}::uuid[])
        union select id from submissions where parent_id = ${sharedFamilyId}
        union select id from submissions where ${isClaimedFrom(family)}
        union select id from submissions s where ${wasEditedBy(family.id)})
      order by id for update`,
  )
}

type Claimed = { id: string; parent_id: string; guest_key: string | null }

const isClaimedFrom = ({ id, withoutAccount }: Family) =>
  sql`(guest_account_id = ${id} or guest_account_id is null and parent_id is not null
    and guest_key(guest_parent_email) = ${withoutAccount})`

/** What the person sent as a guest and a family claimed, or staff linked to it. Including drop-ins that were removed. */
const listClaimed = (tx: Tx, family: Family) =>
  rows<Claimed>(
    tx,
    sql`select id, parent_id, guest_key(guest_parent_email) as guest_key from submissions where ${isClaimedFrom(family)}
      union all
      select l.row_id::uuid, l.family_id, guest_key(r.guest_parent_email) from audit_log l
        left join removed_drop_ins r on r.id = l.row_id::uuid
        where l.table_name = 'submissions' and l.account_id = ${family.id}`,
  )

/** The family keeps it without them. */
async function eraseClaimed(tx: Tx, { id }: Family, claimed: readonly Claimed[]): Promise<void> {
  const ids = claimed.map(({ id }) => id)
  const families = claimed.map(({ parent_id }) => parent_id)
  await execute(tx, sql`delete from guest_links where submission_id = any(${ids}::uuid[])`)
  // To staff, from before the claim: deleted like those that they sent as a member. Those to the family do not name the guest.
  await execute(
    tx,
    sql`update outbox o set sent_by = ${id} from unnest(${ids}::uuid[], ${families}::uuid[]) as s (id, parent_id)
      where s.id = o.submission_id
      and not exists (select from profiles a where a.email = lower(o.to_email) and a.id in (${adultIdsOf(sql`s.parent_id`)}))`,
  )
  await execute(
    tx,
    sql`update submissions set guest_parent_name = null, guest_parent_email = null, guest_parent_phone = null,
      version = version + 1 where id = any(${ids}::uuid[])`,
  )
  await execute(
    tx,
    sql`update removed_drop_ins set guest_parent_name = null, guest_parent_email = null, guest_parent_phone = null
      where id = any(${ids}::uuid[])`,
  )
}

/** In the family that they shared until now, which keeps the times. */
export async function erasePickups(tx: Tx, id: string, familyId: string): Promise<void> {
  await execute(
    tx,
    sql`update attendance_marks t set picked_up_by = null from submissions s, profiles p
      where s.id = t.submission_id and s.parent_id = ${familyId} and p.id = ${id}
        and t.picked_up_by in (p.full_name, p.email)`,
  )
  // From before they were on the list.
  await execute(
    tx,
    sql`update audit_log l set detail = redact_text(l.detail) from profiles p
      where l.table_name = 'attendance_marks' and l.family_id = ${familyId}
        and p.id = ${id} and l.detail ->> 'picked_up_by' in (p.full_name, p.email)`,
  )
}

/** The account row stays, because payments it recorded or site content it saved may reference it. */
async function removeUnreferenced(tx: Tx, { id }: Family): Promise<void> {
  await execute(
    tx,
    sql`delete from children c where parent_id = ${id} and not exists (select from submissions where child_id = c.id)`,
  )
  await execute(
    tx,
    sql`delete from profiles p where id = ${id} and not exists (select from children where parent_id = p.id)
      and not exists (select from payments where parent_id = p.id)`,
  )
}

/** Deletes mails to the family and about its submissions; in reports with other families, redacts the family's rows. */
async function eraseMails(
  tx: Tx,
  family: Family,
  claimedIds: readonly string[],
  config: MailConfig,
): Promise<void> {
  const { id, submissionIds } = family
  // Of guests who typed the family's email: it is not confirmed, but the report has the allergies of the child on file.
  const knownGuests = await rows<{ id: string }>(
    tx,
    sql`select id from submissions where parent_id is null and guest_key(guest_parent_email) = any(${family.emails}::text[])`,
  )
  const knownGuestIds = knownGuests.map((guest) => guest.id)
  // An event whose mails are just being composed is waited for, and then its mails are found.
  await execute(tx, sql`select from outbox where event is not null order by id for update`)
  await execute(
    tx,
    sql`delete from outbox t
      where ${mailsTo(family)} or family_id = ${id} or submission_id = any(${submissionIds}::uuid[])
        or template = 'guest-confirmation' and to_email = any(${[...family.emails, family.guestKey]}::text[])`,
  )
  // To others, but naming this adult. Those still queued are news to them, except invitations, which have ended; so is an
  // event in any state, whose mails will not name them.
  await execute(
    tx,
    sql`delete from outbox
      where sent_by = ${id} and (event is null and state <> 'queued' or template = 'family-invitation')
        or template = 'family-invited' and exists (select from jsonb_array_elements(content -> 'facts') as fact
          where fact ->> 'value' = any(${family.emails}::text[]))`,
  )
  // Reports from before structured content: the family's part of the text is unknown.
  if (submissionIds.length > 0)
    await execute(
      tx,
      sql`update outbox set text = '', state = case state when 'sent' then state else 'failed' end
        where template = 'daily-report' and content is null and text <> ''`,
    )
  const reports = await rows<{ id: string; content: EmailContent }>(
    tx,
    sql`select id, content from outbox
      where template = 'daily-report' and content -> 'table' -> 'submissionIds' ?| ${[...submissionIds, ...claimedIds, ...knownGuestIds]}::text[]
      order by id for update`,
  )
  for (const report of reports) {
    const content = redactReport(report.content, family, { claimedIds, knownGuestIds })
    await execute(
      tx,
      sql`update outbox set content = ${toJson(content)}, text = ${renderText(content, config)} where id = ${report.id}`,
    )
  }
}

/**
 * The cells of a row are in the order of `dailyReportContent`: child, grade, parent, email, allergies.
 * Keeps the rows, so that the report's counts stay correct. From before a claim, a row names the guest with the family's
 * child, which stays.
 */
function redactReport(
  content: EmailContent,
  { submissionIds, emails }: Family,
  { claimedIds, knownGuestIds }: Record<'claimedIds' | 'knownGuestIds', readonly string[]>,
): EmailContent {
  if (!content.table?.submissionIds) return content
  const { rows: cells, submissionIds: ids } = content.table
  const isErased = (n: number) => submissionIds.includes(ids[n] ?? '')
  const redactRow = (row: string[], n: number) => {
    if (isErased(n)) return [ERASED_CHILD, '', ERASED_PARENT, '', '']
    const [child = '', grade = '', parent = '', email = '', allergies = ''] = row
    if (knownGuestIds.includes(ids[n] ?? '')) return [child, grade, parent, email, '']
    const isGuest = claimedIds.includes(ids[n] ?? '') && emails.includes(normaliseEmail(email))
    return isGuest ? [child, grade, ERASED_PARENT, '', allergies] : row
  }
  return {
    ...content,
    table: {
      ...content.table,
      rows: cells.map(redactRow),
      submissionIds: ids.map((id, n) => (isErased(n) ? null : id)),
    },
  }
}

/** What somebody did as staff is about other people, so it stays when they delete their account as a parent. */
async function redactAuditLog(tx: Tx, { id, familyId, guestKey }: Family): Promise<void> {
  await execute(
    tx,
    sql`update audit_log set detail = redact_text(detail), guest_key = nullif(guest_key, ${guestKey})
      where (family_id = ${familyId} or account_id = ${id} or guest_key = ${guestKey}
          or actor_id = ${id} and actor_role <> 'admin')
        and (detail <> redact_text(detail) or guest_key = ${guestKey})`,
  )
}

/** They are redacted but kept for their day: a repeat of the request must not run a second time. */
async function redactResponses(tx: Tx, { id, guestKey }: Family, claimed: readonly Claimed[]): Promise<void> {
  const owners = [id, guestKey, ...claimed.map(({ guest_key }) => guest_key)]
  // What an adult who has left sent as a guest is the family's now, and shows its child.
  const senders = sql`select guest_key(guest_parent_email) from submissions
      where parent_id = ${id} and guest_account_id is not null
    union select guest_key(guest_parent_email) from removed_drop_ins
      where parent_id = ${id} and guest_account_id is not null`
  await execute(
    tx,
    sql`update idempotency_keys set response = redact_text(response),
        owners = array(select unnest(owners) except select unnest(${owners}::text[]))
      where owners && (${owners}::text[] || array(${senders}))`,
  )
}
