import { describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { disableLocks, holdLock, untilWaiting } from '../testing/race-helpers'
import { startTestApp, type TestApp, type TestClient, testApp } from '../testing/test-app'

const app = await testApp()

type Row = Record<string, unknown> & { id: string; version: number }
type Form = { client: TestClient; path: string; table: 'children' | 'profiles'; read: () => Promise<Row> }

/** Each form that two people may have open at once, with every field filled in. */
const FORMS: Record<string, (at: TestApp) => Promise<Form>> = {
  'a child': async (at) => {
    const build = buildersFor(at.services.db)
    const parent = await build.aParent()
    const { id } = await build.aChild(parent, {
      name: 'Amara',
      allergies: 'Peanuts',
      notes: 'Naps',
      pickup_people: [{ name: 'Grandma', phone: '555-0100' }],
    })
    const client = await at.as(parent)
    const read = async () => (await client.get('/api/children')).body.rows[0]
    return { client, path: `/api/children/${id}`, table: 'children', read }
  },
  'a profile': async (at) => {
    const client = await at.as(await buildersFor(at.services.db).aParent({ phone: '555-0100' }))
    return {
      client,
      path: '/api/profile',
      table: 'profiles',
      read: async () => (await client.get('/api/profile')).body,
    }
  },
  "a parent's details": async (at) => {
    const build = buildersFor(at.services.db)
    const { id } = await build.aParent({ phone: '555-0100', status: 'inactive' })
    const client = await at.as(await build.anAdmin())
    const path = `/api/admin/parents/${id}`
    return { client, path, table: 'profiles', read: async () => (await client.get(path)).body }
  },
  "an admin's details": async (at) => {
    const build = buildersFor(at.services.db)
    const { id } = await build.anAdmin({ phone: '555-0100' })
    const client = await at.as(await build.anAdmin())
    const read = async () =>
      (await client.get('/api/admin/admins?size=100')).body.rows.find((row: Row) => row.id === id)
    return { client, path: `/api/admin/admins/${id}`, table: 'profiles', read }
  },
}

const CHANGES: [form: string, change: object, other: object][] = [
  ['a child', { name: 'Amara O.' }, { allergies: 'Peanuts, milk' }],
  ['a child', { allergies: null }, { name: 'Amara O.' }],
  ['a child', { notes: '' }, { allergies: 'Milk' }],
  ['a child', { pickup_people: [] }, { pickup_people: [{ name: 'Uncle Ben', phone: null }] }],
  ['a profile', { full_name: 'Dana O.' }, { phone: '555-0199' }],
  ['a profile', { phone: '' }, { full_name: 'Dana O.' }],
  ["a parent's details", { full_name: '' }, { status: 'active' }],
  ["a parent's details", { status: 'suspended' }, { full_name: 'Dana O.' }],
  ["a parent's details", { email: 'new@example.com' }, { full_name: 'Dana O.' }],
  ["an admin's details", { full_name: 'Rosa' }, { phone: '555-0199' }],
  ["an admin's details", { phone: '' }, { full_name: 'Rosa' }],
  ["an admin's details", { email: 'rosa.new@example.com' }, { full_name: 'Rosa' }],
]

/** Without the fields that change with every edit, or with a field of another name. */
const comparable = ({
  version: _,
  updated_at: __,
  status_since: ___,
  has_unconfirmed_email: ____,
  ...rest
}: Row) => rest

describe.each(CHANGES)('%s changed by %j', (form, change, other) => {
  const open = () => (FORMS[form] as (at: TestApp) => Promise<Form>)(app)

  it('keeps every omitted field and increments the version', async () => {
    const { client, path, read } = await open()
    const before = await read()
    const { status, body } = await client.patch(path, { ...change, version: before.version })
    expect(status).toBe(200)
    const after = await read()
    const stored = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value || after[name]]),
    )
    expect(comparable(after)).toEqual({ ...comparable(before), ...stored })
    expect([body.version, after.version]).toEqual([before.version + 1, before.version + 1])
  })

  it('is rejected with an older version, and changes nothing', async () => {
    const { client, path, read } = await open()
    const { version } = await read()
    expect((await client.patch(path, { ...other, version })).status).toBe(200)
    const now = await read()
    const { status, body } = await client.patch(path, { ...change, version })
    expect([status, body.error.code]).toEqual([409, 'stale-version'])
    expect(await read()).toEqual(now)
    // The response includes the stored row, so that the form can show both.
    expect(now).toMatchObject(body.error.stored)
  })

  it('is rejected without a version, and changes nothing', async () => {
    const { client, path, read } = await open()
    const before = await read()
    const { status, body } = await client.patch(path, change)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['version']])
    expect(await read()).toEqual(before)
  })
})

describe('two people saving the same version at the same time', () => {
  /** Both requests have started before either can write. */
  async function saveTwice(at: TestApp, form: string) {
    const { client, path, table, read } = await (FORMS[form] as (at: TestApp) => Promise<Form>)(at)
    const { id, version } = await read()
    const hold = await holdLock(at, `select from ${table} where id = $1 for update`, [id])
    const saves = ['555-0111', '555-0122'].map((text) =>
      client.patch(path, table === 'children' ? { allergies: text, version } : { phone: text, version }),
    )
    await untilWaiting(at, 2)
    await hold.release()
    return (await Promise.all(saves)).map(({ status }) => status).sort()
  }

  it.each(['a child', 'a profile', "an admin's details"])(
    '%s: one is stored and the other gets a conflict',
    async (form) => {
      expect(await saveTwice(app, form)).toEqual([200, 409])
    },
  )

  it('control: without the lock one update is lost', async () => {
    const unlocked = await startTestApp()
    disableLocks(unlocked)
    expect(await saveTwice(unlocked, 'a child')).toEqual([200, 200])
    await unlocked.stop()
  })
})
