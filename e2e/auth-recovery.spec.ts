import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const OLD = 'the old password'
const NEW = 'the new password'

test('a parent sets a new password with the emailed link', async ({ page, arrange, server, mails }) => {
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

test('a link takes precedence over the redirect of a signed-in user, and ends that session', async ({
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

test('links for one account, opened while another is signed in, do their work and say whose they are', async ({
  page,
  arrange,
  server,
  signIn,
  api,
  mails,
}) => {
  const dana = await arrange.aParent({ email: 'dana.links@example.com' })
  const email = 'kemi.links@example.com'
  await api.visitor.post('/api/auth/sign-up', { email, password: OLD, full_name: 'Kemi' })
  const verification = linkIn((await mails.next(email)).links)
  await signIn(page, dana)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.goto(verification)
  await expectToast(
    page,
    'Email Verified',
    `${email} has been confirmed. You're signed in as ${dana.email}: sign out to use the other account.`,
  )
  await expect(page).toHaveURL('/dashboard')
  await expectAccessible(page)
  await page.getByRole('status').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out')
  await expect(page).toHaveURL('/auth')
  await signInByForm(page, email, OLD)
  await expect(page).toHaveURL('/dashboard')

  await givePassword(server, dana.id, OLD)
  await api.visitor.post('/api/auth/forgot-password', { email: dana.email })
  await page.goto(linkIn((await mails.next(dana.email)).links))
  await expect(
    page.getByText(
      `This link is for ${dana.email}. You're signed in as ${email}: saving the password signs you out here.`,
    ),
  ).toBeVisible()
  await expectAccessible(page)
})
