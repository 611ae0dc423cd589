import { undoObstacle } from '@aftercare/domain/imports/undo-families'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { maybeOne, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { findPage, type Page } from '../http/paging'

export const familyImportRow = z.object({
  id: z.string(),
  file_name: z.string(),
  families: z.number().int(),
  children: z.number().int(),
  imported_at: z.string(),
  imported_by_name: z.string(),
  undone_at: z.string().nullable(),
  undone_by_name: z.string().nullable(),
  /** Families to which something else had happened when it was undone. */
  stayed: z.number().int(),
})
type FamilyImport = z.infer<typeof familyImportRow>

const selectImports = sql`select i.id, i.file_name, i.families, i.children, i.imported_at, i.undone_at, i.stayed,
    coalesce(${shownName('b')}, '') as imported_by_name,
    ${shownName('u')} as undone_by_name
  from family_imports i left join profiles b on b.id = i.imported_by left join profiles u on u.id = i.undone_by`

export const listFamilyImports = (db: Queryable, page: Page) =>
  findPage<FamilyImport>(db, page, {
    list: sql`${selectImports} order by i.imported_at desc, i.id desc`,
    counted: sql`from family_imports`,
  })

export async function getFamilyImport(db: Queryable, id: string): Promise<FamilyImport> {
  const found = await maybeOne<FamilyImport>(db, sql`${selectImports} where i.id = ${id}`)
  if (!found) throw new AppError('not-found')
  return found
}

type Row = { id: string; name: string; email: string; is_new: boolean; children: string[]; actions: string[] }

/** A family that the import created or added children to; `obstacle`: what else happened to it since. */
export type ImportedNow = Omit<Row, 'actions'> & { obstacle: string | null }

/**
 * The families of an import that are still there, with the children that it added. A password, a submission or a payment
 * counts however it came about.
 */
export async function listImported(db: Queryable, id: string): Promise<ImportedNow[]> {
  const found = await rows<Row>(
    db,
    sql`with imported as (
        select p.id as family, p.full_name, ${shownName('p')} as name, p.email, bool_or(p.import_id = ${id}) as is_new,
          array_remove(array_agg(c.id), null) as children
        from profiles p join accounts a on a.id = p.id left join children c on c.parent_id = p.id and c.import_id = ${id}
        where (p.import_id = ${id} or c.id is not null) and a.disabled_at is null group by p.id),
      created as (select family from imported where is_new),
      since as (
        select account_id as family, max(id) as id from audit_log
        where action = 'parent.import' and detail ->> 'import_id' = ${id} group by account_id),
      adults as (
        select family, family as id from imported
        union all select parent_id, member_id from family_members where parent_id in (select family from imported)),
      logged as (
        select i.family, l.id, l.action, l.detail from imported i join audit_log l on l.family_id = i.family
        union all select a.family, l.id, l.action, l.detail from adults a join audit_log l on l.account_id = a.id),
      happened as (
        select family, case when action = 'parent.import' and detail ->> 'import_id' <> ${id} and not exists (
            select from family_imports o where o.id::text = detail ->> 'import_id' and o.undone_at is not null)
          then 'another-import' else action end as action
        from logged left join since using (family) where logged.id > coalesce(since.id, 0)
        union all select id, 'auth.password' from accounts where id in (table created) and password_hash is not null
        union all select parent_id, 'submission.create' from submissions where parent_id in (table created)
        union all select parent_id, 'payment.record' from payments where parent_id in (table created)
        union all select parent_id, 'family.join' from family_members where parent_id in (table created)
        union all select member_id, 'family.join' from family_members where member_id in (table created)
        union all select parent_id, case when import_id is null then 'child.create' else 'another-import' end
          from children where parent_id in (table created) and import_id is distinct from ${id}),
      summed as (select family, array_agg(distinct action) as actions from happened group by family)
      select family as id, name, email, coalesce(is_new, false) as is_new, children, coalesce(actions, '{}') as actions
      from imported left join summed using (family) order by lower(full_name), family`,
  )
  return found.map(({ actions, ...family }) => ({ ...family, obstacle: undoObstacle(actions) }))
}
