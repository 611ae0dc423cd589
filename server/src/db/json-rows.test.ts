import { expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { jsonAgg, parseJsonRows } from './json-rows'
import { cents, maybeOne, rows, sql } from './sql'

const app = await testApp()

it('returns the same rows as a plain query, in order', async () => {
  const query = sql`select n, ${cents(sql`n * 0.29`)} as fee_cents,
      timestamptz '2026-11-16 09:00:00.123456-05' + n * interval '1 second' as seen_at,
      nullif(timestamptz '2026-11-16 09:00-05', timestamptz '2026-11-16 09:00-05') as "leftAt",
      date '2026-11-16' as day, array[n, 2] as days, '{"a": [1.5]}'::jsonb as shape, 'Zoë "Z"' as name
    from generate_series(3, 1, -1) n order by n desc`
  const { db } = app.services
  const found = await maybeOne<{ list: { seen_at: string; leftAt: string }[] }>(
    db,
    sql`select ${jsonAgg(query)} as list`,
  )
  const read = parseJsonRows(found?.list ?? [], ['seen_at', 'leftAt'])
  expect(read).toEqual(await rows(db, query))
  expect(read[0]).toMatchObject({ n: 3, fee_cents: 87, seen_at: '2026-11-16T14:00:03.123Z', leftAt: null })
})

it('returns an empty array for no rows', async () => {
  const found = await maybeOne<{ list: object[] }>(
    app.services.db,
    sql`select ${jsonAgg(sql`select 1 as a_cents where false`)} as list`,
  )
  expect(parseJsonRows(found?.list ?? [], [])).toEqual([])
})
