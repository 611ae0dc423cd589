import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { accountLogId } from '../auth/auth-log'

let app: TestApp
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  app = await startTestApp({ env: { PUBLIC_URL: 'https://aftercare.example.org' }, log })
})
afterAll(() => app.stop())

const post = (headers: Record<string, string>) => app.visitor.post('/api/auth/sign-out', undefined, headers)

describe('the origin of a request under https', () => {
  const host = 'aftercare.example.org'
  it.each([
    ['https://aftercare.example.org', 200],
    ['http://aftercare.example.org', 403],
    ['https://aftercare.example.org.evil.example', 403],
    ['null', 403],
  ])('%s returns %i', async (origin, status) => {
    expect((await post({ origin, host })).status).toBe(status)
  })

  it('may be another host of ours, but not without https', async () => {
    expect((await post({ origin: 'https://other.example.org', host: 'other.example.org' })).status).toBe(200)
    expect((await post({ origin: 'http://other.example.org', host: 'other.example.org' })).status).toBe(403)
  })
})

describe('the log', () => {
  it('warns once that forwarded addresses are not trusted', async () => {
    for (let count = 0; count < 3; count++) {
      await app.visitor.get('/api/health', { 'x-forwarded-for': '203.0.113.1' })
    }
    expect(lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY is 0'))).toHaveLength(1)
  })

  it('has failed sign-ins and denied access with account hash and IP address, without names', async () => {
    const parent = await buildersFor(app.services.db).aParent({ full_name: 'Zora Unmistakable' })
    await givePassword(app, parent, 'the right words')
    lines.length = 0
    await app.visitor.post('/api/auth/sign-in', { email: parent.email, password: 'the wrong words' })
    const browser = browserOf(app)
    const signedIn = await browser.signIn(parent.email, 'the right words')
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await app.visitor.get('/api/admin/role', { cookie })
    const account = accountLogId(app.services, parent.email)
    expect(lines.filter((line) => 'account' in line)).toMatchObject([
      { msg: 'sign-in failed', code: 'bad-credentials', account, ipAddress: 'unknown' },
      { msg: 'request rejected', code: 'admins-only', account, ipAddress: 'unknown' },
    ])
    const text = JSON.stringify(lines)
    const secrets = [
      // Could be found with a list of emails.
      createHash('sha256').update(parent.email).digest('hex').slice(0, 16),
      parent.email,
      parent.full_name,
      'the right words',
      'the wrong words',
      cookie.split('=')[1],
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})
