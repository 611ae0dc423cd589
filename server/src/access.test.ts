import { ACCESS, type Action, ATTENDANCE_TOPICS, may, type Role } from '@aftercare/domain/auth/access'
import type { GrantedRole } from '@aftercare/domain/lib/enums'
import { LIVE_QUERIES } from '@aftercare/domain/live/live-queries'
import { LIVE_TOPICS } from '@aftercare/domain/live/live-topics'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { joinInto } from '../testing/family'
import { type TestClient, testApp } from '../testing/test-app'
import { removeAdmin } from './auth/admin-accounts.queries'
import { removeSessionsOf } from './auth/sessions.queries'
import type { Viewer } from './auth/viewer'
import { execute, rows, sql } from './db/sql'
import type { Change } from './live/change'
import { maySee } from './live/change-audience'

/** Every route with every role. A route that declares no action, or one missing from the access table, fails here. */

type Declared = { method: string; path: string; action: Action }

const NOBODY = '00000000-0000-4000-8000-000000000000'
const ACCESS_ERRORS = ['admins-only', 'forbidden', 'signed-out']
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Streams never end by themselves; their access is tested in live.test.ts. */
const STREAMS = new Set(['/api/live'])

let declared: Declared[]
let people: { name: string; roles: Role[]; connect: () => Promise<TestClient> }[]

const app = await testApp()
beforeAll(async () => {
  const { db } = app.services
  const { aParent, anAdmin, anAide, aChild } = buildersFor(db)
  const [suspended, parent, other] = [await aParent(), await aParent(), await aParent()]
  await execute(db, sql`update profiles set status = 'suspended' where id = ${suspended.id}`)
  const [admin, removed, onlyParentNow] = [await anAdmin(), await anAdmin(), await anAdmin()]
  const aide = await anAide()
  await aChild(onlyParentNow)
  const [member, removedMember, invited] = [await aParent(), await aParent(), await aParent()]
  await joinInto(app, parent, member)
  await joinInto(app, parent, removedMember)
  await (await app.as(parent)).delete(`/api/family/adults/${removedMember.id}`)
  await (await app.as(parent)).post('/api/family/invitations', { email: invited.email })
  people = [
    { name: 'a visitor', roles: ['visitor'], connect: async () => app.visitor },
    { name: 'a parent', roles: ['parent'], connect: () => app.as(parent) },
    { name: 'a member of the family', roles: ['parent'], connect: () => app.as(member) },
    { name: 'a removed member', roles: ['parent'], connect: () => app.as(removedMember) },
    { name: 'somebody who is only invited', roles: ['parent'], connect: () => app.as(invited) },
    { name: 'another parent', roles: ['parent'], connect: () => app.as(other) },
    { name: 'a suspended parent', roles: ['visitor'], connect: () => app.as(suspended) },
    { name: 'an admin', roles: ['admin'], connect: () => app.as(admin) },
    { name: 'an Attendance account', roles: ['attendance'], connect: () => app.as(aide) },
    // Even with a session from before the removal.
    { name: 'a removed admin', roles: ['visitor'], connect: () => app.as(removed) },
    { name: 'a removed admin with a family', roles: ['parent'], connect: () => app.as(onlyParentNow) },
  ]
  for (const { id } of [removed, onlyParentNow]) {
    await db.transaction((tx) => removeAdmin(tx, app.services, id, { account: null, roles: ['admin'] }))
  }
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

describe('access to every route', () => {
  it('is declared with an action of the access table', () => {
    expect(declared.length).toBeGreaterThan(50)
    for (const { method, path, action } of declared) {
      expect(Object.keys(ACCESS), `${method} ${path}`).toContain(action)
    }
  })

  it('follows the access table for every role', async () => {
    const reachable = declared.filter((route) => !STREAMS.has(route.path))
    const isRead = ({ method }: Declared) => method === 'get'
    for (const { name, roles, connect } of people) {
      const expectAccess = async (client: TestClient, { method, path, action }: Declared) => {
        const response = await send(client, method, path.replace(/\{[^}]+\}/g, NOBODY))
        const code = await errorCodeOf(response)
        const isDenied = ACCESS_ERRORS.includes(code ?? '')
        expect(isDenied, `${name}: ${method} ${path} (${action}) returned ${response.status} ${code}`).toBe(
          !may(action, roles),
        )
        if (isDenied) expect(code === 'signed-out', `${name}: ${path}`).toBe(roles[0] === 'visitor')
        if (isDenied && roles[0] !== 'visitor') expect(response.status, path).toBe(403)
        if (isDenied && path.startsWith('/api/admin/') && roles[0] !== 'visitor')
          expect(code, path).toBe('admins-only')
        expect(response.status, `${method} ${path} as ${name}`).toBeLessThan(500)
      }
      const session = await connect()
      for (const route of reachable.filter(isRead)) await expectAccess(session, route)
      // A new session for each write: signing out is one of them.
      for (const route of reachable.filter((each) => !isRead(each)))
        await expectAccess(await connect(), route)
    }
  })

  it('is denied to an account whose sessions were removed', async () => {
    const parent = await buildersFor(app.services.db).aParent({ email: 'gone@example.com' })
    const client = await app.as(parent)
    await app.services.db.transaction((tx) => removeSessionsOf(tx, parent.id))
    const signedInRoute = declared.find(
      ({ action, method }) => ACCESS[action].visitor === 'none' && method === 'get',
    )
    expect(signedInRoute).toBeDefined()
    expect((await client.get((signedInRoute?.path ?? '').replace(/\{[^}]+\}/g, NOBODY))).status).toBe(401)
  })
})

