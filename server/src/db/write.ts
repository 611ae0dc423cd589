import { join, json, money, type Sql, sql, trusted } from './sql'
import type { Tables } from './tables'

/** Columns of type jsonb; a list given to any other column is a PostgreSQL array. */
const JSON_COLUMNS = new Set([
  'metadata',
  'day_types',
  'day_seats',
  'pickup_people',
  'edit_history',
  'content',
  'value',
  'detail',
  'response',
])

const CENTS = /_cents$/

/** `total_fee_cents` stands in the column `total_fee`. */
const columnOf = (field: string): Sql => trusted(field.replace(CENTS, ''))

function toColumn(field: string, value: unknown): unknown {
  if (value === undefined) return sql`default`
  if (value === null) return null
  if (CENTS.test(field)) return money(value as number)
  return JSON_COLUMNS.has(field) ? json(value) : value
}

/**
 * `insert into … values …` of whole rows as the code holds them; a field that is missing gets the column's default.
 * Compose with `returning` or `on conflict` behind it.
 */
export function insertInto<T extends keyof Tables>(table: T, rows: readonly Partial<Tables[T]>[]): Sql {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const tuples = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return sql`(${join(fields.map((field) => toColumn(field, values.get(field))))})`
  })
  return sql`insert into ${trusted(table)} (${join(fields.map(columnOf))}) values ${join(tuples)}`
}

/** The `set` of an update: what is undefined stays as it is. */
export function assignments<T extends keyof Tables>(_table: T, changes: Partial<Tables[T]>): Sql {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  return join(changed.map(([field, value]) => sql`${columnOf(field)} = ${toColumn(field, value)}`))
}
