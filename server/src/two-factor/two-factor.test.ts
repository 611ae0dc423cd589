import { beforeEach, describe, expect, it } from 'vitest'
import { browserOf, cookieOf, linkMailedTo, mailsTo, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { startTestApp, testApp } from '../../testing/test-app'
import {
  aBrowserAwaitingCode,
  anAdminWithPassword,
  anAdminWithTwoFactor,
  codeNow,
  PASSWORD,
  setUpTwoFactor,
  wrongCodeNow,
} from '../../testing/two-factor'
import { resetTwoFactor } from '../auth/admin-accounts.queries'
import { maybeOne, rows, sql } from '../db/sql'

const NOW = '2026-11-16T09:00:05-05:00'

const app = await testApp({ now: NOW })
const build = buildersFor(app.services.db)
// At the start of a time step, so that a code computed in a test is still valid when used.
beforeEach(() => app.setNow(NOW))

const auditOf = async (accountId: string) =>
  (
    await rows<{ action: string }>(
      app.services.db,
      sql`select action from audit_log where row_id = ${accountId} and action like 'two-factor.%' order by id`,
    )
  ).map(({ action }) => action)

const countSessions = async (accountId: string) =>
  (
    await maybeOne<{ count: number }>(
      app.services.db,
      sql`select count(*) from sessions where account_id = ${accountId}`,
    )
  )?.count

const errorOf = (response: { body: unknown }) =>
  (response.body as { error?: { code: string } } | null)?.error?.code

describe('setting up two-factor sign-in', () => {
  it('is off by default, and on once a code confirms the secret', async () => {
    const admin = await anAdminWithPassword(app)
    const client = await app.as(admin)
    const off = { is_on: false, since: null, codes_left: 0, is_unreadable: false, is_required: false }
    expect((await client.get('/api/admin/two-factor')).body).toEqual(off)
    const { key, uri } = (await client.post('/api/admin/two-factor/start')).body
    expect(uri).toContain(`secret=${key}`)
    expect((await client.get('/api/admin/two-factor')).body).toEqual(off)
    // Starting the set-up does not turn it on.
    expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
    const wrong = await client.post('/api/admin/two-factor/confirm', { code: wrongCodeNow(app, key) })
    expect([wrong.status, errorOf(wrong)]).toEqual([401, 'wrong-code'])
    const { status, body } = await client.post('/api/admin/two-factor/confirm', {
      code: ` ${codeNow(app, key).slice(0, 3)} ${codeNow(app, key).slice(3)}`,
    })
    expect(status).toBe(200)
    expect(body.recovery_codes).toHaveLength(10)
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ is_on: true, codes_left: 10 })
    expect(errorOf(await client.post('/api/admin/two-factor/start'))).toBe('two-factor-on')
    expect(errorOf(await client.post('/api/admin/two-factor/confirm', { code: codeNow(app, key, 1) }))).toBe(
      'two-factor-on',
    )
    expect(await auditOf(admin.id)).toEqual(['two-factor.on'])
    expect((await mailsTo(app, admin.email))[0]).toMatchObject({ template: 'two-factor' })
    expect((await mailsTo(app, admin.email))[0]?.subject).toContain('Two-step sign-in is on')
  })

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const admin = await anAdminWithPassword(app)
    const { key, recoveryCodes } = await setUpTwoFactor(app, admin)
    const stored = JSON.stringify([
      await storedRows(app.services.db, 'two_factor', sql`where account_id = ${admin.id}`),
      await storedRows(app.services.db, 'recovery_codes', sql`where account_id = ${admin.id}`),
      await rows(app.services.db, sql`select * from audit_log`),
      await rows(app.services.db, sql`select * from outbox`),
      await rows(app.services.db, sql`select * from idempotency_keys`),
    ])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(key)
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('signing in with two factors', () => {
  it('asks for a code after the password, and starts the session with it', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = browserOf(app, { 'user-agent': 'Firefox/1 Windows' })
    const before = await countSessions(admin.id)
    const challenged = await browser.signIn(admin.email, PASSWORD)
    expect([challenged.status, errorOf(challenged)]).toEqual([401, 'code-needed'])
    const cookies = challenged.headers.getSetCookie().join('\n')
    expect(cookies).toMatch(/aftercare_two_factor=[\w-]{27}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict/)
    expect(cookies).not.toMatch(/aftercare_(session|device)=[\w-]/)
    expect(await countSessions(admin.id)).toBe(before)
    const signedIn = await browser.post('/api/auth/two-factor', { code: codeNow(app, key) })
    expect(signedIn.status).toBe(200)
    expect(signedIn.body).toMatchObject({ user: { id: admin.id }, roles: ['admin'] })
    expect(cookieOf(signedIn)).toMatch(/^aftercare_session=[\w-]{27};/)
    expect((await browser.get('/api/admin/role')).status).toBe(200)
    expect((await browser.get('/api/sessions')).body).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ browser: 'Firefox', is_current: true })]),
    })
  })

  it('has no access before the code is given, even in a browser that was signed in', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = browserOf(app)
    const parent = await build.aParent()
    await app.as(parent)
    await browser.signIn(admin.email, PASSWORD)
    await browser.post('/api/auth/two-factor', { code: codeNow(app, key) })
    const old = browser.cookie
    expect(errorOf(await browser.signIn(admin.email, PASSWORD))).toBe('code-needed')
    expect(browser.cookie).toBeUndefined()
    const before = browserOf(app)
    before.cookie = old
    expect(await before.session()).toBeNull()
    expect(await browser.session()).toBeNull()
    const { paths } = (await app.visitor.get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { 'x-action'?: string }>>
    }
    let checked = 0
    for (const [path, operations] of Object.entries(paths))
      for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
        const action = operations[method]?.['x-action']
        if (!action || path === '/api/live') continue
        const asVisitor = await browserOf(app)[method](path.replace(/\{[^}]+\}/g, admin.id), {})
        const challenged = await browser[method](path.replace(/\{[^}]+\}/g, admin.id), {})
        expect(challenged.status, `${method} ${path}`).toBe(asVisitor.status)
        checked += 1
      }
    expect(checked).toBeGreaterThan(60)
  })

  it('accepts a code once, within one time step', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const submit = async (steps: number) =>
      (await (await aBrowserAwaitingCode(app, admin)).submitCode(codeNow(app, key, steps))).status
    // The previous code was used for the set-up.
    expect(await submit(-1)).toBe(401)
    expect(await submit(0)).toBe(200)
    expect(await submit(0)).toBe(401)
    expect(await submit(1)).toBe(200)
    expect(await submit(1)).toBe(401)
    expect(await submit(-2)).toBe(401)
  })

  it('rejects codes two or more steps away', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(app, admin)
    for (const steps of [-2, 2, 3, -10, 120]) {
      if (steps === 3) await (await aBrowserAwaitingCode(app, admin)).submitCode(codeNow(app, key))
      expect(errorOf(await browser.submitCode(codeNow(app, key, steps))), `${steps} steps`).toBe('wrong-code')
    }
  })

  it('starts one session per right password, within ten minutes', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(app, admin)
    const challengeCookie = (await browserOf(app).signIn(admin.email, PASSWORD)).headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('aftercare_two_factor'))
      ?.split(';')[0]
    expect((await browser.submitCode(codeNow(app, key))).status).toBe(200)
    expect(errorOf(await browser.submitCode(codeNow(app, key, 1)))).toBe('challenge-expired')
    // A made-up or missing cookie does not work.
    for (const cookie of ['aftercare_two_factor=invented', ''])
      expect(
        errorOf(await app.visitor.post('/api/auth/two-factor', { code: codeNow(app, key, 1) }, { cookie })),
      ).toBe('challenge-expired')
    app.setNow('2026-11-16T09:11:00-05:00')
    const late = await app.visitor.post(
      '/api/auth/two-factor',
      { code: codeNow(app, key) },
      { cookie: challengeCookie ?? '' },
    )
    expect(errorOf(late)).toBe('challenge-expired')
  })

  it('accepts a recovery code once, in any notation, and sends a notification', async () => {
    const { admin, recoveryCodes, client } = await anAdminWithTwoFactor(app)
    const [first = '', second = ''] = recoveryCodes
    expect(
      (await (await aBrowserAwaitingCode(app, admin)).submitCode(first.toUpperCase().replaceAll('-', ' ')))
        .status,
    ).toBe(200)
    expect(errorOf(await (await aBrowserAwaitingCode(app, admin)).submitCode(first))).toBe('wrong-code')
    expect(
      (await (await aBrowserAwaitingCode(app, admin)).submitCode(second.replaceAll('-', ''))).status,
    ).toBe(200)
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ codes_left: 8 })
    expect(await auditOf(admin.id)).toEqual(['two-factor.recovery-used', 'two-factor.recovery-used'])
    expect((await mailsTo(app, admin.email))[0]?.subject).toContain('A recovery code was used')
    const { recoveryCodes: anothers } = await anAdminWithTwoFactor(app)
    expect(errorOf(await (await aBrowserAwaitingCode(app, admin)).submitCode(anothers[0] ?? ''))).toBe(
      'wrong-code',
    )
  })
})

