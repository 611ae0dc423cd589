import type { Queryable } from '../src/db/client'
import { identifier, join, rows, sql } from '../src/db/sql'

/** Every column, as "table.column", that contains any of the words, ignoring case. */
export async function columnsContaining(db: Queryable, words: readonly string[]): Promise<string[]> {
  const columns = await rows<{ table: string; column: string }>(
    db,
    sql`select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`,
  )
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const queries = columns.map(
    ({ table, column }) =>
      sql`select ${`${table}.${column}`}::text as name
        where exists (select from ${identifier(table)} where ${identifier(column)}::text ilike any(${patterns}))`,
  )
  const found = await rows<{ name: string }>(db, join(queries, ' union all '))
  return found.map(({ name }) => name)
}
