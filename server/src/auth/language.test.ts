import { describe, expect, it } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

/** Which language an account has, and which a browser keeps. */

const PASSWORD = 'late afternoon'

const app = await testApp()
const build = buildersFor(app.services.db)

async function aParentWith(language: string | null) {
  const parent = await build.aParent()
  await givePassword(app, parent, PASSWORD)
  await app.services.pool.query('update profiles set language = $1 where id = $2', [language, parent.id])
  return parent
}

const storedLanguage = async (id: string) =>
  (await storedRows(app.services.db, 'profiles', sql`where id = ${id}`))[0]?.language

function aBrowser(language?: string) {
  const browser = browserOf(app)
  if (language !== undefined) browser.setCookie(`language=${language}`)
  return browser
}

describe('choosing a language', () => {
  it('stores it on the account, for all browsers, and leaves the form that is open meanwhile alone', async () => {
    const parent = await build.aParent()
    const client = await app.as(parent)
    expect((await client.get('/api/auth/session')).body.language).toBeNull()
    expect(await client.put('/api/profile/language', { language: 'es' })).toMatchObject({
      status: 200,
      body: { language: 'es' },
    })
    expect((await client.get('/api/auth/session')).body.language).toBe('es')
    expect((await client.patch('/api/profile', { full_name: 'Dana', version: 1 })).status).toBe(200)
    await client.put('/api/profile/language', { language: 'en' })
    expect(await storedLanguage(parent.id)).toBe('en')
  })

  it('accepts no other, and nobody else', async () => {
    const client = await app.as(await build.aParent())
    for (const language of ['fr', 'ES', '', null, 7])
      expect((await client.put('/api/profile/language', { language })).status).toBe(422)
    expect((await app.visitor.put('/api/profile/language', { language: 'es' })).status).toBe(401)
  })
})

describe('signing in', () => {
  it.each([
    // account, browser, account afterwards, browser afterwards
    [null, undefined, null, undefined],
    [null, 'es', 'es', 'es'],
    [null, 'fr', null, 'fr'],
    ['es', undefined, 'es', 'es'],
    ['es', 'en', 'es', 'en'],
    ['en', 'es', 'en', 'es'],
  ])(
    'to an account with %s in a browser with %s',
    async (account, browserBefore, accountAfter, browserAfter) => {
      const parent = await aParentWith(account)
      const browser = aBrowser(browserBefore)
      expect((await browser.signIn(parent.email, PASSWORD)).body.language).toBe(accountAfter)
      expect(await storedLanguage(parent.id)).toBe(accountAfter)
      expect(browser.cookieNamed('language')).toBe(browserAfter && `language=${browserAfter}`)
    },
  )

  it('stores none for staff, whose screens are English', async () => {
    const admin = await build.anAdmin()
    await givePassword(app, admin, PASSWORD)
    expect((await aBrowser('es').signIn(admin.email, PASSWORD)).status).toBe(200)
    expect(await storedLanguage(admin.id)).toBeNull()
  })

  it('writes a cookie that the page can read', async () => {
    const parent = await aParentWith('es')
    const { headers } = await browserOf(app).signIn(parent.email, PASSWORD)
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('language='))).toBe(
      'language=es; Max-Age=31536000; Path=/; SameSite=Lax',
    )
  })
})

it('signing up stores the language of the browser', async () => {
  const email = 'ines@example.com'
  const signUp = { email, full_name: 'Ines', password: PASSWORD }
  expect((await aBrowser('es').post('/api/auth/sign-up', signUp)).status).toBe(200)
  const [profile] = await storedRows(app.services.db, 'profiles', sql`where email = ${email}`)
  expect(profile?.language).toBe('es')
})
