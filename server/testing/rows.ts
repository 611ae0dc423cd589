import type { Queryable } from '../src/db/client'
import { rows, type Sql, sql, trusted } from '../src/db/sql'
import type { Tables } from '../src/db/tables'

const MONEY = ['regular_price', 'special_price', 'total_fee', 'paid_amount', 'amount']

/** Whole rows of a table, for a look at what was stored: `storedRows(db, 'payments', sql`where …`)`. */
export async function storedRows<T extends keyof Tables>(
  db: Queryable,
  table: T,
  rest: Sql = sql``,
): Promise<Tables[T][]> {
  const stored = await rows<Record<string, unknown>>(db, sql`select * from ${trusted(table)} ${rest}`)
  return stored.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          MONEY.includes(column) ? `${column}_cents` : column,
          value,
        ]),
      ) as Tables[T],
  )
}

export async function countRows(db: Queryable, table: keyof Tables, rest: Sql = sql``): Promise<number> {
  return (await storedRows(db, table, rest)).length
}
