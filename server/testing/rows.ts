import type { Queryable } from '../src/db/client'
import { cents, identifier, join, rows, type Sql, sql } from '../src/db/sql'
import type { Tables } from '../src/db/tables'

/** Whole rows of a table, to check what was stored: `storedRows(db, 'payments', sql`where …`)`. */
export async function storedRows<T extends keyof Tables>(
  db: Queryable,
  table: T,
  rest: Sql = sql``,
): Promise<Tables[T][]> {
  const columns = await rows<{ name: string; isMoney: boolean }>(
    db,
    sql`select column_name as name, data_type = 'numeric' as "isMoney" from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`,
  )
  const selected = columns.map(({ name, isMoney }) =>
    isMoney ? sql`${cents(name)} as ${identifier(`${name}_cents`)}` : identifier(name),
  )
  return rows<Tables[T]>(db, sql`select ${join(selected)} from ${identifier(table)} ${rest}`)
}

export async function countRows(db: Queryable, table: keyof Tables, rest: Sql = sql``): Promise<number> {
  return (await storedRows(db, table, rest)).length
}
