import { type Sql, sql } from './sql'

/**
 * All rows of a query as one JSON value: several lists come in one round trip, which costs more than reading them. The
 * order of the query stays.
 */
export const listed = (query: Sql): Sql =>
  sql`(select coalesce(json_agg(listed), '[]') from (${query}) listed)`

const MONEY = /(_c|C)ents$/
const INSTANT = /(_a|A)t$/

/**
 * What `listed` gave, as `rows` would have given it. JSON tells no column's type, so its name does: money in whole
 * cents and an instant as its ISO text, each under the name that it has in every row of ours.
 */
export function readListed<Row extends object>(list: Row[]): Row[] {
  const names = Object.keys(list[0] ?? {})
  const [money, instants] = [
    names.filter((name) => MONEY.test(name)),
    names.filter((name) => INSTANT.test(name)),
  ]
  for (const row of list as Record<string, unknown>[]) {
    for (const name of money) if (row[name] !== null) row[name] = Math.round(Number(row[name]) * 100)
    for (const name of instants) if (row[name] !== null) row[name] = new Date(String(row[name])).toISOString()
  }
  return list
}
