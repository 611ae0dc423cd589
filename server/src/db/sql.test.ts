import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { cents, execute, join, maybeOne, money, prepared, rows, sql, toJson } from './sql'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

const app = await testApp()

describe('a statement', () => {
  it('returns timestamps and dates as strings, counts and cents as numbers', async () => {
    const row = await maybeOne(
      app.services.db,
      sql`select ${cents(sql`20.5::numeric(10,2)`)} as fee, timestamptz '2026-11-16 09:00:00-05' as at,
        date '2026-11-16' as day, count(*) as total, '[1]'::jsonb as list from (values (1), (2)) v`,
    )
    expect(row).toEqual({ fee: 2050, at: '2026-11-16T14:00:00.000Z', day: '2026-11-16', total: 2, list: [1] })
  })

  it('fails if money is not selected as cents', async () => {
    const fee = maybeOne(app.services.db, sql`select 20.5::numeric(10,2) as fee`)
    await expect(fee).rejects.toThrow('cents')
  })

  it('passes every value as a parameter', async () => {
    const text = "'; drop table months; --"
    expect(await maybeOne(app.services.db, sql`select ${text} as text`)).toEqual({ text })
  })

  it('accepts money in cents and lists as JSON', async () => {
    const row = await maybeOne(
      app.services.db,
      sql`select ${money(1999)}::numeric(10,2)::text as fee, ${toJson([{ a: 1 }])}::jsonb as list`,
    )
    expect(row).toEqual({ fee: '19.99', list: [{ a: 1 }] })
  })

  it('is composed of fragments', async () => {
    const numbers = join([1, 2, 3].map((n) => sql`(${n}::int)`))
    expect(await rows(app.services.db, sql`select n from (values ${numbers}) v (n) where n > ${1}`)).toEqual([
      { n: 2 },
      { n: 3 },
    ])
  })

  it('is prepared once if named', async () => {
    const statement = (n: number) => prepared('twice', sql`select ${n}::int * 2 as twice`)
    await app.services.db.transaction(async (tx) => {
      expect(await maybeOne(tx, statement(1))).toEqual({ twice: 2 })
      expect(await maybeOne(tx, statement(4))).toEqual({ twice: 8 })
      const prepared = sql`select count(*) as n from pg_prepared_statements where name like 'twice-%'`
      expect(await maybeOne(tx, prepared)).toEqual({ n: 1 })
    })
  })

  it('may have the same name as another', async () => {
    await app.services.db.transaction(async (tx) => {
      expect(await maybeOne(tx, prepared('same', sql`select 1 as one`))).toEqual({ one: 1 })
      expect(await maybeOne(tx, prepared('same', sql`select 2 as two`))).toEqual({ two: 2 })
    })
  })

  it('returns the number of affected rows, and is rolled back with its transaction', async () => {
    const count = sql`select count(*) as n from job_runs`
    const before = await maybeOne(app.services.db, count)
    const add = sql`insert into job_runs (job, run_key, started_at) values ('a', '1', now()), ('a', '2', now())`
    const failed = app.services.db.transaction(async (tx) => {
      expect(await execute(tx, add)).toBe(2)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await maybeOne(app.services.db, count)).toEqual(before)
  })

  it('is rolled back alone if only a nested transaction fails, at any depth', async () => {
    const { db } = app.services
    const add = (key: string) =>
      sql`insert into job_runs (job, run_key, started_at) values ('nested', ${key}, now())`
    const fails = (inner: Promise<unknown>) => expect(inner).rejects.toThrow('no')
    await db.transaction(async (tx) => {
      await execute(tx, add('outer'))
      await tx.transaction(async (committed) => {
        await execute(committed, add('committed'))
        await fails(
          committed.transaction(async (rolledBack) => {
            await execute(rolledBack, add('rolledBack'))
            throw new Error('no')
          }),
        )
      })
      const failing = tx.transaction((broken) => execute(broken, sql`select 1 from nothing`))
      await expect(failing).rejects.toThrow('nothing')
      await execute(tx, add('after'))
    })
    const stored = sql`select run_key from job_runs where job = 'nested' order by run_key`
    expect(await rows(db, stored)).toEqual([
      { run_key: 'after' },
      { run_key: 'committed' },
      { run_key: 'outer' },
    ])
  })
})

it('names each prepared statement uniquely: a connection rejects different SQL under the same name', () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(resolve(SOURCES, file), 'utf8'))
    .flatMap((source) => [
      ...[...source.matchAll(/\bprepared\(([^,`]+),/g)].flatMap(
        ([, argument = '']) => argument.match(/'[a-z-]+'/g) ?? [],
      ),
      ...[...source.matchAll(/\bfindPage<[^`]+`[\s\S]*?\bname: '([a-z-]+)'/g)].flatMap(([, name]) => [
        `'${name}'`,
        `'count-${name}'`,
      ]),
    ])
  expect(names).toEqual(expect.arrayContaining(["'own-submissions'", "'count-children-of-parent'"]))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
