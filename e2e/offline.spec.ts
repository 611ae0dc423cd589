import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'

/** From here on the service worker shows the offline notice. */
async function expectCached(page: Page) {
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      return registration?.active?.state ?? 'none'
    })
  await expect.poll(state).toBe('activated')
}

test('a page opened offline says so, and a draft is restored once online', async ({
  page,
  context,
  arrange,
  signIn,
  server,
}) => {
  await emptyTables(server.database.pool, 'submissions, months, children, rate_limits')
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Lena' })
  await arrange.aMonth()
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  await page.getByRole('checkbox', { name: 'Lena' }).click()
  await expectCached(page)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(page).toHaveTitle('You are offline | Preschool Aftercare')
  await expect(page).toHaveURL('/monthly-signup')
  await expect(page.getByText('Your unfinished form is saved on this device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Still no connection/)
  // Other pages too, including staff's. Nothing about the signed-in user is cached.
  await page.goto('/admin/months')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  const cached = await page.evaluate(async () => {
    const entries = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        return Promise.all(
          (await cache.keys()).map(async (key) => [key.url, await (await cache.match(key))?.text()]),
        )
      }),
    )
    return entries.flat()
  })
  expect(cached.length).toBeGreaterThan(3)
  expect(cached.filter(([url]) => url?.includes('/api/'))).toEqual([])
  expect(cached.filter(([, text]) => text?.includes(parent.email) || text?.includes('Lena'))).toEqual([])

  await page.goto('/monthly-signup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await context.setOffline(false)
  await expect(page.getByRole('checkbox', { name: 'Lena' })).toBeChecked()
})

test('staff pages opened offline say so, and load once online', async ({
  page,
  context,
  arrange,
  signIn,
}) => {
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/submissions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submissions')
  await expectCached(page)
  await context.setOffline(true)
  await page.goto('/admin/months')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(page.getByText('Admin Portal')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Month Management')
})

test.describe('the phone menu', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  for (const portal of ['parent', 'staff'] as const)
    test(`opens offline, and Back closes it first (${portal})`, async ({
      page,
      context,
      arrange,
      signIn,
    }) => {
      const [first, second, account] =
        portal === 'staff'
          ? ['/admin/submissions', '/admin/months', await arrange.anAdmin()]
          : ['/children', '/history', await arrange.aParent()]
      await signIn(page, account)
      // Its code is preloaded before the connection is lost.
      const code = page.waitForResponse(/dialogs\.lazy/)
      await page.goto(first)
      await (await code).finished()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      const openMenu = () => page.getByRole('button', { name: 'Open menu' }).click()
      await context.setOffline(true)
      await openMenu()
      await expect(menu).toBeVisible()
      await context.setOffline(false)
      await menu.locator(`a[href="${second}"]`).click()
      await expect(page).toHaveURL(second)
      await expect(menu).toBeHidden()
      await openMenu()
      await expect(menu).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(menu).toBeHidden()
      await expect(page).toHaveURL(second)
      await page.evaluate(() => history.back())
      await expect(page).toHaveURL(first)
    })
})
