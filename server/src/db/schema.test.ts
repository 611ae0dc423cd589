import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, urlFor } from '../../testing/databases'
import { migrate } from './migrate'

/** Each catalogue as rows of text, by names instead of object ids, without the order of columns and without comments. */
const CATALOGUES = {
  tables: `select relname, relkind, relpersistence, relreplident, relrowsecurity, reloptions, relacl, am.amname,
      reltablespace from pg_class c left join pg_am am on am.oid = relam
    where relnamespace = 'public'::regnamespace`,
  columns: `select attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      attcollation::regcollation, attstorage, attcompression, attstattarget, attoptions, attacl,
      pg_get_expr(adbin, adrelid)
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'm') and attnum > 0 and not attisdropped`,
  // From PostgreSQL 18 on, "not null" has names too; the column says it.
  constraints: `select conrelid::regclass, conname, contype, condeferrable, condeferred, convalidated, conislocal,
      connoinherit, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: `select indrelid::regclass, indisunique, indisprimary, indisvalid, indnullsnotdistinct, indisclustered,
      pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text !~ '^(pg_|information_schema)'`,
  functions: `select proname, pg_get_functiondef(p.oid), prosrc, proacl, procost, prorows, proleakproof
    from pg_proc p where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where objid = p.oid and deptype = 'e')`,
  triggers: `select tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  sequences: `select seqrelid::regclass, format_type(seqtypid, null), seqstart, seqincrement, seqmax, seqmin, seqcache,
      seqcycle from pg_sequence`,
  extensions: `select extname, extversion, extnamespace::regnamespace from pg_extension`,
  types: `select typname, typtype from pg_type t where typnamespace = 'public'::regnamespace and not exists (
    select from pg_depend where objid = t.oid and deptype = 'e')`,
  views: `select viewname, definition from pg_views where schemaname = 'public'`,
  policies: 'select * from pg_policy',
  rules: `select rulename, definition from pg_rules where schemaname = 'public'`,
  statistics: 'select stxname from pg_statistic_ext',
  defaultPrivileges: 'select * from pg_default_acl',
  settings: `select setconfig from pg_db_role_setting s join pg_database d on d.oid = setdatabase
    where datname = current_database()`,
  publications: 'select pubname from pg_publication',
}

async function aDatabase() {
  const name = `schema_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  const url = urlFor(inject('postgresUrl'), name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { url, client }
}

const read = async (client: pg.Client, query: string) =>
  (await client.query(`select to_jsonb(t)::text as row from (${query}) t`)).rows.map(({ row }) => row).sort()

let migrated: pg.Client
let written: pg.Client
beforeAll(async () => {
  const old = await aDatabase()
  await migrate(old.url, fileURLToPath(new URL('../../migrations', import.meta.url)))
  migrated = old.client
  const one = await aDatabase()
  await migrate(one.url, fileURLToPath(new URL('../../schema', import.meta.url)))
  written = one.client
  return async () => {
    await migrated.end()
    await written.end()
  }
})

it.each(Object.entries(CATALOGUES))(
  'has the same %s in one file as after all migrations',
  async (name, query) => {
    const expected = await read(migrated, query)
    if (['tables', 'columns', 'constraints', 'indexes', 'functions', 'triggers', 'sequences'].includes(name))
      expect(expected.length).toBeGreaterThan(0)
    expect(await read(written, query)).toEqual(expected)
  },
)

it('has the same rows', async () => {
  const { rows: tables } = await migrated.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  for (const { relname } of tables)
    expect(await read(written, `select * from ${relname}`), relname).toEqual(
      await read(migrated, `select * from ${relname}`),
    )
})

it('says of every table what it holds', async () => {
  const { rows } = await written.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations' and obj_description(oid) is null`,
  )
  expect(rows).toEqual([])
})