describe('five wrong codes', () => {
  it('lock the account’s codes for fifteen minutes, in all browsers and instances', async () => {
    const other = await startTestApp({ now: NOW, databaseUrl: app.databaseUrl })
    const { admin, key, recoveryCodes } = await anAdminWithTwoFactor(app)
    const bystander = await anAdminWithTwoFactor(app)
    const [here, there] = [await aBrowserAwaitingCode(app, admin), await aBrowserAwaitingCode(other, admin)]
    for (const [browser, code] of [
      [here, wrongCodeNow(app, key)],
      [there, 'abcd-efgh-jkmn'],
      [here, `${recoveryCodes[0]?.slice(0, -1)}!`],
      [there, wrongCodeNow(app, key)],
    ] as const)
      expect(errorOf(await browser.submitCode(code))).toBe('wrong-code')
    const fifth = await here.submitCode(wrongCodeNow(app, key))
    expect([fifth.status, errorOf(fifth)]).toEqual([429, 'two-factor-locked'])
    for (const code of [codeNow(app, key), recoveryCodes[0] ?? '', wrongCodeNow(app, key)])
      for (const browser of [here, there, await aBrowserAwaitingCode(app, admin)])
        expect(errorOf(await browser.submitCode(code))).toBe('two-factor-locked')
    const locked = await there.submitCode(codeNow(app, key))
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(JSON.stringify(locked.body)).toContain('Too many wrong codes. Please try again in 15 minutes.')
    expect(
      (await (await aBrowserAwaitingCode(app, bystander.admin)).submitCode(codeNow(app, bystander.key)))
        .status,
    ).toBe(200)

    app.setNow('2026-11-16T09:14:55-05:00')
    expect(errorOf(await (await aBrowserAwaitingCode(app, admin)).submitCode(codeNow(app, key)))).toBe(
      'two-factor-locked',
    )
    app.setNow('2026-11-16T09:15:20-05:00')
    const again = await aBrowserAwaitingCode(app, admin)
    for (let n = 0; n < 4; n++)
      expect(errorOf(await again.submitCode(wrongCodeNow(app, key)))).toBe('wrong-code')
    expect((await again.submitCode(codeNow(app, key))).status).toBe(200)
    await other.stop()
  })

  it('start counting again after a right one', async () => {
    const { admin, recoveryCodes, key } = await anAdminWithTwoFactor(app)
    for (const recoveryCode of recoveryCodes.slice(0, 3)) {
      const browser = await aBrowserAwaitingCode(app, admin)
      for (let n = 0; n < 4; n++)
        expect(errorOf(await browser.submitCode(wrongCodeNow(app, key)))).toBe('wrong-code')
      expect((await browser.submitCode(recoveryCode)).status).toBe(200)
    }
  })

  it('are the most that are checked of many concurrent ones', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const browser = await aBrowserAwaitingCode(app, admin)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => browser.submitCode(wrongCodeNow(app, key))),
    )
    const codes = responses.map(errorOf)
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(4)
    expect(codes.filter((code) => code === 'two-factor-locked')).toHaveLength(16)
    expect(await auditOf(admin.id)).toEqual(['two-factor.locked'])
    const subjects = (await mailsTo(app, admin.email)).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringContaining('Five wrong codes were entered')])
    const [row] = await storedRows(app.services.db, 'two_factor', sql`where account_id = ${admin.id}`)
    expect(new Date(row?.locked_until ?? 0).getTime()).toBeGreaterThan(app.services.clock.now().getTime())
  })
})

