import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from './client'

export { empty, join, type Sql, sql }

/** A prepared statement, parsed and planned once per connection. */
export type PreparedStatement = { name: string; query: Sql }

/**
 * For frequent statements. Not for SQL that differs from call to call, and not where the best plan depends on the values
 * (large reports): PostgreSQL would use one generic plan for all of them.
 */
export const prepared = (name: string, query: Sql): PreparedStatement => ({ name, query })

export async function rows<Row>(q: Queryable, statement: Sql | PreparedStatement): Promise<Row[]> {
  return (await run(q, statement)).rows as Row[]
}

export async function maybeOne<Row>(q: Queryable, statement: Sql | PreparedStatement): Promise<Row | null> {
  return ((await run(q, statement)).rows[0] as Row | undefined) ?? null
}

/** For a statement that always returns a row. */
export async function getOne<Row>(q: Queryable, statement: Sql | PreparedStatement): Promise<Row> {
  const row = await maybeOne<Row>(q, statement)
  if (!row) throw new Error('The statement returned no row')
  return row
}

export const hasRow = async (q: Queryable, statement: Sql | PreparedStatement): Promise<boolean> =>
  (await maybeOne(q, statement)) !== null

/** The number that a `select count(*)` returns. */
export const countRows = async (q: Queryable, statement: Sql | PreparedStatement): Promise<number> =>
  (await getOne<{ count: number }>(q, statement)).count

/** Returns the number of affected rows. */
export async function execute(q: Queryable, statement: Sql | PreparedStatement): Promise<number> {
  return (await run(q, statement)).rowCount ?? 0
}

/** A table or column name of our own schema. Never user input. */
export function identifier(name: string): Sql {
  if (!/^[a-z_][a-z0-9_.]*$/.test(name)) throw new Error('Not an identifier of the schema')
  return raw(name)
}

/** The columns of a table or alias that a response row has by the same names. */
export const columnsOf = ({ shape }: { shape: object }, alias: string): Sql =>
  join(Object.keys(shape).map((column) => identifier(`${alias}.${column}`)))

/**
 * A number of our own code, as part of the text. For limits of prepared statements: of a limit that it does not know,
 * PostgreSQL assumes that a tenth of the rows is enough, and then it prefers scans to indexes.
 */
export const constant = (value: number): Sql => raw(String(value))

/** Cents as a numeric(10,2) value. */
export const money = (cents: number): string => (cents / 100).toFixed(2)

/** Selects money as cents: a column name or an expression. Selecting a numeric without it is an error. */
export const cents = (amount: string | Sql): Sql =>
  sql`(${typeof amount === 'string' ? identifier(amount) : amount} * 100)::bigint`

/** A value for a jsonb column; the driver would turn an array into a PostgreSQL array. */
export const toJson = (value: unknown): string => JSON.stringify(value)

const MAX_PREPARED_STATEMENTS = 1_000
const names = new Map<string, string>()

/** Adds a hash of the SQL, so that equal names never clash. Limited, so that varying SQL is not prepared without end. */
function statementName(name: string, text: string): string | undefined {
  const cached = names.get(text)
  if (cached !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return cached
  const unique = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  names.set(text, unique)
  return unique
}

function run(q: Queryable, statement: Sql | PreparedStatement) {
  const isPrepared = 'query' in statement
  const { text, values } = isPrepared ? statement.query : statement
  return q.query({
    text,
    values,
    types: { getTypeParser },
    ...(isPrepared && { name: statementName(statement.name, text) }),
  })
}

const NUMERIC = 1700
const TIMESTAMPTZ = 1184
const { DATE, INT8 } = pg.types.builtins

/** Timestamps become ISO strings, dates strings, counts and cents numbers. */
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
