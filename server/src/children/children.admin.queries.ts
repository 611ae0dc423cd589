import { childChanges } from '@aftercare/domain/children/child-changes'
import { ACCOUNT_STATUSES } from '@aftercare/domain/lib/enums'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { join, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { ChildRow, ProfileRow } from '../db/tables'
import type { Services } from '../http/context'
import { offsetOf, pageOnly, searchField, wordPatterns } from '../http/paging'
import { bestEffort, insertMails } from '../mail/outbox.queries'
import { composeMail } from '../mail/render'
import { childRow } from './child-row'
import type { Child } from './children.queries'

/** Of one family, by its id or by its account's email, or all that match the search. */
export const childrenQuery = pageOnly().extend({
  search: searchField,
  parent_id: idField.optional(),
  email: z.string().trim().max(MAX_LENGTH.email).optional(),
})
type ChildrenQuery = z.infer<typeof childrenQuery>

/** A child with the parent whose account it belongs to. */
export const listedChildRow = childRow.omit({ has_submissions: true }).extend({
  parent: z.object({
    id: z.string(),
    full_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    status: z.enum(ACCOUNT_STATUSES),
  }),
})
type ListedChild = z.infer<typeof listedChildRow>

/** By name; children that the parent removed are left out. */
export async function listChildrenForStaff(db: Queryable, query: ChildrenQuery) {
  const from = sql`from children c join profiles p on p.id = c.parent_id
    where c.deleted_at is null and ${join(conditionsOf(query), ' and ')}`
  const [page, count] = await Promise.all([
    rows<ListedChild>(
      db,
      sql`select c.id, c.parent_id, c.name, c.allergies, c.grade, c.notes, c.pickup_people, c.created_at, c.updated_at,
          c.version, json_build_object('id', p.id, 'full_name', p.full_name, 'email', p.email, 'phone', p.phone,
            'status', p.status) as parent
        ${from} order by lower(c.name), lower(p.full_name), c.id limit ${query.size} offset ${offsetOf(query)}`,
    ),
    maybeOne<{ total: number }>(db, sql`select count(*) as total ${from}`),
  ])
  return { rows: page, total: count?.total ?? 0, page: query.page, size: query.size }
}

/** Each word of the search is in the child's name, the parent's name or the email. */
function conditionsOf({ search, parent_id, email }: ChildrenQuery): Sql[] {
  return [
    sql`true`,
    ...(parent_id === undefined ? [] : [sql`c.parent_id = ${parent_id}`]),
    ...(email === undefined ? [] : [sql`lower(p.email) = lower(${email})`]),
    ...wordPatterns(search).map(isNamed),
  ]
}

/** One OR over the joined tables could not use the trigram indexes. */
const isNamed = (pattern: string) => sql`c.id = any(array(
  select id from children where name ilike ${pattern}
  union
  select id from children where parent_id = any(array(
    select id from profiles where full_name ilike ${pattern} or email ilike ${pattern}))))`

/** Tells the parent what staff changed; nothing if all texts are as before. */
export async function notifyChildChanged(tx: Tx, before: Child, services: Services): Promise<void> {
  const { config } = services
  const after = await maybeOne<ChildRow & { parent: Pick<ProfileRow, 'full_name' | 'email'> }>(
    tx,
    sql`select c.*, json_build_object('full_name', p.full_name, 'email', p.email) as parent
      from children c join profiles p on p.id = c.parent_id where c.id = ${before.id}`,
  )
  const changes = after ? childChanges(before, after) : []
  if (!after || changes.length === 0) return
  const { full_name, email } = after.parent
  const mail = { template: 'child-changed', name: full_name, childName: after.name, changes } as const
  await bestEffort(tx, services, "the email about a child's details could not be queued", async (inner) => {
    const entry = {
      template: mail.template,
      to: { address: email, name: full_name },
      composed: composeMail(mail, config),
      isSecret: false,
      dedupeKey: `child ${after.id} version ${after.version}`,
    }
    await insertMails(inner, [entry], services)
  })
}
