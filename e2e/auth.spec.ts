import { expect, expectAccessible, test } from './fixtures'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const PASSWORD = 'late afternoon'

test('a parent signs up, confirms the email, signs in and signs out', { tag: '@phone' }, async ({
  page,
  mails,
  isMobile,
}) => {
  const email = `dana-${isMobile ? 'phone' : 'desk'}@example.com`
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expectAccessible(page)
  await page.getByLabel('Full Name').fill('Dana Okafor')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Account Created!', 'Please check your email to verify your account.')

  await signInByForm(page, email, PASSWORD)
  await expectToast(page, 'Sign In Failed', 'Email not confirmed')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expectToast(page, 'Verification Email Sent')
  await mails.next(email)
  const link = linkIn((await mails.next(email)).links)
  expect(new URL(link).pathname).toBe('/')

  await page.route('**/api/auth/verify', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  await expectToast(page, 'Verification Failed', 'Please open the link in the email again.')
  await page.goto('/auth')
  await page.goto(link)
  await expectToast(page, 'Email Verified')
  await expect(page).toHaveURL('/')
  await page.goto('/auth')
  await signInByForm(page, email, PASSWORD)
  await expectToast(page, 'Welcome back!', 'You have been signed in successfully.')
  await expect(page).toHaveURL('/dashboard')

  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  for (const [name, path] of [
    ['Home', '/dashboard'],
    ['My Children', '/children'],
    ['History', '/history'],
    ['Profile', '/profile'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await menu.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out', 'You have been signed out successfully.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute('href', '/admin/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('the sign-in page offers its tabs, a password reset and continuing as a guest', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'Continue as Guest' })).toHaveAttribute('href', '/guest-portal')
  await expectAccessible(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret words')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await page.goto('/auth?reset=true')
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
})
