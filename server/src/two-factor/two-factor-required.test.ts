import { ACCESS, type Action, may } from '@aftercare/domain/auth/access'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { startTestApp, type TestClient, testApp } from '../../testing/test-app'
import {
  aBrowserAwaitingCode,
  anAdminWithPassword,
  anAdminWithTwoFactor,
  codeNow,
  PASSWORD,
  setUpTwoFactor,
} from '../../testing/two-factor'
import { execute, rows, sql } from '../db/sql'

const NOW = '2026-11-16T09:00:05-05:00'
const REQUIRED = '/api/admin/two-factor/required'
const NOBODY = '00000000-0000-4000-8000-000000000000'

const app = await testApp({ now: NOW })
beforeEach(() => app.setNow(NOW))

const errorOf = (response: { body: unknown }) =>
  (response.body as { error?: { code: string } } | null)?.error?.code

const require = (client: TestClient, is_required: boolean) => client.put(REQUIRED, { is_required })

describe('required two-factor sign-in', () => {
  it('can be switched on and off by admins who use it themselves', async () => {
    const without = await app.as(await anAdminWithPassword(app))
    expect(errorOf(await require(without, true))).toBe('two-factor-first')
    const { client } = await anAdminWithTwoFactor(app)
    expect((await require(client, true)).body).toEqual({ is_required: true })
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ is_required: true })
    expect(errorOf(await require(without, false))).toBe('two-factor-required')
    expect((await require(client, false)).status).toBe(200)
    const audited = await rows(
      app.services.db,
      sql`select detail from audit_log where action = 'two-factor.required' order by id`,
    )
    expect(audited).toEqual([{ detail: { is_required: true } }, { detail: { is_required: false } }])
  })

  it('blocks everybody else from staff routes at once, in open sessions too, except for the set-up', async () => {
    const make = buildersFor(app.services.db)
    const person = await anAdminWithPassword(app)
    const [open, { client: rosa }, parent] = [
      await app.as(person),
      await anAdminWithTwoFactor(app),
      await app.as(await make.aParent()),
    ]
    expect((await open.get('/api/admin/dashboard')).status).toBe(200)
    await require(rosa, true)
    const { paths } = (await app.visitor.get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { 'x-action'?: Action }>>
    }
    const allowed: string[] = []
    for (const [path, operations] of Object.entries(paths))
      for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
        const action = operations[method]?.['x-action']
        if (!action || ACCESS[action].admin !== 'any' || ACCESS[action].visitor === 'any') continue
        const url = path.replace(/\{[^}]+\}/g, NOBODY)
        const response =
          method === 'get' || method === 'delete' ? await open[method](url) : await open[method](url, {})
        const isDenied = errorOf(response) === 'two-factor-required'
        expect(isDenied, `${method} ${path}`).toBe(!may(action, ['staff-pending-two-factor']))
        if (!isDenied) allowed.push(`${method} ${path}`)
      }
    expect(allowed.sort()).toEqual([
      'get /api/admin/profile',
      'get /api/admin/role',
      'get /api/admin/two-factor',
      'patch /api/admin/profile',
      'post /api/admin/two-factor/confirm',
      'post /api/admin/two-factor/recovery-codes',
      'post /api/admin/two-factor/start',
      'post /api/admin/two-factor/turn-off',
    ])
    expect((await open.get('/api/admin/role')).body).toEqual({ role: 'admin', must_set_up_two_factor: true })
    expect((await rosa.get('/api/admin/role')).body).toEqual({ role: 'admin' })
    // Parents are not affected, and neither are the admin's own family pages.
    expect((await parent.get('/api/children')).status).toBe(200)
    expect((await open.get('/api/children')).status).toBe(200)

    const { key } = await setUpTwoFactor(app, person)
    expect((await open.get('/api/admin/dashboard')).status).toBe(200)
    // Turning it off again blocks them again.
    await open.post('/api/admin/two-factor/turn-off', { password: PASSWORD, code: codeNow(app, key) })
    expect(errorOf(await open.get('/api/admin/dashboard'))).toBe('two-factor-required')
    await require(rosa, false)
    expect((await open.get('/api/admin/dashboard')).status).toBe(200)
  })

  it('stops staff events in open streams until it is set up', async () => {
    const make = buildersFor(app.services.db)
    const { client: rosa } = await anAdminWithTwoFactor(app)
    const person = await anAdminWithPassword(app)
    const ended = new AbortController()
    const response = await (await app.as(person)).raw('/api/live', { signal: ended.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (marker: string) => {
      while (!text.includes(marker)) text += (await reader?.read())?.value ?? ''
      const received = text
      text = ''
      return received
    }
    await until('event: hello')
    await require(rosa, true)
    await until('event: two_factor_required')
    const parent = await make.aParent()
    await make.aChild(parent)
    await setUpTwoFactor(app, person)
    expect(await until('event: two_factor\n')).not.toContain('event: children')
    await make.aChild(parent)
    await until('event: children')
    await reader?.cancel()
    await require(rosa, false)
  })
})

