import { type MailTemplates, readTemplates } from '@aftercare/domain/mail-templates'
import { actorRole } from '../audit/audit.queries'
import type { Queryable } from '../db/client'
import { firstRow, json, money, named, type Sql, sql } from '../db/sql'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import type { Viewer } from '../http/context'
import type { RequestKey } from '../http/idempotency'
import { type AdminRecipient, adminRecipients } from '../mail/admin-recipients.queries'
import { type NewMail, queueing } from '../mail/outbox.queries'
import { storedTemplates } from '../mail/stored-templates.queries'

/** What the rules and the mails of a registration read of its month. */
export type RegistrationMonth = Omit<MonthRow, 'created_at' | 'updated_at' | 'version'>

/** All that a registration is checked against and told with, as it was at one moment. */
export type RegistrationGround = {
  month: RegistrationMonth | null
  /** Changes with every change of the month's row. */
  monthStamp: string
  /** The family's own among the children asked for. */
  children: Pick<ChildRow, 'id' | 'name' | 'allergies' | 'notes'>[]
  isAnyRegistered: boolean
  parent: Pick<ProfileRow, 'full_name' | 'email' | 'phone'> | null
  templates: MailTemplates
  admins: AdminRecipient[]
  /** What the same key was answered before. */
  earlier: { request_hash: string; response: unknown } | null
  /** What `counting` answered. */
  counted: number | null
}

type Asked = {
  monthId: string
  parentId: string | null
  childIds: readonly string[]
  key: RequestKey | null
  /** A limit's count, made on the same way to the database. */
  counting: Sql | null
}

type GroundRow = Omit<RegistrationGround, 'templates'> & { templates: unknown }

/** The month comes as one value: a column costs the driver more than a field of JSON. */
export async function readRegistrationGround(db: Queryable, asked: Asked): Promise<RegistrationGround> {
  const { monthId, parentId, childIds, key, counting } = asked
  const row = await firstRow<GroundRow>(
    db,
    named(
      'registration-ground',
      sql`select case when m.id is not null then json_build_object('id', m.id, 'month_name', m.month_name,
            'year', m.year, 'is_active', m.is_active, 'regular_price_cents', (m.regular_price * 100)::bigint,
            'special_price_cents', (m.special_price * 100)::bigint, 'special_days', m.special_days,
            'closed_days', m.closed_days, 'day_types', m.day_types, 'seats', m.seats, 'day_seats', m.day_seats,
            'taken_seats', m.taken_seats) end as month, m.xmin::text as "monthStamp",
          (select coalesce(json_agg(json_build_object(
              'id', c.id, 'name', c.name, 'allergies', c.allergies, 'notes', c.notes)), '[]')
            from children c where c.id = any(${childIds}::uuid[]) and c.parent_id = ${parentId}::uuid
              and c.deleted_at is null) as children,
          exists (select 1 from submissions s where s.month_id = asked.id and s.child_id = any(${childIds}::uuid[]))
            as "isAnyRegistered",
          (select json_build_object('full_name', p.full_name, 'email', p.email, 'phone', p.phone)
            from profiles p where p.id = ${parentId}::uuid) as parent,
          ${storedTemplates} as templates, ${adminRecipients} as admins,
          (select json_build_object('request_hash', k.request_hash, 'response', k.response)
            from idempotency_keys k where k.scope = ${key?.scope ?? null}::text and k.key = ${key?.key ?? null}::text)
            as earlier,
          ${counting ?? sql`null::bigint`} as counted
        from (values (${monthId}::uuid)) asked (id) left join months m on m.id = asked.id`,
    ),
  )
  if (!row) throw new Error('A statement without a condition answered nothing')
  return { ...row, templates: readTemplates(row.templates) }
}

export type NewRegistration = {
  rows: readonly SubmissionRow[]
  monthStamp: string
  key: RequestKey | null
  answer: unknown
  mails: readonly NewMail[]
}

export type StoreOutcome = 'stored' | 'ground-changed' | 'key-taken'

/**
 * Rows, audit, mails and key in one statement, which is its own transaction. It holds the month and the children as
 * they are: staff who close a day wait for it, or it finds that the ground has changed and stores nothing. A repeat
 * with the same key waits at the key. Registrations do not wait for each other.
 */
export async function storeRegistration(
  db: Queryable,
  viewer: Viewer,
  { rows, monthStamp, key, answer, mails }: NewRegistration,
): Promise<StoreOutcome> {
  const [first] = rows
  if (!first) throw new Error('A registration has at least one row')
  const detail = {
    month_id: first.month_id,
    dropin_date: null,
    selected_days: first.selected_days,
    total_fee_cents: first.total_fee_cents,
  }
  const children = rows.flatMap(({ child_id }) => (child_id === null ? [] : [child_id]))
  const outcome = await firstRow<{ is_ground_same: boolean; stored: number }>(
    db,
    named(
      'store-registration',
      sql`with month as (
          select 1 from months where id = ${first.month_id}::uuid and xmin::text = ${monthStamp} for share),
        own as (
          select id from children where id = any(${children}::uuid[]) and parent_id = ${first.parent_id}::uuid
            and deleted_at is null order by id for share),
        ground as (select 1 from month where (select count(*) from own) = ${children.length}::int),
        taken as (
          insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
          select ${key?.scope ?? null}::text, ${key?.key ?? null}::text, ${key?.requestHash ?? null}::text, 200,
            ${json(answer)}::jsonb, ${first.submitted_at}::timestamptz
          from ground where ${key !== null}::boolean
          on conflict do nothing returning 1),
        go as (select 1 from ground where not ${key !== null}::boolean or exists (select 1 from taken)),
        stored as (
          insert into submissions (id, parent_id, child_id, month_id, selected_days, total_fee, status, submitted_at,
            updated_at, agreed_at, guest_parent_name, guest_parent_email, guest_child_name,
            guest_child_allergies, guest_child_notes)
          select r.id, ${first.parent_id}::uuid, r.child_id, ${first.month_id}::uuid, ${first.selected_days}::int[],
            ${money(first.total_fee_cents)}::numeric, ${first.status}, ${first.submitted_at}::timestamptz,
            ${first.submitted_at}::timestamptz, ${first.submitted_at}::timestamptz, ${first.guest_parent_name}::text,
            ${first.guest_parent_email}::text, ${first.guest_child_name}::text,
            ${first.guest_child_allergies}::text, ${first.guest_child_notes}::text
          from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ child_id }) => child_id)}::uuid[])
            as r (id, child_id), go
          order by r.child_id returning id),
        audited as (
          insert into audit_log (at, actor_id, actor_role, action, table_name, row_id, detail)
          select ${first.submitted_at}::timestamptz, ${viewer.account?.id ?? null}::uuid, ${actorRole(viewer)},
            'submission.create', 'submissions', id::text, ${json(detail)}::jsonb
          from stored),
        mailed as (${queueing(mails, sql`exists (select 1 from go)`)})
        select exists (select 1 from ground) as is_ground_same, (select count(*) from stored) as stored`,
    ),
  )
  if (!outcome?.is_ground_same) return 'ground-changed'
  return outcome.stored === 0 ? 'key-taken' : 'stored'
}
