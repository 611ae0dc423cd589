import { ACCESS, type Action, may, type Role } from '@aftercare/domain/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeSessionsOf } from './auth/sessions.queries'
import { profiles } from './db/schema'
import { buildersFor } from './testing/builders'
import { startTestApp, type TestApp, type TestClient } from './testing/test-app'

/** Every route with every kind of person. A route that names no action, or one outside the table, fails here. */

type Declared = { method: string; path: string; action: Action }

const NOBODY = '00000000-0000-4000-8000-000000000000'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Streams never end by themselves; their rights have a test of their own. */
const STREAMS = new Set(['/api/live'])

let app: TestApp
let declared: Declared[]
let people: { name: string; roles: Role[]; connect: () => Promise<TestClient> }[]

beforeAll(async () => {
  app = await startTestApp()
  const { aParent, anAdmin } = buildersFor(app.services.db)
  const suspended = await aParent()
  await app.services.db.update(profiles).set({ status: 'suspended' })
  const parent = await aParent()
  const admin = await anAdmin()
  people = [
    { name: 'a visitor', roles: ['visitor'], connect: async () => app.visitor },
    { name: 'a parent', roles: ['parent'], connect: () => app.as(parent) },
    { name: 'a suspended parent', roles: ['visitor'], connect: () => app.as(suspended) },
    { name: 'an admin', roles: ['admin'], connect: () => app.as(admin) },
  ]
  const { body } = await app.visitor.get('/api/openapi.json')
  declared = Object.entries(body.paths as Record<string, Record<string, { 'x-action'?: Action }>>).flatMap(
    ([path, operations]) =>
      METHODS.filter((method) => operations[method]).map((method) => ({
        method,
        path,
        action: operations[method]?.['x-action'] as Action,
      })),
  )
})
afterAll(() => app.stop())

describe('access to every route', () => {
  it('is declared with an action of the access table', () => {
    expect(declared.length).toBeGreaterThan(3)
    for (const { method, path, action } of declared) {
      expect(Object.keys(ACCESS), `${method} ${path}`).toContain(action)
    }
  })

  it('is refused or given as the access table says, for each kind of person', async () => {
    for (const { method, path, action } of declared.filter((route) => !STREAMS.has(route.path))) {
      for (const { name, roles, connect } of people) {
        // A session of its own for each request: signing out is one of them.
        const client = await connect()
        const url = path.replace(/\{[^}]+\}/g, NOBODY)
        const response = await client.raw(url, {
          method: method.toUpperCase(),
          ...(method !== 'get' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
        })
        const code = await refusalCode(response)
        const isRefused = code === 'admins-only' || code === 'forbidden' || code === 'signed-out'
        expect(isRefused, `${name}: ${method} ${path} (${action}) answered ${response.status} ${code}`).toBe(
          !may(action, roles),
        )
        expect(response.status, `${method} ${path} as ${name}`).toBeLessThan(500)
      }
    }
  })

  it('ends for an account whose sessions were removed', async () => {
    const parent = await buildersFor(app.services.db).aParent({ email: 'gone@example.com' })
    const client = await app.as(parent)
    await removeSessionsOf(app.services.db, parent.id)
    const signedInRoute = declared.find(
      ({ action, method }) => ACCESS[action].visitor === 'none' && method === 'get',
    )
    expect(signedInRoute).toBeDefined()
    expect((await client.get((signedInRoute?.path ?? '').replace(/\{[^}]+\}/g, NOBODY))).status).toBe(401)
  })
})

async function refusalCode(response: Response): Promise<string | undefined> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  return (JSON.parse(text) as { error?: { code: string } } | null)?.error?.code
}