describe('live topics', () => {
  /** Of what the Attendance role may request, as the browser caches it. */
  const ATTENDANCE_KEYS = ['attendance', 'board', 'late-pickups', 'children']

  it('of the Attendance role are those of its pages, and no others', () => {
    const ofItsPages = LIVE_TOPICS.filter((topic) =>
      LIVE_QUERIES[topic].some(([area, key]) => area === 'admin' && ATTENDANCE_KEYS.includes(key ?? '')),
    )
    expect([...ATTENDANCE_TOPICS].sort()).toEqual([...ofItsPages].sort())
  })

  it('go to the roles that may see them', () => {
    const viewerAs = (role: GrantedRole): Viewer => {
      const at = '2026-11-16T14:00:00Z'
      const account = { id: role, familyId: role, email: '', fullName: '', language: null, roles: [role] }
      return {
        account: {
          ...account,
          sessionId: role,
          sessionExpiresAt: at,
          sessionSeenAt: at,
          passwordEnteredAt: at,
        },
        roles: [role],
      }
    }
    const visitor: Viewer = { account: null, roles: ['visitor'] }
    const PUBLIC = ['drop_in_approval', 'drop_in_prices', 'guest_confirmation', 'pickup_times', 'program']
    const SIGNED_IN = ['family_balances', 'statement_details']
    for (const topic of LIVE_TOPICS) {
      const setting = [...PUBLIC, ...SIGNED_IN, 'two_factor_required'].includes(topic)
      const change: Change = setting
        ? { table: 'settings', type: 'UPDATE', key: topic }
        : {
            table: topic,
            type: 'UPDATE',
            id: NOBODY,
            parent_id: NOBODY,
            account_id: NOBODY,
            user_id: NOBODY,
            is_staff: true,
          }
      const isPublic = PUBLIC.includes(topic)
      const isStaffs = topic === 'two_factor_required' || ATTENDANCE_TOPICS.includes(topic)
      const isSignedIns = SIGNED_IN.includes(topic)
      expect(maySee(change, visitor), topic).toBe(isPublic)
      expect(maySee(change, viewerAs('parent')), topic).toBe(isPublic || isSignedIns)
      expect(maySee(change, viewerAs('attendance')), topic).toBe(isPublic || isSignedIns || isStaffs)
      expect(maySee(change, viewerAs('admin')), topic).toBe(true)
    }
  })
})

