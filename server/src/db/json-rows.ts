import { type Sql, sql } from './sql'

/**
 * All rows of a query as one JSON value, so that several lists come in one round trip. Keeps the query's order.
 */
export const jsonAgg = (query: Sql): Sql => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`

/** The rows of `jsonAgg` as `rows` would return them: JSON has no timestamp type, so those columns are named. */
export function parseJsonRows<Row extends object>(
  list: Row[],
  instants: readonly (keyof Row & string)[],
): Row[] {
  for (const row of list as Record<string, unknown>[])
    for (const name of instants) if (row[name] !== null) row[name] = new Date(String(row[name])).toISOString()
  return list
}
