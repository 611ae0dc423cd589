import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app'
import { rows, sql } from '../db/sql'
import { FAMILY_TABLES, OTHER_TABLES, SHARED_TABLES } from './family-tables'

const app = await testApp()

type Column = { table: string; column: string; type: string; is_generated: boolean }
const allColumns = () =>
  rows<Column>(
    app.services.db,
    sql`select c.table_name as table, c.column_name as column, c.udt_name as type,
        c.is_generated = 'ALWAYS' as is_generated from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`,
  )

const tables = new Set(FAMILY_TABLES.map(({ table }) => table))
const FAMILY = {
  id: '00000000-0000-4000-8000-000000000000',
  familyId: '00000000-0000-4000-8000-000000000000',
  emails: [],
  guestKey: null,
  withoutAccount: null,
  submissionIds: [],
  guestSubmissionIds: [],
}

test('every table is classified as a family’s, shared or other', async () => {
  const known = [...tables, ...SHARED_TABLES, ...Object.keys(OTHER_TABLES)]
  const stored = [...new Set((await allColumns()).map(({ table }) => table))]
  expect(stored.filter((table) => !known.includes(table))).toEqual([])
  expect(known.filter((table) => !stored.includes(table))).toEqual([])
})

test('no table that references a parent, an account, a child or a submission is classified as other', async () => {
  const owners = ['parent_id', 'account_id', 'user_id', 'child_id', 'submission_id']
  const named = (await allColumns()).filter(({ column }) => owners.includes(column))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ table }) => table in OTHER_TABLES)).toEqual([])
})

test('every column of a retained row is either erased or listed as not personal', async () => {
  /** Ids, times of changes and versions. */
  const isNeutral = ({ column, type }: Column) =>
    type === 'uuid' || type === 'timestamptz' || column === 'version'
  const columns = await allColumns()
  for (const { table, heading, onErase } of FAMILY_TABLES) {
    if (onErase === 'delete') continue
    const decided = [...Object.keys(onErase.values(FAMILY, '')), ...onErase.retained]
    const undecided = columns
      .filter((each) => each.table === table && !isNeutral(each))
      // A generated column follows the columns it is made of.
      .filter(({ column, is_generated }) => !is_generated && !decided.includes(column))
    expect(
      undecided.map(({ column }) => column),
      heading,
    ).toEqual([])
  }
})

test('the export contains no secret and no hash of one', async () => {
  const SECRET = /hash|secret|digest|encrypted|token|selector|refresh/
  const columns = await allColumns()
  for (const { table, omit = [] } of FAMILY_TABLES) {
    const exported = columns.filter((each) => each.table === table && !omit.includes(each.column))
    // A text id is the hash of a secret: all other ids are uuids.
    const secrets = exported.filter(
      ({ column, type }) => SECRET.test(column) || (column === 'id' && type !== 'uuid'),
    )
    expect(secrets).toEqual([])
  }
})