describe("another family's rows", () => {
  /** A valid body for each route open to parents with an id in its path; a route without an entry fails below. */
  const BODIES: Record<string, object | undefined> = {
    'patch /api/children/{id}': { name: 'Stolen', version: 1 },
    'delete /api/children/{id}': undefined,
    'get /api/submissions/{id}': undefined,
    'post /api/submissions/{id}/not-coming': undefined,
    'delete /api/submissions/{id}/not-coming': undefined,
    'post /api/submissions/{id}/cancel-request': { text: 'Stolen' },
    'post /api/guest-claims/{id}': { child: { name: 'Stolen' } },
    'delete /api/drop-ins/{id}': undefined,
    'patch /api/submissions/{id}': { selected_days: [9], agreed: true, version: 1 },
    'delete /api/sessions/{id}': undefined,
    'post /api/family/invitations/{id}/send-again': undefined,
    'delete /api/family/invitations/{id}': undefined,
    'delete /api/family/adults/{id}': undefined,
  }
  /** Months belong to the programme; the owner of a seat watch comes from the session, not the URL. */
  const WITHOUT_OWNER = new Set([
    'get /api/months/{id}',
    'get /api/site-content/{section}',
    'get /api/program/logo/{id}',
    'delete /api/seat-watches/{month_id}/{day}',
    // Anyone who has the secret URL may fetch it: `calendar-feed.test.ts`.
    'get /api/calendar-feeds/{file}',
  ])

  it('are not found, on every route with an id', async () => {
    const { db } = app.services
    const build = buildersFor(db)
    const owner = await build.aParent()
    const child = await build.aChild(owner)
    const month = await build.aMonth()
    const registration = await build.aRegistration(child, month, { selected_days: [9, 10] })
    const [member, removedMember, invited] = [
      await build.aParent(),
      await build.aParent(),
      await build.aParent(),
    ]
    await joinInto(app, owner, member)
    await joinInto(app, owner, removedMember)
    const removed = await app.as(removedMember)
    const own = await app.as(owner)
    await own.delete(`/api/family/adults/${removedMember.id}`)
    const family = await own.post('/api/family/invitations', { email: invited.email })
    const invitationId = family.body.invitations[0].id as string
    const [session] = await rows<{ handle: string }>(
      db,
      sql`select handle from sessions where account_id = ${owner.id}`,
    )
    const formerAdmin = people.find(({ name }) => name === 'a removed admin with a family')
    const foreign = [
      await app.as(await build.aParent()),
      removed,
      await app.as(invited),
      formerAdmin && (await formerAdmin.connect()),
    ]
    const ids: Record<string, string> = {
      children: child.id,
      sessions: session?.handle ?? '',
      invitations: invitationId,
      adults: member.id,
    }
    const stored = () =>
      rows(
        db,
        sql`select to_jsonb(c) as child, to_jsonb(s) as submission from children c join submissions s on s.child_id = c.id where c.id = ${child.id}`,
      )
    const before = await stored()
    const named = declared.filter(({ path, action }) => path.includes('{') && may(action, ['parent']))
    for (const { method, path } of named.filter(({ path }) => !path.startsWith('/api/admin/'))) {
      const route = `${method} ${path}`
      if (WITHOUT_OWNER.has(route)) continue
      expect(Object.keys(BODIES), `${route} has no request here`).toContain(route)
      const id = ids[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''] ?? registration.id
      for (const client of foreign) {
        const response = client && (await send(client, method, path.replace('{id}', id), BODIES[route]))
        expect(response?.status, route).toBe(404)
      }
    }
    const asStranger = foreign[0] as TestClient
    const registering = { month_id: month.id, child_ids: [child.id], selected_days: [9], agreed: true }
    expect((await asStranger.post('/api/submissions', registering)).status).toBe(404)
    expect(await stored()).toEqual(before)
    expect(await rows(db, sql`select from sessions where account_id = ${owner.id}`)).toHaveLength(1)
    const adults = await rows(db, sql`select member_id from family_members where parent_id = ${owner.id}`)
    expect(adults).toEqual([{ member_id: member.id }])
    // The same requests work for the family's adults: the 404s above are not due to invalid requests.
    for (const [version, client] of [own, await app.as(member)].entries()) {
      const rename = { name: 'Kept', version: version + 1 }
      expect((await client.get(`/api/submissions/${registration.id}`)).status).toBe(200)
      expect((await client.patch(`/api/children/${child.id}`, rename)).status).toBe(200)
    }
    const again = await (await app.as(member)).post(`/api/family/invitations/${invitationId}/send-again`)
    expect(again.status).toBe(200)
    expect((await own.delete(`/api/family/invitations/${again.body.invitations[0].id}`)).status).toBe(200)
    expect((await own.delete(`/api/family/adults/${member.id}`)).status).toBe(200)
  })
})

function send(client: TestClient, method: string, url: string, body: object = {}) {
  return client.raw(url, {
    method: method.toUpperCase(),
    ...(method !== 'get' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

async function errorCodeOf(response: Response): Promise<string | undefined> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  return (JSON.parse(text) as { error?: { code: string } } | null)?.error?.code
}
