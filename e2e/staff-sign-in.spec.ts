import { execute, sql } from '../server/src/db/sql'
import { ADMIN, expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const PASSWORD = 'late afternoon'

test('an admin signs in, sees the portal and signs out', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Parent Portal' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await signInByForm(page, ADMIN.email, ADMIN.password)
  await expectToast(page, 'Login successful', 'Welcome to the admin portal!')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('link', { name: 'View Parent Portal' })).toHaveAttribute('href', '/')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/admin/login')
  await page.goto('/admin/profile')
  await expect(page).toHaveURL('/admin/login')
})

test('a parent at the admin sign-in sees an error and gets no session', async ({ page, arrange, server }) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, PASSWORD)
  await page.goto('/admin/login')
  await signInByForm(page, parent.email, PASSWORD)
  await expectToast(page, 'Oops! No Access.', 'Looks like this area is for admins only.')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth')
})

test('a parent who opens an admin page is signed out, and nothing of it is fetched or shown', async ({
  page,
  arrange,
  signIn,
}) => {
  await signIn(page, await arrange.aParent())
  // The sign-in page alone changes nothing.
  await page.goto('/admin/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/admin/profile')
  await expectToast(page, 'Oops! No Access.', 'Looks like this area is for admins only.')
  await expect(page).toHaveURL('/auth')
  const staffs = fetched.filter((path) => path.startsWith('/api/admin/'))
  // Checked again after the live stream reports missed changes.
  expect([...new Set(staffs)]).toEqual(['/api/admin/role'])
  // RequireAdmin is fetched, and nothing behind it.
  expect(fetched.filter((path) => /\/assets\/admin-(?!area-)/.test(path))).toEqual([])
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth')
})

test('an admin has a menu of seven sections until the role is removed', async ({
  page,
  arrange,
  server,
  signIn,
}) => {
  const admin = await arrange.anAdmin()
  await signIn(page, admin)
  await page.goto('/admin/profile')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Dashboard', '/admin/dashboard'],
    ['Month Management', '/admin/months'],
    ['Submissions', '/admin/submissions'],
    ['Parent Users', '/admin/parent-users'],
    ['Day Reports', '/admin/day-reports'],
    ['Drop-Ins', '/admin/drop-ins'],
    ['Settings', '/admin/settings'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('link', { name: admin.full_name })).toHaveAttribute('href', '/admin/profile')
  await execute(server.database.db, sql`delete from user_roles where user_id = ${admin.id}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Oops! No Access.')
  await expect(page).toHaveURL('/auth')
})

test('staff stay signed in while their role cannot be verified, and see nothing meanwhile', async ({
  page,
  arrange,
  signIn,
}) => {
  const admin = await arrange.anAdmin()
  await page.route('**/api/admin/role', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await signIn(page, admin)
  await page.goto('/admin/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("We can't reach the server")
  await expect(page.getByText("You're still signed in.")).toBeVisible()
  await expect(page.getByText(admin.email)).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/api/admin/role')
  // Without a reload.
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await expect(page).toHaveURL('/admin/profile')
})

test('an admin sets a new password with the emailed link', async ({ page, arrange, mails }) => {
  const admin = await arrange.anAdmin()
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(page, 'Email required', 'Please enter your email address to reset your password.')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(page, 'Password reset sent')
  const link = new URL(linkIn((await mails.next(admin.email)).links))
  expect(link.pathname).toBe('/admin/login')
  expect(link.searchParams.get('type')).toBe('recovery')

  await page.goto(link.href)
  await expect(page.getByLabel('New Password')).toBeVisible()
  await expect(page).toHaveURL('/admin/login')
  await expectAccessible(page)
  const update = page.getByRole('button', { name: 'Update Password' })
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill('something else')
  await update.click()
  await expectToast(page, "Passwords don't match", 'Please make sure both password fields match.')
  await page.getByLabel('New Password').fill('abc')
  await page.getByLabel('Confirm Password').fill('abc')
  await update.click()
  await expectToast(page, 'Password too short', 'Password must be at least 6 characters long.')
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await update.click()
  await expectToast(page, 'Password updated successfully')
  await signInByForm(page, admin.email, PASSWORD)
  await expect(page).toHaveURL('/admin/dashboard')

  await page.goto(link.href)
  await expectToast(page, 'Invalid reset link', 'The password reset link is invalid or has expired.')
  await expect(page.getByLabel('New Password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.goto(link.href.replace(/&type=.*/, ''))
  await expectToast(page, 'Invalid reset link', 'The password reset link is invalid or has expired.')
  await expect(page).toHaveURL('/admin/login')
})
