import type { Page } from '@playwright/test'
import { es as children } from '../web/src/parent/children/texts/es'
import { es as privacy } from '../web/src/parent/privacy/texts/es'
import { es as layout } from '../web/src/parent/texts/es'
import { routes } from '../web/src/routes'
import { expect, test } from './fixtures'
import { linesOfPage } from './support/lines-of-page'
import { bracketedModule, untranslatedWords } from './support/untranslated'

/** What people typed, and names that stay. */
const TYPED = ['Zora Quist', 'Zora', 'zora@quist.test', 'Wim Quist', 'Wim', 'Preschool Aftercare']

/** What staff typed, around what is filled in. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string')
    return value.split(/\n+|\{\w+\}|\*\*|\$\d+/).filter((part) => part.length > 2)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Chooses Spanish, with every text in ⟦ ⟧: what is outside was not translated. */
async function readBracketed(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'es', url }])
  await page.route(/\/assets\/spanish-[^/]*\.js$/, async (route) => {
    const original = await route.fetch()
    const body = bracketedModule(`${route.request().url()}?original`, await original.text())
    await route.fulfill({ response: original, body })
  })
}

/** The server's own rendering has no brackets; a query that it does not know makes the app render the page anew. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${path.replace(/\/:\w+\?/, '').replace(/:\w+/, 'unknown')}?walk`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByText('⟦').first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** What a page shows after a click: other tabs, the errors of an empty form. */
async function exercise(page: Page, check: (state: string) => Promise<void>): Promise<void> {
  for (const tab of await page.getByRole('main').getByRole('tab').all()) {
    await tab.click()
    await check('another tab')
  }
  const submit = page.getByRole('main').locator('form button[type=submit]:enabled').first()
  if ((await submit.count()) === 0) return
  await submit.click()
  await check('an empty form sent')
}

const paths = (access: string) =>
  routes.flatMap((route) => ('page' in route && route.access === access ? route.path : []))
const FOR_VISITORS = [...paths('signed-out'), ...paths('anyone'), '/no-such-page'].filter(
  (path) => !path.startsWith('/admin'),
)
const FOR_PARENTS = [...paths('signed-in'), '/monthly-signup', '/day-drop-in']

test('no word of any parent or guest page is left untranslated', async ({
  page,
  arrange,
  signIn,
  server,
  api,
}) => {
  const sections = ['about_aftercare', 'registration_agreement', 'dropin_agreement']
  const written = await Promise.all(
    sections.map(async (name) => (await api.visitor.get(`/api/site-content/${name}`)).body),
  )
  const typed = [...TYPED, ...stringsIn(written)]
  const found: string[] = []
  const checkOf = (screen: string) => async (state?: string) => {
    const words = untranslatedWords(await page.evaluate(linesOfPage), typed)
    found.push(...words.map((line) => `${state ? `${screen}, ${state}` : screen}: ${line}`))
  }
  await readBracketed(page, server.url)
  const month = await arrange.aMonth()
  for (const path of FOR_VISITORS) {
    await open(page, path)
    await checkOf(path)()
    await exercise(page, checkOf(path))
  }
  const parent = await arrange.aParent({ full_name: 'Zora Quist', email: 'zora@quist.test' })
  await signIn(page, parent)
  for (const path of FOR_PARENTS) {
    await open(page, path)
    await checkOf(path)('with nothing yet')
  }
  const child = await arrange.aChild(parent, { name: 'Wim Quist' })
  await arrange.aRegistration(child, month)
  for (const path of FOR_PARENTS) {
    await open(page, path)
    await checkOf(path)()
  }
  await open(page, '/children')
  await button(page, children.addChild).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkOf('/children')('dialog')
  await open(page, '/profile')
  await button(page, privacy.delete).click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
  await checkOf('/profile')('dialog')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/history')
  await button(page, layout.openMenu).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkOf('/history')('menu')
  expect([...new Set(found)]).toEqual([])
})
