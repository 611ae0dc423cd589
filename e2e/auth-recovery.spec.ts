import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const OLD = 'the old password'
const NEW = 'the new password'

test('a parent chooses a new password through the mailed link', async ({ page, arrange, server, mails }) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, OLD)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(parent.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(
    page,
    'Password Reset Email Sent',
    'Please check your email for a link to reset your password.',
  )
  const link = linkIn((await mails.next(parent.email)).links)
  expect(new URL(link).pathname).toBe('/auth')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Update Your Password' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expectAccessible(page)
  const update = page.getByRole('button', { name: 'Update Password' })
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill('something else')
  await update.click()
  await expectToast(page, "Passwords Don't Match", 'Please make sure both passwords are the same.')
  await page.getByLabel('New Password').fill('abc')
  await page.getByLabel('Confirm Password').fill('abc')
  await update.click()
  await expectToast(page, 'Password Too Short', 'Password must be at least 6 characters long.')
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  await update.click()
  await expectToast(
    page,
    'Password Updated',
    'Your password has been successfully updated. You can now sign in.',
  )
  await expect(page).toHaveURL('/auth')
  await signInByForm(page, parent.email, NEW)
  await expect(page).toHaveURL('/dashboard')
  expect((await mails.next(parent.email)).subject).toContain('password was changed')

  await page.goto(link)
  await expect(page.getByText('The password reset link is invalid or has expired.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveCount(0)
})

test('a link goes before the redirect of somebody who is signed in, and ends that session', async ({
  page,
  arrange,
  server,
  signIn,
  api,
  mails,
}) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, OLD)
  await signIn(page, parent)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await api.visitor.post('/api/auth/forgot-password', { email: parent.email })
  await page.goto(linkIn((await mails.next(parent.email)).links))
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth')
})

test('of two tabs with one link the second is told', async ({ context, arrange, api, mails }) => {
  const parent = await arrange.aParent()
  await api.visitor.post('/api/auth/forgot-password', { email: parent.email })
  const link = linkIn((await mails.next(parent.email)).links)
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const page of [first, second]) {
    await page.goto(link)
    await page.getByLabel('New Password').fill(NEW)
    await page.getByLabel('Confirm Password').fill(NEW)
  }
  await first.getByRole('button', { name: 'Update Password' }).click()
  await expectToast(first, 'Password Updated')
  await second.getByRole('button', { name: 'Update Password' }).click()
  await expectToast(second, 'Password Update Failed', 'The password reset link is invalid or has expired.')
})

test('the shape that staff get works on the sign-in page of parents too', async ({
  page,
  arrange,
  api,
  mails,
}) => {
  const parent = await arrange.aParent()
  await api.visitor.post('/api/auth/forgot-password', { email: parent.email, portal: 'staff' })
  const link = new URL(linkIn((await mails.next(parent.email)).links))
  await page.goto(`/auth${link.search}`)
  await expect(page.getByRole('heading', { name: 'Update Your Password' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
})

test('every failure of a forgotten password is told in its own words', async ({
  page,
  arrange,
  api,
  mails,
}) => {
  const parent = await arrange.aParent()
  await page.goto('/auth?reset=true')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  await send.click()
  await expectToast(page, 'Password Reset Failed', 'Please enter a valid email address')
  await page.getByLabel('Email', { exact: true }).fill(parent.email)
  await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await send.click()
  await expectToast(page, 'Password Reset Failed', 'Failed to send reset email. Please try again.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.route('**/api/auth/forgot-password', (route) => route.abort(), { times: 1 })
  await send.click()
  await expectToast(page, 'Password Reset Failed', 'Failed to send reset email. Please try again.')

  await api.visitor.post('/api/auth/forgot-password', { email: parent.email })
  const link = linkIn((await mails.next(parent.email)).links)
  await page.route('**/api/auth/recovery/check', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  await expect(page.getByText("We couldn't check the link.")).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  await page.route('**/api/auth/recovery/password', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expectToast(page, 'Password Update Failed', 'Failed to update password. Please try again.')
})
