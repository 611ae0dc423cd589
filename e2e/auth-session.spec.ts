import { removeSessionsOf } from '../server/src/auth/sessions.queries'
import { execute, sql } from '../server/src/db/sql'
import { expect, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, signInByForm } from './support/sign-in'

const PASSWORD = 'late afternoon'

test('protected pages ask to sign in and return to the requested page', async ({ page, arrange, server }) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, PASSWORD)
  for (const path of ['/dashboard', '/children', '/history', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL('/auth')
  }
  await signInByForm(page, parent.email, PASSWORD)
  await expect(page).toHaveURL('/profile')
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

test('after an expired session the user returns to the page with what was typed', async ({
  page,
  arrange,
  server,
  signIn,
}) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, PASSWORD)
  await signIn(page, parent)
  await page.goto('/profile')
  await page.getByLabel('Phone Number').fill('555-0142')
  await server.database.db.transaction((tx) => removeSessionsOf(tx, parent.id))
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await signInByForm(page, parent.email, PASSWORD)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel('Phone Number')).toHaveValue('555-0142')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'Profile updated successfully.')
})

test('suspending an account signs out its open page at once', async ({ page, arrange, server, signIn }) => {
  const parent = await arrange.aParent()
  await signIn(page, parent)
  await page.goto('/profile')
  await expect(page.getByLabel('Full Name')).toHaveValue(parent.full_name)
  await execute(server.database.db, sql`update profiles set status = 'suspended' where id = ${parent.id}`)
  await expect(page).toHaveURL('/auth')
})

test('the tabs of a browser sign in and out together', async ({ context, arrange, server }) => {
  const [dana, omar] = [await arrange.aParent(), await arrange.aParent()]
  await givePassword(server, dana.id, PASSWORD)
  await givePassword(server, omar.id, PASSWORD)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await second.goto('/')
  await first.goto('/auth')
  await signInByForm(first, dana.email, PASSWORD)
  await expect(first).toHaveURL('/dashboard')
  await expect(second).toHaveURL('/dashboard')
  await second.goto('/profile')
  await expect(second.getByLabel('Full Name')).toHaveValue(dana.full_name)
  await first.getByRole('button', { name: 'Sign Out' }).click()
  await expect(second).toHaveURL('/auth')
  await expect(second.getByText('you signed out in another tab')).toBeVisible()
  await signInByForm(second, omar.email, PASSWORD)
  await expect(second.getByLabel('Full Name')).toHaveValue(omar.full_name)
  await expect(second.getByText(dana.full_name)).toHaveCount(0)
})

test('days that were chosen when another tab signed out are there for the same parent alone', async ({
  context,
  arrange,
  server,
}) => {
  const month = await arrange.aMonth()
  const [dana, omar] = [await arrange.aParent(), await arrange.aParent()]
  for (const { id } of [dana, omar]) await givePassword(server, id, PASSWORD)
  const [first, second] = [await context.newPage(), await context.newPage()]
  const selected = second.getByRole('button', { name: /December 1, .*selected/ })
  await first.goto('/auth')
  await signInByForm(first, dana.email, PASSWORD)
  await expect(first).toHaveURL('/dashboard')
  for (const parent of [dana, omar]) {
    await second.goto(`/monthly-signup?month=${month.id}`)
    await second.getByRole('button', { name: /December 1, / }).click()
    await expect(selected).toBeVisible()
    await first.getByRole('button', { name: 'Sign Out' }).click()
    await expect(second.getByText('Sign in to pick up where you left off')).toBeVisible()
    await expect(first).toHaveURL('/')
    expect(
      await first.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft'))),
    ).toEqual([])
    await signInByForm(second, parent.email, PASSWORD)
    await expect(second).toHaveURL(`/monthly-signup?month=${month.id}`)
    await expect(second.getByRole('button', { name: /December 1, / })).toBeVisible()
    await expect(selected).toHaveCount(parent === dana ? 1 : 0)
    if (parent === omar) break
    await second.getByRole('button', { name: /December 1, / }).click()
    await expect(selected).toHaveCount(0)
    await expect(first).toHaveURL('/dashboard')
  }
})

test('the profile lists every signed-in browser, and signing one out takes effect there at once', async ({
  page,
  browser,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Android 15; Mobile) Gecko/132.0 Firefox/132.0',
  })
  const onPhone = await phone.newPage()
  await signIn(page, parent)
  await signIn(onPhone, parent)
  await page.goto('/profile')
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('This browser')
  await onPhone.goto('/children')
  await expect(onPhone.getByRole('heading', { name: 'Children' }).first()).toBeVisible()
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out', "You're now signed in only here.")
  await expect(onPhone).toHaveURL('/auth')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  // A sign-in elsewhere appears in the open list, and can be signed out on its own.
  await signIn(onPhone, parent)
  await onPhone.goto('/history')
  await list.getByRole('listitem').nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect(onPhone).toHaveURL('/auth')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('button')).toHaveCount(0)
  await signIn(onPhone, parent)
  await list.getByRole('listitem').first().getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await phone.close()
})

test('the session is kept in local storage after the tab closes, without its secret', async ({
  page,
  context,
  arrange,
  server,
}) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, PASSWORD)
  await page.goto('/auth')
  await signInByForm(page, parent.email, PASSWORD)
  await expect(page).toHaveURL('/dashboard')
  const stored = await page.evaluate(() => localStorage.getItem('aftercare.session'))
  const [cookie] = await context.cookies()
  expect(stored).toContain(parent.email)
  expect(stored).not.toContain(cookie?.value)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.close()
  const next = await context.newPage()
  await next.goto('/profile')
  await expect(next.getByLabel('Full Name')).toHaveValue(parent.full_name)
})

test('nothing is shown and nobody is redirected before the first session check ends', async ({
  page,
  arrange,
  signIn,
}) => {
  await signIn(page, await arrange.aParent())
  let respond = () => {}
  const requested = new Promise<void>((resolve) => {
    void page.route('**/api/auth/session', async (route) => {
      resolve()
      await new Promise<void>((go) => {
        respond = go
      })
      await route.continue()
    })
  })
  await page.goto('/profile')
  await requested
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toHaveCount(0)
  respond()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})
