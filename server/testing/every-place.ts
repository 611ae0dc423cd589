import type { Queryable } from '../src/db/client'
import { identifier, join, rows, sql } from '../src/db/sql'

/** Every column of every table, "table.column", that holds any of the words, whatever their case. */
export async function everyPlaceWith(db: Queryable, words: readonly string[]): Promise<string[]> {
  const columns = await rows<{ table: string; column: string }>(
    db,
    sql`select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`,
  )
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const looks = columns.map(
    ({ table, column }) =>
      sql`select ${`${table}.${column}`}::text as place
        where exists (select from ${identifier(table)} where ${identifier(column)}::text ilike any(${patterns}))`,
  )
  const found = await rows<{ place: string }>(db, join(looks, ' union all '))
  return found.map(({ place }) => place)
}
