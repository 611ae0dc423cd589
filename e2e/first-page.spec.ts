import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { es as registration } from '../web/src/features/registration/texts/es'
import { expect, test } from './fixtures'
import { day } from './support/spanish-walk'

test.beforeEach(({ server }) => emptyTables(server.database.pool, 'submissions, months, rate_limits'))

declare global {
  interface Window {
    served?: Element | null
    layoutShift?: number
  }
}

const isAppReady = () => performance.getEntriesByName('app-ready').length > 0

async function openWithoutShift(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isAppReady)
  // After the frame in which the app changed something.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => window.layoutShift), `layout shift of ${path}`).toBeLessThan(0.02)
}

/** Opens a page of the server, and waits for the app to take over what the server sent, where it is. */
async function expectHydrated(page: Page, path: string): Promise<void> {
  await openWithoutShift(page, path)
  expect(await page.evaluate(() => window.served?.isConnected), path).toBe(true)
}

async function watchHydration(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.addInitScript(() => {
    // Before any module runs.
    const onParsed = () => {
      window.served = document.querySelector('#root h1')
    }
    document.addEventListener('readystatechange', onParsed, { once: true })
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.layoutShift = (window.layoutShift ?? 0) + value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return problems
}

test('the app takes over the pages that the server rendered, without a difference', {
  tag: '@phone',
}, async ({ page, arrange, signIn }) => {
  const problems = await watchHydration(page)
  const month = await arrange.aMonth()
  const registration = `/monthly-signup?month=${month.id}`
  for (const path of ['/', '/guest-portal', '/auth', '/admin/login', registration])
    await expectHydrated(page, path)
  await page.evaluate(() => sessionStorage.clear())
  const parent = await arrange.aParent({ full_name: '</script><b>Dana' })
  const child = await arrange.aChild(parent)
  await arrange.aRegistration(child, month)
  await signIn(page, parent)
  for (const path of ['/dashboard', '/', registration]) await openWithoutShift(page, path)
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('</script><b>Dana')
  expect(problems).toEqual([])
})

test('a visitor without JavaScript can read the pages and follow their links', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'About Aftercare' })).toContainText('3:30 PM - 6:00 PM')
  await page.getByRole('main').getByRole('link', { name: 'Continue as Guest' }).click()
  await expect(page).toHaveTitle(/^Guest Portal/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.locator('noscript')).toBeVisible()
  await context.close()
})

/** Until the returned function is called, the app's code does not arrive. */
async function holdCode(page: Page): Promise<() => void> {
  let arrive = () => {}
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await code
    await route.continue()
  })
  return () => arrive()
}

/** As far as the server's page goes: `DOMContentLoaded` waits for the app. */
const untilServed = (page: Page) => page.waitForFunction(() => document.readyState !== 'loading')

async function openServedPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await untilServed(page)
}

async function reloadServedPage(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await untilServed(page)
}

test('before the app is there a visitor can choose a theme and follow links', async ({ page }) => {
  const arrive = await holdCode(page)
  await openServedPage(page, '/')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click({ noWaitAfter: true })
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  arrive()
  await page.waitForFunction(isAppReady)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
})

test('what a guest enters before the app is there is kept', { tag: '@phone' }, async ({ page, arrange }) => {
  const month = await arrange.aMonth()
  const arrive = await holdCode(page)
  const url = `/monthly-signup?month=${month.id}`
  await openServedPage(page, url)
  const agreement = page.getByRole('checkbox', { name: /agree/ })
  await page.getByLabel('Parent Name').fill('Grace Whitfield')
  await page.getByLabel('Parent Email').fill('grace@example.com')
  await agreement.click()
  // Neither leaves the page.
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await page.getByLabel('Parent Email').press('Enter')
  arrive()
  await page.waitForFunction(isAppReady)
  await expect(page).toHaveURL(url)
  await expect(page.getByLabel('Parent Name')).toHaveValue('Grace Whitfield')
  await expect(page.getByLabel('Parent Email')).toHaveValue('grace@example.com')
  await expect(agreement).toBeChecked()
  await page.getByLabel('Child Name').fill('Otis Whitfield')
  await page.getByRole('button', { name: /December 1, / }).click()
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByText('Your registration has been submitted successfully.')).toBeVisible()
})

