import { ADMIN, expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, signInByForm } from './support/sign-in'

test('a parent changes name and phone number, but cannot change the email', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent({ phone: '555-0100' })
  await signIn(page, parent)
  await page.goto('/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(parent.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Full Name').fill('Dana Okafor-Reyes')
  await page.getByLabel('Phone Number').fill('555-0199')
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  expect((await saving).postDataJSON()).toEqual({
    full_name: 'Dana Okafor-Reyes',
    phone: '555-0199',
    version: 1,
  })
  await expectToast(page, 'Success', 'Profile updated successfully.')
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Dana Okafor-Reyes')
})

test('a parent changes their password: this browser stays signed in, the other one does not', async ({
  page,
  browser,
  arrange,
  server,
}) => {
  const parent = await arrange.aParent()
  await givePassword(server, parent.id, 'before the rain')
  const elsewhere = await (await browser.newContext()).newPage()
  for (const each of [page, elsewhere]) {
    await each.goto('/profile')
    await signInByForm(each, parent.email, 'before the rain')
    await expect(each).toHaveURL('/profile')
  }
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expectAccessible(page)
  await dialog.getByLabel('Current Password').fill('before the rain')
  await dialog.getByLabel('New Password').fill('after the rain')
  await dialog.getByLabel('Confirm Password').fill('after the rain')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password Changed', "You're now signed in only here.")
  await expect(elsewhere).toHaveURL(/\/auth/)
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(parent.email)
  await signInByForm(elsewhere, parent.email, 'after the rain')
  await expect(elsewhere).toHaveURL('/profile')
  await elsewhere.context().close()
})

test('an admin edits, resets and saves their own profile', async ({ page, isMobile }) => {
  await page.goto('/admin/profile')
  await expect(page).toHaveURL('/admin/login')
  await signInByForm(page, ADMIN.email, ADMIN.password)
  await expect(page).toHaveURL('/admin/profile')
  const name = page.getByLabel('Full Name')
  await expect(name).not.toHaveValue('')
  const before = await name.inputValue()
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await expectAccessible(page)
  await name.fill('Somebody')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(name).toHaveValue(before)
  const after = isMobile ? 'Rosa Medina' : 'Rosa Medina-Lind'
  await name.fill(after)
  await page.getByLabel('Phone').fill('555-0111')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'Your profile has been updated successfully')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: after }).filter({ visible: true })).toHaveAttribute(
    'href',
    '/admin/profile',
  )
})
