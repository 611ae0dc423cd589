import type pg from 'pg'
import type { TableHeading } from './backup-file'

/** What is not data of the programme: the schema's own history stands in the header. */
const LEFT_OUT = ['schema_migrations', 'rate_limits']

/** Every table with its stored columns, each after the tables that its rows point to. */
export async function listTables(client: pg.ClientBase): Promise<TableHeading[]> {
  const { rows: tables } = await client.query<TableHeading>(
    `select t.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as columns
       from information_schema.tables t
       join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and t.table_name <> all($1)
      group by t.table_name order by t.table_name`,
    [LEFT_OUT],
  )
  const { rows: links } = await client.query<{ from: string; to: string }>(
    `select distinct a.relname as "from", b.relname as "to"
       from pg_constraint k
       join pg_class a on a.oid = k.conrelid
       join pg_class b on b.oid = k.confrelid
      where k.contype = 'f' and a.oid <> b.oid and k.connamespace = 'public'::regnamespace`,
  )
  return inOrder(tables, links)
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function copyTarget({ table, columns }: TableHeading): string {
  return `public.${quote(table)} (${columns.map(quote).join(', ')})`
}

function inOrder(tables: TableHeading[], links: { from: string; to: string }[]): TableHeading[] {
  const ordered: TableHeading[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ table }) => table))
    const isFree = ({ table }: TableHeading) =>
      !links.some((link) => link.from === table && names.has(link.to))
    const free = waiting.filter(isFree)
    if (free.length === 0) throw new Error(`Tables point at each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter((heading) => !free.includes(heading))
  }
  return ordered
}
