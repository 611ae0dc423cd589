import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const PASSWORD = 'late afternoon'

test('a parent signs up, confirms the address, signs in and signs out', { tag: '@phone' }, async ({
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

test('the sign-in page offers its tabs, the forgotten password and the way on as a guest', {
  tag: '@phone',
}, async ({ page }) => {
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

test('the older address leads to the sign-in page and keeps what it carries', async ({ page }) => {
  await page.goto('/login?reset=true')
  await expect(page).toHaveURL('/auth?reset=true')
  await page.goto('/login#access_token=made-up&refresh_token=made-up&type=recovery')
  await expect(page.getByText('The password reset link is invalid or has expired.')).toBeVisible()
  await expect(page).toHaveURL('/auth')
})

test('a form that lacks something is not sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('aaaaaa')
  await expect(page.getByText('This password is easy to guess.')).toBeVisible()
})

test('every failure of signing in and up is told in its own words', async ({ page, arrange }) => {
  const parent = await arrange.aParent()
  await page.goto('/auth')
  await signInByForm(page, parent.email, 'abc')
  await expectToast(page, 'Sign In Failed', 'Invalid email or password.')

  await page.route('**/api/auth/sign-in', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Sign In Failed', 'Invalid credentials. Please try again.')

  await page.route('**/api/auth/sign-in', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'Sign In Error', 'An unexpected error occurred. Please try again.')

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Full Name').fill('Dana')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expectToast(page, 'Sign Up Failed', 'Please enter a valid email address')

  await page.getByLabel('Email', { exact: true }).fill('dana@example.com')
  await page.route('**/api/auth/sign-up', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await create.click()
  await expectToast(page, 'Sign Up Failed', 'Failed to create account. Please try again.')

  await page.route('**/api/auth/sign-up', (route) => route.abort(), { times: 1 })
  await create.click()
  await expectToast(page, 'Sign Up Error', 'An unexpected error occurred. Please try again.')
})

test('a failed sign-out is told and leaves the person signed in', async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.aParent())
  await page.goto('/profile')
  await page.route('**/api/auth/sign-out', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Error', 'Failed to sign out. Please try again.')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
})

test('a suspended parent is refused with a clear text', async ({ page, arrange, server }) => {
  const parent = await arrange.aParent({ status: 'suspended' })
  await givePassword(server, parent.id, PASSWORD)
  await page.goto('/auth')
  await signInByForm(page, parent.email, PASSWORD)
  await expectToast(page, 'Sign In Failed', 'This account is suspended. Please contact the aftercare office.')
})
