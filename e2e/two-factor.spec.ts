import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { independentCode } from '../server/testing/independent-code'
import { expect, expectAccessible, test } from './fixtures'
import type { ApiClient } from './support/api'
import { givePassword } from './support/passwords'
import { expectToast, signInByForm } from './support/sign-in'

const PASSWORD = 'late afternoon'

/**
 * By the server's clock. Each code works once, so the second request takes the next step's. Neither is too old when
 * the step turns before it arrives.
 */
async function phoneCode(visitor: ApiClient, key: string, which: 'this' | 'next'): Promise<string> {
  const { body } = await visitor.get('/api/program')
  const now = Date.parse((body as { now: string }).now)
  return independentCode(key, now + (which === 'next' ? 30_000 : 0))
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

async function setUp(page: Page, visitor: ApiClient): Promise<{ key: string; codes: string[] }> {
  await page.goto('/admin/profile')
  const card = cardOf(page)
  await card.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = (await card.getByTestId('two-factor-key').innerText()).replaceAll(' ', '')
  await card.getByLabel('Code from the app').fill('000 000')
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByText('That code is wrong')).toBeVisible()
  await card.getByLabel('Code from the app').fill(await phoneCode(visitor, key, 'this'))
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectAccessible(page)
  return { key, codes: await card.getByRole('listitem').allInnerTexts() }
}

async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/admin/login')
}

test('an admin sets up two-step sign-in, requires it for everyone, and signs in by code and by recovery code', async ({
  page,
  browser,
  arrange,
  server,
  signIn,
  api,
}) => {
  const [admin, colleague] = [await arrange.anAdmin(), await arrange.anAdmin()]
  await givePassword(server, admin.id, PASSWORD)
  await signIn(page, admin)
  const { key, codes } = await setUp(page, api.visitor)
  expect(codes).toHaveLength(10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  for (const code of codes) expect(file).toContain(code)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(cardOf(page)).toContainText('10 recovery codes left')

  // A colleague's open page is redirected to the profile at once, and back once it is no longer required.
  const other = await browser.newContext()
  const open = await other.newPage()
  await signIn(open, colleague)
  await open.goto('/admin/drop-ins')
  await expect(open.getByRole('heading', { name: 'Drop-In Management', level: 1 })).toBeVisible()
  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Admin Users' }).click()
  await page.getByRole('switch', { name: 'Require two-step sign-in' }).click()
  await expectToast(page, 'Two-step sign-in is required')
  await expect(open).toHaveURL('/admin/profile')
  await expect(cardOf(open)).toContainText('All admins here must use two-step sign-in.')
  await open.goto('/admin/dashboard')
  await expect(open).toHaveURL('/admin/profile')
  await page.getByRole('switch', { name: 'Require two-step sign-in' }).click()
  await expectToast(page, 'Two-step sign-in is no longer required')
  await open.goto('/admin/drop-ins')
  await expect(open.getByRole('heading', { name: 'Drop-In Management', level: 1 })).toBeVisible()
  await other.close()

  // By a code, on the same page as the password.
  await signOut(page)
  await expect(page).toHaveURL('/admin/login')
  await signInByForm(page, admin.email, PASSWORD)
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await expect(page).toHaveURL('/admin/login')
  await expectAccessible(page)
  await code.fill('111111')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('That code is wrong or already used.')).toBeVisible()
  await code.fill(await phoneCode(api.visitor, key, 'next'))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Login successful', 'Welcome to the admin portal!')
  await expect(page).toHaveURL('/admin/dashboard')

  // On the parents' sign-in page, by a recovery code.
  await signOut(page)
  await page.goto('/auth')
  await signInByForm(page, admin.email, PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/admin/profile')
  await expect(cardOf(page)).toContainText('9 recovery codes left')
  await cardOf(page).getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Code').fill(codes[1] ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(cardOf(page).getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})