describe('nothing bypasses the second factor', () => {
  it('neither a reset or invitation link nor a known browser', async () => {
    const { admin, key } = await anAdminWithTwoFactor(app)
    const known = await aBrowserAwaitingCode(app, admin)
    expect((await known.submitCode(codeNow(app, key))).status).toBe(200)
    expect(errorOf(await known.signIn(admin.email, PASSWORD))).toBe('code-needed')
    for (const portal of ['parent', 'staff'] as const) {
      await app.visitor.post('/api/auth/forgot-password', { email: admin.email, portal })
      const link = await linkMailedTo(app, admin.email, 'recovery')
      const browser = browserOf(app)
      const password = `a new one for ${portal}`
      const set = await browser.post('/api/auth/recovery/password', { ...tokensOf(link), password })
      expect(set.body).toEqual({ ok: true })
      expect(await browser.session()).toBeNull()
      expect(errorOf(await browser.signIn(admin.email, password))).toBe('code-needed')
      expect(await browser.session()).toBeNull()
    }
    expect((await app.visitor.get('/api/admin/two-factor')).status).toBe(401)
  })

  it('and a new password, a new email or a reset voids a pending challenge', async () => {
    const changes: ((admin: { id: string; email: string }) => Promise<unknown>)[] = [
      async (admin) => {
        await app.visitor.post('/api/auth/forgot-password', { email: admin.email, portal: 'staff' })
        const link = await linkMailedTo(app, admin.email, 'recovery')
        return app.visitor.post('/api/auth/recovery/password', { ...tokensOf(link), password: 'a new one' })
      },
      async (admin) => {
        const colleague = await app.as(await build.anAdmin())
        const { version } = (await colleague.get('/api/admin/admins?size=100')).body.rows.find(
          (row: { id: string }) => row.id === admin.id,
        )
        const change = { full_name: 'Rosa', phone: '', email: `new-${admin.email}`, version }
        const changed = await colleague.patch(`/api/admin/admins/${admin.id}`, change)
        expect(changed.status).toBe(200)
      },
      async (admin) => {
        const colleague = await app.as(await build.anAdmin())
        expect((await colleague.post(`/api/admin/admins/${admin.id}/reset-two-factor`)).status).toBe(200)
      },
    ]
    for (const change of changes) {
      const { admin, key } = await anAdminWithTwoFactor(app)
      const browser = await aBrowserAwaitingCode(app, admin)
      await change(admin)
      expect(errorOf(await browser.submitCode(codeNow(app, key)))).toBe('challenge-expired')
      expect(await browser.session()).toBeNull()
    }
  })
})

