import type { Tx } from '../db/client'
import { typedBy } from '../db/display-name'
import { jsonAgg } from '../db/json-rows'
import { getOne, prepared, sql } from '../db/sql'
import type { ChildRow, ProfileRow, SubmissionRow } from '../db/tables'
import { type AdminRecipient, adminRecipients } from './admin-recipients.queries'
import type { ClaimedEvent } from './outbox.queries'
import { type StoredTemplates, storedTemplates } from './stored-templates.queries'

export type MailedAdult = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone' | 'language'>

/** Who sent a submission, about which child: as it is now, also of a drop-in that was removed. */
export type SubmissionPeople = Pick<
  SubmissionRow,
  | 'id'
  | 'guest_parent_name'
  | 'guest_parent_email'
  | 'guest_parent_phone'
  | 'guest_child_name'
  | 'guest_child_allergies'
  | 'guest_child_notes'
> & {
  child: Pick<ChildRow, 'name' | 'allergies' | 'notes'> | null
  /** Null while it is a guest's. */
  typed_by: string | null
}

type Found = {
  adults: (MailedAdult & Pick<ProfileRow, 'status'> & { is_member: boolean })[]
  submissions: SubmissionPeople[]
  templates: StoredTemplates
  admins: AdminRecipient[]
}

const guestColumns = sql`id, child_id, guest_parent_name, guest_parent_email, guest_parent_phone, guest_child_name,
  guest_child_allergies, guest_child_notes, ${typedBy} as typed_by`

/** What the mails about submissions of one family or guest need beside the facts of their event. */
export const findMailData = (
  tx: Tx,
  submissionIds: readonly string[],
  { family_id, sent_by }: Pick<ClaimedEvent, 'family_id' | 'sent_by'>,
): Promise<Found> =>
  getOne<Found>(
    tx,
    prepared(
      'submission-mail-data',
      sql`select
        ${jsonAgg(sql`select p.id, p.full_name, p.email, p.phone, p.language, p.status,
            coalesce(f.parent_id, p.id) is not distinct from ${family_id}::uuid as is_member
          from profiles p join accounts a on a.id = p.id left join family_members f on f.member_id = p.id
          where a.disabled_at is null and p.id in (select unnest(array[${family_id}, ${sent_by}]::uuid[])
            union select member_id from family_members where parent_id = ${family_id})
          order by f.joined_at nulls first, p.id`)} as adults,
        ${jsonAgg(sql`select s.*, case when c.id is not null then
            json_build_object('name', c.name, 'allergies', c.allergies, 'notes', c.notes) end as child
          from (select ${guestColumns} from submissions s where id = any(${submissionIds}::uuid[])
            union all select ${guestColumns} from removed_drop_ins s where id = any(${submissionIds}::uuid[])) s
          left join children c on c.id = s.child_id`)} as submissions,
        ${storedTemplates} as templates, ${adminRecipients} as admins`,
    ),
  )
