import type { childSchema } from '@aftercare/domain/children/child-schemas'
import { ACCOUNT_STATUSES } from '@aftercare/domain/lib/enums'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { idField } from '@aftercare/domain/lib/fields'
import { nameKey } from '@aftercare/domain/lib/name-key'
import { searchWords } from '@aftercare/domain/lib/search'
import { z } from '@hono/zod-openapi'
import { familyIdByEmail } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { lockParent } from '../db/family-transaction'
import { childOrParentHas, childrenWith, isExactOnly, splitWords } from '../db/search'
import { columnsOf, join, rows, type Sql, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { offsetOf, pageOnly, searchField } from '../http/paging'
import { storedChildRow } from './child-row'
import { type Child, createChild } from './children.queries'

/** Of one family, by its id or by the email of one of its adults, or all that match the search. */
export const childrenQuery = pageOnly().extend({
  search: searchField,
  parent_id: idField.optional(),
  email: z.string().trim().max(MAX_LENGTH.email).optional(),
})
type ChildrenQuery = z.infer<typeof childrenQuery>

/** A child with the parent whose account it belongs to. */
export const listedChildRow = storedChildRow.extend({
  parent: z.object({
    id: z.string(),
    full_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    status: z.enum(ACCOUNT_STATUSES),
  }),
})
type ListedChild = z.infer<typeof listedChildRow>

/** By name, exact matches of a search first; children that the parent removed are left out. */
export async function listChildrenForStaff(db: Queryable, query: ChildrenQuery) {
  const { search, page, size } = query
  const isSimilar = isExactOnly(search)
    ? sql`false`
    : sql`not (${childOrParentHas(searchWords(search), 'exact')})`
  const order = sql`order by is_similar, lower_name, parent_name, id`
  const list = await rows<(ListedChild & { total: number }) | { id: null; total: number }>(
    db,
    sql`with found as materialized (
        select c.id, ${isSimilar} as is_similar, lower(c.name) as lower_name, lower(p.full_name) as parent_name
        from children c join profiles p on p.id = c.parent_id
        where c.deleted_at is null and ${join(conditionsOf(query), ' and ')})
      select counted.total, ${columnsOf(storedChildRow, 'c')}, json_build_object('id', p.id, 'full_name', p.full_name,
        'email', p.email, 'phone', p.phone, 'status', p.status) as parent
      from (select count(*) as total from found) counted
      left join (select * from found ${order} limit ${size} offset ${offsetOf(query)}) listed on true
      left join children c on c.id = listed.id left join profiles p on p.id = c.parent_id
      order by is_similar, lower_name, parent_name, listed.id`,
  )
  // A page beyond the last still has the total.
  const children = list.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row]))
  return { rows: children, total: list[0]?.total ?? 0, page, size }
}

/** Each word of the search is in the child's name, the parent's name or the email. */
function conditionsOf({ search, parent_id, email }: ChildrenQuery): Sql[] {
  const { byIndex, others } = splitWords(searchWords(search))
  return [
    childOrParentHas(others, 'any'),
    ...(byIndex.length === 0 ? [] : [sql`c.id in (${childrenWith(byIndex, 'any')})`]),
    ...(parent_id === undefined ? [] : [sql`c.parent_id = ${parent_id}`]),
    ...(email === undefined ? [] : [sql`c.parent_id = (${familyIdByEmail(email)})`]),
  ]
}

/**
 * Adds a child to the family of this first adult, in the same way as the family would. A second child of the same name is
 * a mistake of whoever takes the call: the family is asked for a name that tells them apart.
 */
export async function addChildForStaff(
  tx: Tx,
  parentId: string,
  values: z.infer<typeof childSchema>,
  { clock }: Pick<Services, 'clock'>,
): Promise<Child> {
  await lockParent(tx, parentId, 'not-found')
  const children = await rows<Pick<ChildRow, 'name'>>(
    tx,
    sql`select name from children where parent_id = ${parentId} and deleted_at is null`,
  )
  if (children.some(({ name }) => nameKey(name) === nameKey(values.name)))
    throw new AppError('child-exists', { name: values.name }).onField('name')
  return (await createChild(tx, parentId, values, clock)).child
}
