import type pg from 'pg'
import type { TableHeading } from './backup-file'

/** Not data of the programme, or for a day only; the schema version is in the header. */
const EXCLUDED = ['schema_migrations', 'rate_limits', 'import_reviews']

/** Every table with its stored columns, each after the tables it references. */
export async function listTables(client: pg.ClientBase): Promise<TableHeading[]> {
  const { rows: tables } = await client.query<TableHeading>(
    `select t.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as columns
       from information_schema.tables t
       join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and t.table_name <> all($1)
      group by t.table_name order by t.table_name`,
    [EXCLUDED],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct a.relname as "from", b.relname as "to"
       from pg_constraint k
       join pg_class a on a.oid = k.conrelid
       join pg_class b on b.oid = k.confrelid
      where k.contype = 'f' and a.oid <> b.oid and k.connamespace = 'public'::regnamespace`,
  )
  return sortByReferences(tables, references)
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function copyTarget({ table, columns }: TableHeading): string {
  return `public.${quote(table)} (${columns.map(quote).join(', ')})`
}

function sortByReferences(
  tables: TableHeading[],
  references: { from: string; to: string }[],
): TableHeading[] {
  const ordered: TableHeading[] = []
  let remaining = tables
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ table }) => table))
    const isReady = ({ table }: TableHeading) =>
      !references.some(({ from, to }) => from === table && names.has(to))
    const ready = remaining.filter(isReady)
    if (ready.length === 0)
      throw new Error(`Tables reference each other in a cycle: ${[...names].join(', ')}`)
    ordered.push(...ready)
    remaining = remaining.filter((heading) => !ready.includes(heading))
  }
  return ordered
}