test('with a stored draft nothing is entered before the app is there, and the draft is kept', {
  tag: '@phone',
}, async ({ page, arrange }) => {
  const month = await arrange.aMonth()
  await page.goto(`/monthly-signup?month=${month.id}`)
  await page.getByLabel('Parent Name').fill('Grace Whitfield')
  await page.getByRole('button', { name: /December 1, / }).click()
  await expect(page.getByRole('button', { name: /December 1, .*selected/ })).toBeVisible()
  const arrive = await holdCode(page)
  await reloadServedPage(page)
  // Each waits for its field, as a person does.
  const entered = Promise.all([
    page.getByLabel('Parent Email').fill('grace@example.com'),
    page.getByRole('button', { name: /December 2, / }).click(),
  ])
  await expect(page.getByLabel('Parent Email')).toBeHidden()
  arrive()
  await entered
  await expect(page.getByLabel('Parent Name')).toHaveValue('Grace Whitfield')
  await expect(page.getByLabel('Parent Email')).toHaveValue('grace@example.com')
  for (const day of [1, 2])
    await expect(page.getByRole('button', { name: new RegExp(`December ${day}, .*selected`) })).toBeVisible()
})

test("with a parent's stored draft no day is selected before the app is there", async ({
  page,
  arrange,
  signIn,
}) => {
  const month = await arrange.aMonth()
  await signIn(page, await arrange.aParent())
  await page.goto(`/monthly-signup?month=${month.id}`)
  await page.getByRole('button', { name: /December 1, / }).click()
  await expect(page.getByRole('button', { name: /December 1, .*selected/ })).toBeVisible()
  const arrive = await holdCode(page)
  await reloadServedPage(page)
  // Selects another day: the page of the server shows none as selected, and a click on the first would deselect it.
  const selected = page.getByRole('button', { name: /December 1, .*selected/ }).press('ArrowRight')
  await expect(page.getByRole('button', { name: /December 1, / })).toBeHidden()
  arrive()
  await selected
  await expect(page.getByRole('button', { name: /December 2, / })).toBeFocused()
})

test('a guest with a mailed link in Spanish can use the form', { tag: '@phone' }, async ({
  page,
  arrange,
}) => {
  const month = await arrange.aMonth()
  await page.goto(`/monthly-signup?month=${month.id}&lang=es`)
  await expect(page).toHaveURL(`/monthly-signup?month=${month.id}`)
  await page.getByLabel(registration.guest.parentName).fill('Grace Whitfield')
  await day(page, 8).click()
  await expect(day(page, 8)).toHaveAttribute('aria-pressed', 'true')
})

for (const path of ['/auth', '/admin/login'])
  test(`${path} can be used after the session of the last visit has expired`, async ({ page, arrange }) => {
    const { id, email } = await arrange.aParent()
    const user = { id, email, full_name: 'Dana Okafor' }
    const expired = JSON.stringify({ user, roles: ['parent'], expires_at: '2026-01-01T00:00:00Z' })
    await page.goto('/guest-portal')
    for (const session of [expired, 'not a session']) {
      await page.evaluate((text) => localStorage.setItem('aftercare.session', text), session)
      await page.goto(path)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('main').locator('form button[type=submit]').click()
      await expect(page.getByText(/^(Sign In|Login) failed$/i).first()).toBeVisible()
    }
  })

test('Back to a page that the browser has cached shows what changed meanwhile', async ({ page, server }) => {
  const saveTitle = (title: string) =>
    server.database.pool.query(`update site_content set title = $1 where section_name = 'about_aftercare'`, [
      title,
    ])
  const about = page.getByRole('region', { name: /^About/ })
  // Not by `page.route`, which would also disable the browser's cache.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const block = (...urls: string[]) => devTools.send('Network.setBlockedURLs', { urls })
  for (const isLeftBeforeApp of [false, true]) {
    if (isLeftBeforeApp) await block('*/assets/*.js')
    await saveTitle('About our mornings')
    await page.goto('/', { waitUntil: 'load' })
    await expect(about).toContainText('About our mornings')
    await page.goto('/auth', { waitUntil: 'load' })
    await saveTitle('About our afternoons')
    // The live stream would bring this one, as it is only seconds old.
    await block('*/api/live*')
    await page.goBack()
    await expect(about).toContainText('About our afternoons')
    await block()
  }
  await devTools.detach()
})
