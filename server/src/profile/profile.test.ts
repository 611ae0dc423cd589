import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp()
const build = buildersFor(app.services.db)

describe.each([
  ["a parent's profile", '/api/profile', 'aParent'],
  ["an admin's profile", '/api/admin/profile', 'anAdmin'],
] as const)('%s', (_, path, kind) => {
  it('is one’s own, with all fields', async () => {
    const person = await build[kind]({ phone: '555-0100' })
    const { body } = await (await app.as(person)).get(path)
    expect(body).toMatchObject({
      id: person.id,
      full_name: person.full_name,
      email: person.email,
      phone: '555-0100',
      status: 'active',
    })
  })

  it('changes name and phone number and nothing else', async () => {
    const person = await build[kind]()
    const client = await app.as(person)
    const { status, body } = await client.patch(path, {
      id: (await build.aParent()).id,
      full_name: '  Dana Okafor-Reyes ',
      phone: ' 555-0199 ',
      email: 'other@example.com',
      status: 'suspended',
      role: 'admin',
      version: 1,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ full_name: 'Dana Okafor-Reyes', phone: '555-0199', email: person.email })
    const [row] = await storedRows(app.services.db, 'profiles', sql`where id = ${person.id}`)
    expect(row).toMatchObject({ full_name: 'Dana Okafor-Reyes', email: person.email, status: 'active' })
    expect((await client.get('/api/auth/session')).body.user.full_name).toBe('Dana Okafor-Reyes')
  })

  it('keeps an omitted field and clears one that was sent blank', async () => {
    const client = await app.as(await build[kind]({ phone: '555-0100' }))
    const named = await client.patch(path, { full_name: 'Dana', version: 1 })
    expect(named.body).toMatchObject({ phone: '555-0100', version: 2 })
    const emptied = await client.patch(path, { phone: ' ', version: 2 })
    expect(emptied.body).toMatchObject({ full_name: 'Dana', phone: null })
  })

  it('names every invalid field', async () => {
    const client = await app.as(await build[kind]())
    const { status, body } = await client.patch(path, {
      full_name: 'x'.repeat(121),
      phone: '1\n2',
      version: 1,
    })
    expect(status).toBe(422)
    expect(Object.keys(body.error.fields)).toEqual(['full_name', 'phone'])
  })

  it('is denied to visitors', async () => {
    expect((await app.visitor.get(path)).status).toBe(401)
    expect((await app.visitor.patch(path, { full_name: 'Eve' })).status).toBe(401)
  })
})

it("an admin's profile is denied to parents", async () => {
  const client = await app.as(await build.aParent())
  expect((await client.get('/api/admin/profile')).status).toBe(403)
})