describe('if the secret cannot be decrypted', () => {
  /** Another instance on the same database with a different key. */
  const withWrongKey = () =>
    startTestApp({
      now: NOW,
      databaseUrl: app.databaseUrl,
      env: { SECRETS_KEY: 'another key, made on another machine' },
    })

  it('the password alone starts no session, and no authenticator code works', async () => {
    const wrong = await withWrongKey()
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(wrong, admin)
    const denied = await browser.submitCode(codeNow(wrong, key))
    expect([denied.status, errorOf(denied)]).toEqual([409, 'two-factor-unreadable'])
    for (const code of ['000000', '', 'abcd-efgh-jkmn'])
      expect((await browser.submitCode(code)).status, code).toBeGreaterThanOrEqual(400)
    expect(await browser.session()).toBeNull()
    // With the right key everything still works.
    expect((await (await aBrowserAwaitingCode(app, admin)).submitCode(codeNow(app, key))).status).toBe(200)
    await wrong.stop()
  })

  it('nobody can enrol another app, not even in an open session', async () => {
    const wrong = await withWrongKey()
    const { admin, key } = await anAdminWithTwoFactor(app)
    const client = await wrong.as(admin)
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({
      is_on: true,
      is_unreadable: true,
      codes_left: 10,
    })
    expect(errorOf(await client.post('/api/admin/two-factor/start'))).toBe('two-factor-on')
    expect(errorOf(await client.post('/api/admin/two-factor/confirm', { code: codeNow(app, key) }))).toBe(
      'two-factor-on',
    )
    const off = { password: PASSWORD, code: codeNow(app, key) }
    expect(errorOf(await client.post('/api/admin/two-factor/turn-off', off))).toBe('two-factor-unreadable')
    expect((await (await aBrowserAwaitingCode(app, admin)).submitCode(codeNow(app, key))).status).toBe(200)
    await wrong.stop()
  })

  it('a recovery code signs in, and another allows setting up a new app', async () => {
    const wrong = await withWrongKey()
    const { admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const [first = '', second = ''] = recoveryCodes
    const browser = await aBrowserAwaitingCode(wrong, admin)
    expect((await browser.submitCode(first)).status).toBe(200)
    const off = { password: PASSWORD, code: second }
    expect((await browser.post('/api/admin/two-factor/turn-off', off)).status).toBe(200)
    const renewed = await setUpTwoFactor(wrong, admin)
    expect(
      (await (await aBrowserAwaitingCode(wrong, admin)).submitCode(codeNow(wrong, renewed.key))).status,
    ).toBe(200)
    await wrong.stop()
  })

  it('an encrypted secret moved to another account cannot be decrypted', async () => {
    const [mine, theirs] = [await anAdminWithTwoFactor(app), await anAdminWithTwoFactor(app)]
    await execute(
      app.services.db,
      sql`update two_factor set encrypted_key = (select encrypted_key from two_factor where account_id = ${mine.admin.id})
        where account_id = ${theirs.admin.id}`,
    )
    expect((await theirs.client.get('/api/admin/two-factor')).body).toMatchObject({ is_unreadable: true })
    const stolen = await (await aBrowserAwaitingCode(app, theirs.admin)).submitCode(codeNow(app, mine.key))
    expect(errorOf(stolen)).toBe('two-factor-unreadable')
  })
})
