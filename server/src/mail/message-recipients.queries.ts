import type { Language } from '@aftercare/domain/lib/language'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Tx } from '../db/client'
import { rows, sql, toJson } from '../db/sql'
import type { MessageRecipient } from '../mail-events/mail-events'

type Found = {
  accountId: string | null
  email: string
  name: string
  language: Language
  days: string[]
}

/** Whom a message to families was written to, as they are called and reached now. */
export async function findMessageRecipients(
  tx: Tx,
  recipients: readonly MessageRecipient[],
): Promise<Found[]> {
  const found = await rows<Found>(
    tx,
    sql`select p.id as "accountId", coalesce(p.email, s.guest_parent_email, r.guest_parent_email, '') as email,
        coalesce(p.full_name, s.guest_parent_name, r.guest_parent_name, '') as name,
        coalesce(p.language, o.language, 'en') as language, o.days
      from jsonb_to_recordset(${toJson(recipients)}::jsonb)
        as o ("accountId" uuid, "submissionId" uuid, language text, days jsonb)
      left join profiles p on p.id = o."accountId"
      left join submissions s on s.id = o."submissionId" left join removed_drop_ins r on r.id = o."submissionId"`,
  )
  return found.map((each) => ({ ...each, name: each.name.trim(), email: normaliseEmail(each.email) }))
}
