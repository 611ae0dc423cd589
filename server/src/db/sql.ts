import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from './client'

export { empty, join, type Sql, sql }

/** A statement of short, stable text; PostgreSQL parses and plans it once per connection under its name. */
export type PreparedStatement = { name: string; query: Sql }

/**
 * Prepares a hot statement. Not for texts that differ from call to call, and not where the best plan depends on the
 * values (large reports): PostgreSQL would settle on one plan for all of them.
 */
export const prepared = (name: string, query: Sql): PreparedStatement => ({ name, query })

export async function rows<Row>(q: Queryable, statement: Sql | PreparedStatement): Promise<Row[]> {
  return (await run(q, statement)).rows as Row[]
}

export async function maybeOne<Row>(q: Queryable, statement: Sql | PreparedStatement): Promise<Row | null> {
  return ((await run(q, statement)).rows[0] as Row | undefined) ?? null
}

/** How many rows a statement wrote. */
export async function execute(q: Queryable, statement: Sql | PreparedStatement): Promise<number> {
  return (await run(q, statement)).rowCount ?? 0
}

/** A name of our own schema as part of a statement. Never a value, and nothing that came from outside. */
export function identifier(name: string): Sql {
  if (!/^[a-z_][a-z0-9_.]*$/.test(name)) throw new Error('Not an identifier of the schema')
  return raw(name)
}

/** Whole cents as numeric(10,2) takes them. */
export const money = (cents: number): string => (cents / 100).toFixed(2)

/** Money as whole cents: a column by its name, or a sum. A numeric that is selected without it is an error. */
export const cents = (amount: string | Sql): Sql =>
  sql`(${typeof amount === 'string' ? identifier(amount) : amount} * 100)::bigint`

/** A value for a jsonb column; left to the driver, an array would become a PostgreSQL array. */
export const json = (value: unknown): string => JSON.stringify(value)

const MAX_PREPARED_STATEMENTS = 1_000
const names = new Map<string, string>()

/** Two statements that happen to be called the same are still two; texts without end would be prepared without end. */
function statementName(name: string, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
  const own = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  names.set(text, own)
  return own
}

function run(q: Queryable, statement: Sql | PreparedStatement) {
  const isNamed = 'query' in statement
  const { text, values } = isNamed ? statement.query : statement
  return q.query({
    text,
    values,
    types: { getTypeParser },
    ...(isNamed && { name: statementName(statement.name, text) }),
  })
}

const NUMERIC = 1700
const TIMESTAMPTZ = 1184
const { DATE, INT8 } = pg.types.builtins

/** How values come back: an instant as its ISO text, a day as its text, a count and whole cents as a number. */
const parsers: Record<number, (text: string) => unknown> = {
  [NUMERIC]: () => {
    throw new Error('A numeric was selected: select money as cents(…), and cast other figures')
  },
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [DATE]: (text) => text,
  [INT8]: Number,
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')
