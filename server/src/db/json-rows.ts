import { type Sql, sql } from './sql'

/**
 * All rows of a query as one JSON value: several lists come in one round trip, which costs more than reading them. The
 * order of the query stays.
 */
export const jsonAgg = (query: Sql): Sql =>
  sql`(select coalesce(json_agg(listed), '[]') from (${query}) listed)`

/** What `jsonAgg` gave, as `rows` would have given it: JSON has no type for instants, so they are named. */
export function parseJsonRows<Row extends object>(
  list: Row[],
  instants: readonly (keyof Row & string)[],
): Row[] {
  for (const row of list as Record<string, unknown>[])
    for (const name of instants) if (row[name] !== null) row[name] = new Date(String(row[name])).toISOString()
  return list
}
