import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { createDatabase, TEMPLATE, urlFor } from '../../testing/databases'
import { readConfig } from '../config'
import { connect } from '../db/connection'
import { runAdminCommand } from './admin-command'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const list = (url: string) => runAdminCommand(readConfig({}), url, MIGRATIONS, ['list'])

async function aDatabase(name: string, template?: string) {
  await createDatabase(inject('postgresUrl'), name, template)
  const url = urlFor(inject('postgresUrl'), name)
  const run = async (text: string) => {
    const client = await connect({ connectionString: url, application_name: 'test' })
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  return { url, run }
}

it('admin -- list leaves a database with an older schema as it is, and says what to do', async () => {
  const { url, run } = await aDatabase('admin_list_older')
  await expect(list(url)).rejects.toThrow(
    /^The database has schema version 0, older than this program's \d+\. Start the program, which migrates it\.$/,
  )
  expect(await run("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})

it('admin -- list leaves a database that lacks the newest migration as it is, and says what to do', async () => {
  const { url, run } = await aDatabase('admin_list_one_behind', TEMPLATE)
  await run('delete from schema_migrations where version = (select max(version) from schema_migrations)')
  const schema =
    "select relname, relkind, relnatts from pg_class where relnamespace = 'public'::regnamespace order by 1"
  const before = await run(schema)
  const applied = await run('select * from schema_migrations order by version')
  await expect(list(url)).rejects.toThrow(
    /older than this program's \d+\. Start the program, which migrates it\.$/,
  )
  expect(await run(schema)).toEqual(before)
  expect(await run('select * from schema_migrations order by version')).toEqual(applied)
})

it('admin -- list reads a database with its own schema, and none with a newer one', async () => {
  const { url, run } = await aDatabase('admin_list_newer', TEMPLATE)
  expect(await list(url)).toContain('There are no admins yet')
  await run("insert into schema_migrations (version, name, checksum) values (9999, 'later', '')")
  await expect(list(url)).rejects.toThrow('newer than this program')
})

it('admin -- create takes the addresses that forms accept', async () => {
  const { url } = await aDatabase('admin_create', TEMPLATE)
  const create = (email: string) => runAdminCommand(readConfig({}), url, MIGRATIONS, ['create', email])
  expect(await create('Tom&Ann@Example.com')).toContain('tom&ann@example.com is now an admin')
  await expect(create('ann@example.c')).rejects.toThrow('"ann@example.c" is not an email address.')
})
