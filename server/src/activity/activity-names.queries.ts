import type { ActivityNames } from '@aftercare/domain/activity/activity'
import { isRecord, isString } from '@aftercare/domain/lib/json-guards'
import { monthLabel } from '@aftercare/domain/months/months'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import type { Queryable } from '../db/client'
import { childDisplayName, parentDisplayName, shownName } from '../db/display-name'
import { rows, type Sql, sql } from '../db/sql'
import { joinedRows } from '../submissions/submissions.admin.filters'
import { PERSONS_TABLES, type StoredAuditEntry } from './activity.queries'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Tables whose rows are identified by a submission's id. */
const SUBMISSIONS_TABLES = ['submissions', 'attendance_marks']

type Named = { id: string; name: string | null }
type NamedSubmission = {
  id: string
  child: string
  parent: string
  month_name: string | null
  year: number | null
  dropin_date: string | null
}

/** Looks up the names behind the entries' ids, one query per kind. */
export async function findNames(db: Queryable, entries: readonly StoredAuditEntry[]) {
  const rowIds = (...tables: string[]) => entries.filter((entry) => tables.includes(entry.table)).map(rowIdOf)
  const [people, submissions, children, months, payments, mails] = await Promise.all([
    byId(db, [...rowIds(...PERSONS_TABLES), ...entries.map(({ actor_id }) => actor_id)], findPeople),
    findSubmissions(db, uuids(rowIds(...SUBMISSIONS_TABLES))),
    byId(
      db,
      [...rowIds('children'), ...entries.map(childIdOf)],
      (ids) => sql`select id, name from children where id = any(${ids}::uuid[])`,
    ),
    findMonths(db, uuids([...rowIds('months'), ...entries.flatMap(monthIdsOf)])),
    byId(db, rowIds('payments'), findPayers),
    byId(
      db,
      rowIds('outbox'),
      (ids) => sql`select id, subject as name from outbox where id = any(${ids}::uuid[])`,
    ),
  ])
  return {
    actorOf: ({ actor_id }: StoredAuditEntry) => (actor_id === null ? null : (people.get(actor_id) ?? null)),
    aboutOf(entry: StoredAuditEntry): ActivityNames {
      const id = rowIdOf(entry)
      const submission = submissions.get(id)
      return withoutMissing({
        person: submission?.parent ?? people.get(id) ?? payments.get(id),
        child: submission?.child ?? children.get(entry.table === 'children' ? id : childIdOf(entry)),
        title: submission?.title ?? months.get(id),
        mail: mails.get(id),
        months: Object.fromEntries(monthIdsOf(entry).map((month) => [month, months.get(month)])),
      })
    },
  }
}

const withoutMissing = (names: Record<string, unknown>): ActivityNames =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value))

const rowIdOf = ({ row_id }: StoredAuditEntry) => row_id ?? ''
const childIdOf = ({ detail }: StoredAuditEntry) => (isString(detail.child_id) ? detail.child_id : '')
const monthIdsOf = ({ detail }: StoredAuditEntry) => [
  ...(isString(detail.month_id) ? [detail.month_id] : []),
  ...(isRecord(detail.months) ? Object.keys(detail.months) : []),
]

const uuids = (ids: readonly (string | null)[]) => [
  ...new Set(ids.filter((id) => id !== null && UUID.test(id))),
]

async function byId(
  db: Queryable,
  ids: readonly (string | null)[],
  statement: (ids: (string | null)[]) => Sql,
) {
  const valid = uuids(ids)
  const found = valid.length === 0 ? [] : await rows<Named>(db, statement(valid))
  return new Map(found.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}

/** A removed admin's account keeps the name; a deleted account does not. */
const findPeople = (ids: (string | null)[]) =>
  sql`select a.id, coalesce(${shownName('p')}, nullif(a.metadata ->> 'full_name', '')) as name
    from accounts a left join profiles p on p.id = a.id where a.id = any(${ids}::uuid[])`

const findPayers = (ids: (string | null)[]) =>
  sql`select payments.id, ${shownName('p')} as name
    from payments left join profiles p on p.id = payments.parent_id where payments.id = any(${ids}::uuid[])`

async function findMonths(db: Queryable, ids: (string | null)[]) {
  if (ids.length === 0) return new Map<string, string>()
  type Row = { id: string; month_name: string; year: number }
  const found = await rows<Row>(
    db,
    sql`select id, month_name, year from months where id = any(${ids}::uuid[])`,
  )
  return new Map(found.map((month) => [month.id, monthLabel(month)]))
}

async function findSubmissions(db: Queryable, ids: (string | null)[]) {
  const found =
    ids.length === 0
      ? []
      : await rows<NamedSubmission>(
          db,
          sql`select s.id, ${childDisplayName} as child, ${parentDisplayName} as parent, m.month_name, m.year, s.dropin_date
            from submissions s ${joinedRows} where s.id = any(${ids}::uuid[])
            union all
            select s.id, ${childDisplayName}, ${parentDisplayName}, null, null, s.dropin_date
            from removed_drop_ins s left join profiles p on p.id = s.parent_id left join children c on c.id = s.child_id
            where s.id = any(${ids}::uuid[])`,
        )
  return new Map(
    found.map(({ id, child, parent, month_name, year, dropin_date }) => {
      const month = month_name === null || year === null ? null : { month_name, year }
      return [id, { child, parent, title: submissionTitle(month, dropin_date) }]
    }),
  )
}
