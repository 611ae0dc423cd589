import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, identifier, rows, sql } from './sql'
import { COLUMN_CONVERSIONS, insertInto, setClause } from './write'

const app = await testApp()

describe('rows', () => {
  it('are stored with money in cents, arrays, objects as JSON and defaults for missing fields', async () => {
    const { db } = app.services
    const december = { month_name: 'December', year: 2031, created_at: '2026-11-16T09:00:00Z' }
    const january = { month_name: 'January', year: 2032, regular_price_cents: 1999, closed_days: [3, 4] }
    await execute(db, insertInto('months', [december, { ...january, day_types: { 5: 'noon' } }]))
    const stored = await storedRows(db, 'months', sql`where year > 2030 order by year`)
    expect(stored).toMatchObject([
      { regular_price_cents: null, closed_days: [], day_types: {}, created_at: '2026-11-16T09:00:00.000Z' },
      { regular_price_cents: 1999, closed_days: [3, 4], day_types: { 5: 'noon' } },
    ])
  })

  it('are converted for every money and JSON column', async () => {
    const stored = await rows<{ name: string }>(
      app.services.db,
      sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type in ('numeric', 'jsonb') order by 1`,
    )
    const converted = Object.entries(COLUMN_CONVERSIONS).flatMap(([table, fields]) =>
      Object.entries(fields).map(([field, { column = field }]) => `${table}.${column}`),
    )
    expect(converted.sort()).toEqual(stored.map(({ name }) => name).sort())
  })

  it('are updated only in the given fields', async () => {
    const { db } = app.services
    const parent = await buildersFor(db).aParent({ full_name: 'Dana', phone: '555' })
    const changes = setClause('profiles', { full_name: 'Dana O.', phone: undefined, version: 2 })
    await execute(db, sql`update profiles set ${changes} where id = ${parent.id}`)
    const [stored] = await storedRows(db, 'profiles', sql`where id = ${parent.id}`)
    expect(stored).toMatchObject({ full_name: 'Dana O.', phone: '555', version: 2 })
  })

  it('cannot contain invalid identifiers', () => {
    expect(() => identifier('months; drop table months')).toThrow('Not an identifier')
    const odd = { 'year) values (1); --': 1 } as never
    expect(() => insertInto('months', [odd])).toThrow('Not an identifier')
  })
})
