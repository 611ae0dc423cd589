import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { browserOf, givePassword, linkMailedTo, readLink, tokensOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { startTestApp, testApp } from '../../testing/test-app'
import { createAdminLink, prepareFirstAdmin } from './first-admin'

const app = await testApp({ env: { PROGRAM_NAME: 'Little Oaks' } })
const make = buildersFor(app.services.db)

const COMMON = 'This password is one of the 10,000 most common ones. Please choose another.'
const WEAK: [string, string, string][] = [
  ['common', 'PassWord1', COMMON],
  ['common', 'sunshine', COMMON],
  [
    'email-name',
    'my Rosa.Medina',
    'This password contains the name in your email address. Please choose another.',
  ],
  ['program-name', 'LITTLEOAKS 26', "This password contains the program's name. Please choose another."],
  ['program-name', 'at little oaks', "This password contains the program's name. Please choose another."],
]
const STRONG = 'sunset over water'

let count = 0
const address = () => `rosa.medina@school${++count}.example`
const setByLink = (tokens: object, password: string) =>
  app.visitor.post('/api/auth/recovery/password', { ...tokens, password })

it('the list has the 10,000 most common passwords', () => {
  const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect([list.length, new Set(list).size, list.slice(0, 3)]).toEqual([
    10_000,
    10_000,
    ['123456', 'password', '12345678'],
  ])
})

describe('a password that is easy to guess', () => {
  it.each(WEAK)(
    '(%s) "%s" is refused for staff who are invited, and the link still works',
    async (...row) => {
      const [, weak, message] = row
      const staff = await app.as(await make.anAdmin())
      const email = address()
      await staff.post('/api/admin/admins', { full_name: 'Rosa Medina', email, role: 'attendance' })
      const tokens = tokensOf(await linkMailedTo(app, email, 'invitation'))
      const refused = await setByLink(tokens, weak)
      expect([refused.status, refused.body.error.fields]).toEqual([422, { password: message }])
      expect((await browserOf(app).signIn(email, weak)).status).toBe(401)
      expect((await setByLink(tokens, STRONG)).status).toBe(200)
      expect((await browserOf(app).signIn(email, STRONG)).status).toBe(200)
    },
  )

  it.each(WEAK)('(%s) "%s" is refused for staff with a reset link and on their profile', async (...row) => {
    const [, weak, message] = row
    const admin = await make.anAdmin({ email: address() })
    await givePassword(app, admin, STRONG)
    await app.visitor.post('/api/auth/forgot-password', { email: admin.email, portal: 'staff' })
    const tokens = tokensOf(await linkMailedTo(app, admin.email, 'recovery'))
    expect((await setByLink(tokens, weak)).body.error.fields).toEqual({ password: message })
    const browser = browserOf(app)
    await browser.signIn(admin.email, STRONG)
    const changed = await browser.post('/api/auth/password', { current_password: STRONG, password: weak })
    expect([changed.status, changed.body.error.fields]).toEqual([422, { password: message }])
    expect((await browser.session())?.roles).toEqual(['admin'])
    expect((await browserOf(app).signIn(admin.email, STRONG)).status).toBe(200)
  })

  it('is refused behind the link of the admin command', async () => {
    const email = address()
    const tokens = tokensOf(readLink(await createAdminLink(app.services, email)))
    expect((await setByLink(tokens, 'password')).status).toBe(422)
    expect((await setByLink(tokens, STRONG)).status).toBe(200)
  })

  it.each(WEAK)('(%s) "%s" is accepted for families', async (_, weak) => {
    const parent = await make.aParent({ email: address() })
    await givePassword(app, parent, STRONG)
    await app.visitor.post('/api/auth/forgot-password', { email: parent.email, portal: 'parent' })
    const tokens = tokensOf(await linkMailedTo(app, parent.email, 'recovery'))
    expect((await setByLink(tokens, weak)).status).toBe(200)
    expect((await browserOf(app).signIn(parent.email, weak)).status).toBe(200)
    const fresh = { email: address(), full_name: 'Rosa', password: weak }
    expect((await app.visitor.post('/api/auth/sign-up', fresh)).status).toBe(200)
  })
})

describe('advice while a password is being chosen', () => {
  const check = (password: string, email = 'Rosa.Medina@school.example') =>
    app.visitor.post('/api/auth/password-check', { password, email })

  it.each<(string | null)[]>([...WEAK, [null, STRONG]])('is %s for "%s"', async (weakness, password) => {
    expect((await check(password ?? '')).body).toEqual({ weakness })
  })

  it('is given before an email is typed, and bounds what it reads', async () => {
    expect((await check('rosa.medina', '')).body).toEqual({ weakness: null })
    expect((await check('')).status).toBe(422)
    expect((await check('x'.repeat(5_000))).status).toBe(422)
    expect((await check(STRONG, 'x'.repeat(5_000))).status).toBe(422)
  })
})

it.each([
  ['password1', 1],
  [STRONG, 0],
])('ADMIN_PASSWORD "%s" works, with %d warnings in the log', async (password, warnings) => {
  const own = await startTestApp({ env: { ADMIN_EMAIL: 'head@school.example', ADMIN_PASSWORD: password } })
  try {
    const warn = vi.spyOn(own.services.log, 'warn')
    expect(await prepareFirstAdmin(own.services)).toBeNull()
    expect(warn.mock.calls.filter(([, text]) => String(text).startsWith('ADMIN_PASSWORD'))).toHaveLength(
      warnings,
    )
    expect(JSON.stringify(warn.mock.calls)).not.toContain(password)
    // Later starts do not use it, and say nothing.
    await prepareFirstAdmin(own.services)
    expect(warn.mock.calls.length).toBe(warnings)
    expect((await browserOf(own).signIn('head@school.example', password)).status).toBe(200)
  } finally {
    await own.stop()
  }
})