describe('turning it off, and new recovery codes', () => {
  it.each(['turn-off', 'recovery-codes'])('%s needs the password and a code', async (what) => {
    const { client, key, admin, recoveryCodes } = await anAdminWithTwoFactor(app)
    const send = (password: string, code: string) =>
      client.post(`/api/admin/two-factor/${what}`, { password, code })
    const wrongPassword = await send('something else', codeNow(app, key))
    expect(errorOf(wrongPassword)).toBe('wrong-password')
    expect(wrongPassword.body.error.fields).toHaveProperty('password')
    expect(errorOf(await send(PASSWORD, wrongCodeNow(app, key)))).toBe('wrong-code')
    expect((await client.post(`/api/admin/two-factor/${what}`, { password: PASSWORD })).status).toBe(422)
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ is_on: true, codes_left: 10 })
    // The code was not used up by the wrong password.
    const { status, body } = await send(PASSWORD, codeNow(app, key))
    expect(status).toBe(200)
    if (what === 'turn-off') {
      expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ is_on: false, codes_left: 0 })
      expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
      expect(await auditOf(admin.id)).toEqual(['two-factor.off'])
      expect(errorOf(await send(PASSWORD, codeNow(app, key, 1)))).toBe('two-factor-off')
    } else {
      expect(body.recovery_codes).toHaveLength(10)
      expect(errorOf(await (await aBrowserAwaitingCode(app, admin)).submitCode(recoveryCodes[0] ?? ''))).toBe(
        'wrong-code',
      )
      expect((await (await aBrowserAwaitingCode(app, admin)).submitCode(body.recovery_codes[0])).status).toBe(
        200,
      )
      expect(await auditOf(admin.id)).toContain('two-factor.new-codes')
    }
    expect((await mailsTo(app, admin.email))[0]?.template).toBe('two-factor')
  })

  it('count wrong codes together with those at sign-in', async () => {
    const { client, key, admin } = await anAdminWithTwoFactor(app)
    for (let n = 0; n < 4; n++)
      await client.post('/api/admin/two-factor/turn-off', {
        password: PASSWORD,
        code: wrongCodeNow(app, key),
      })
    const browser = await aBrowserAwaitingCode(app, admin)
    expect(errorOf(await browser.submitCode(wrongCodeNow(app, key)))).toBe('two-factor-locked')
    const off = await client.post('/api/admin/two-factor/turn-off', {
      password: PASSWORD,
      code: codeNow(app, key),
    })
    expect(errorOf(off)).toBe('two-factor-locked')
  })
})

