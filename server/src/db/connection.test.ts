import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { connect } from './connection'

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

it('has no timeouts, even if the role has them for a pooler: a migration or backup may take long', async () => {
  const role = `pooled_${randomUUID().replaceAll('-', '')}`
  await query(inject('postgresUrl'), `create role ${role} login password 'p'`)
  await query(inject('postgresUrl'), `alter role ${role} set statement_timeout = '50ms'`)
  await query(inject('postgresUrl'), `alter role ${role} set idle_in_transaction_session_timeout = '50ms'`)
  const url = new URL(inject('postgresUrl'))
  url.username = role
  url.password = 'p'
  await expect(query(url.href, 'select pg_sleep(0.2)')).rejects.toThrow('statement timeout')

  const client = await connect({ connectionString: url.href, application_name: 'test' })
  await client.query('begin')
  await client.query('select pg_sleep(0.2)')
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect(client.query('commit')).resolves.toMatchObject({ command: 'COMMIT' })
  await client.end()
  await query(inject('postgresUrl'), `drop role ${role}`)
})
