import { identifier, join, money, type Sql, sql, toJson } from './sql'
import type { Tables } from './tables'

type Conversion = { column?: string; toSql(value: never): unknown }

const jsonb: Conversion = { toSql: toJson }
const moneyIn = (column: string): Conversion => ({ column, toSql: money })

/** Columns whose values the driver cannot convert. A test compares this with the database's columns. */
export const COLUMN_CONVERSIONS: { [T in keyof Tables]?: { [F in keyof Tables[T]]?: Conversion } } = {
  accounts: { metadata: jsonb },
  agreement_texts: { items: jsonb },
  audit_log: { detail: jsonb },
  children: { pickup_people: jsonb, must_not_pick_up: jsonb },
  idempotency_keys: { response: jsonb },
  import_columns: { columns: jsonb },
  import_reviews: { contents: jsonb, choices: jsonb, outcome: jsonb },
  months: {
    regular_price_cents: moneyIn('regular_price'),
    special_price_cents: moneyIn('special_price'),
    cancelled_day_types: jsonb,
    day_types: jsonb,
    day_seats: jsonb,
    taken_seats: jsonb,
  },
  outbox: { content: jsonb, event: jsonb },
  payment_imports: { amount_cents: moneyIn('amount') },
  payments: { amount_cents: moneyIn('amount') },
  removed_drop_ins: { total_fee_cents: moneyIn('total_fee') },
  settings: { value: jsonb },
  site_content: { content: jsonb, spanish: jsonb },
  submissions: {
    total_fee_cents: moneyIn('total_fee'),
    paid_amount_cents: moneyIn('paid_amount'),
    billed_fee_cents: moneyIn('billed_fee'),
    credits: jsonb,
    day_prices: jsonb,
    edit_history: jsonb,
    cancellation: jsonb,
    cancel_request: jsonb,
    approval: jsonb,
  },
  unconfirmed_submissions: { submission: jsonb },
}

function conversionOf(table: keyof Tables, field: string): Conversion | undefined {
  return (COLUMN_CONVERSIONS[table] as Record<string, Conversion> | undefined)?.[field]
}

const columnOf = (table: keyof Tables, field: string): Sql =>
  identifier(conversionOf(table, field)?.column ?? field)

function toColumn(table: keyof Tables, field: string, value: unknown): unknown {
  if (value === undefined) return sql`default`
  const conversion = value === null ? undefined : conversionOf(table, field)
  return conversion ? conversion.toSql(value as never) : value
}

/**
 * `insert into … values …`; missing fields get the column's default. Append `returning` or `on conflict` as needed.
 */
export function insertInto<T extends keyof Tables>(table: T, rows: readonly Partial<Tables[T]>[]): Sql {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const tuples = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return sql`(${join(fields.map((field) => toColumn(table, field, values.get(field))))})`
  })
  const columns = fields.map((field) => columnOf(table, field))
  return sql`insert into ${identifier(table)} (${join(columns)}) values ${join(tuples)}`
}

/** The `set` clause of an update: undefined fields are left unchanged. */
export function setClause<T extends keyof Tables>(table: T, changes: Partial<Tables[T]>): Sql {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  return join(
    changed.map(([field, value]) => sql`${columnOf(table, field)} = ${toColumn(table, field, value)}`),
  )
}