describe('a colleague', () => {
  it('resets it for somebody who lost phone and codes, who is notified by email', async () => {
    const { admin } = await anAdminWithTwoFactor(app)
    const rosa = await build.anAdmin()
    const colleague = await app.as(rosa)
    const reset = `/api/admin/admins/${admin.id}/reset-two-factor`
    expect((await colleague.post(reset)).body).toMatchObject({ id: admin.id, has_two_factor: false })
    expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
    expect((await mailsTo(app, admin.email))[0]?.subject).toContain('Your two-step sign-in was reset')
    expect(await auditOf(admin.id)).toEqual(['two-factor.reset'])
    expect(errorOf(await colleague.post(reset))).toBe('two-factor-off')
  })

  it('is not needed for the operator’s command, which is audited too', async () => {
    const { admin } = await anAdminWithTwoFactor(app)
    const { services } = app
    await services.db.transaction((tx) => resetTwoFactor(tx, services, admin.id, 'system'))
    expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
    expect(await auditOf(admin.id)).toEqual(['two-factor.reset'])
    expect((await mailsTo(app, admin.email))[0]?.subject).toContain('Your two-step sign-in was reset')
  })

  it('cannot reset their own: that needs password and code', async () => {
    const { admin, client } = await anAdminWithTwoFactor(app)
    const own = await client.post(`/api/admin/admins/${admin.id}/reset-two-factor`)
    expect(errorOf(own)).toBe('own-two-factor')
    expect((await client.get('/api/admin/two-factor')).body).toMatchObject({ is_on: true })
    const parent = await build.aParent()
    expect(errorOf(await client.post(`/api/admin/admins/${parent.id}/reset-two-factor`))).toBe('not-found')
  })

  it('sees who has it, and removing somebody removes theirs', async () => {
    const { admin } = await anAdminWithTwoFactor(app)
    await build.aChild(admin)
    const colleague = await app.as(await build.anAdmin())
    const { rows: admins } = (await colleague.get('/api/admin/admins?size=100')).body
    expect(admins.find((row: { id: string }) => row.id === admin.id)).toMatchObject({ has_two_factor: true })
    expect((await colleague.delete(`/api/admin/admins/${admin.id}`)).status).toBe(200)
    // Now a parent, who signs in with the password only.
    expect((await browserOf(app).signIn(admin.email, PASSWORD)).status).toBe(200)
  })
})

describe('the log', () => {
  it('contains no secret and no code', async () => {
    const lines: string[] = []
    const { pino } = await import('pino')
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const logged = await startTestApp({ now: NOW, log })
    const { admin, key, recoveryCodes } = await anAdminWithTwoFactor(logged)
    const browser = await aBrowserAwaitingCode(logged, admin)
    const [wrong, right] = [wrongCodeNow(logged, key), codeNow(logged, key)]
    await browser.submitCode(wrong)
    await browser.submitCode(right)
    await (await aBrowserAwaitingCode(logged, admin)).submitCode(recoveryCodes[0] ?? '')
    await setUpTwoFactor(logged, await anAdminWithPassword(logged))
    const text = lines.join('')
    expect(text).toContain('wrong-code')
    for (const secret of [key, `"${right}"`, `"${wrong}"`, ...recoveryCodes, PASSWORD, admin.email])
      expect(text).not.toContain(secret)
    await logged.stop()
  })
})
