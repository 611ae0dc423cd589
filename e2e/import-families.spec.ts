import { readFileSync } from 'node:fs'
import { expect, expectAccessible, test } from './fixtures'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

test('staff import the example of families, and an invited parent chooses a password and signs in', async ({
  page,
  arrange,
  signIn,
  mails,
}) => {
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/parent-users')
  await page.getByRole('link', { name: 'Import Families' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download an Example' }).click()
  const example = await download
  expect(example.suggestedFilename()).toBe('families.csv')
  const path = await example.path()
  expect(readFileSync(path)).toEqual(readFileSync(new URL('../docs/examples/families.csv', import.meta.url)))
  await page.getByLabel('CSV file').setInputFiles(path)
  await expect(page.getByRole('row').filter({ hasText: 'Oskar Lindqvist' })).toContainText('New family')
  await expectAccessible(page)

  await page.reload()
  await page.getByRole('checkbox', { name: 'Send invitations' }).check()
  await page.getByRole('button', { name: 'Import 4 families (5 children)' }).click()
  await expectToast(page, 'File imported', '4 families (5 children), 4 invitations sent')
  await page.getByRole('link', { name: 'Parent Users' }).first().click()
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible()
  await expect(page.getByText('Invited', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send invitation again' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto(linkIn((await mails.next('maya.lindqvist@example.com')).links))
  await expect(page.getByRole('heading', { name: 'Choose Your Password' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Password', { exact: true }).fill('late afternoon')
  await page.getByLabel('Confirm Password').fill('late afternoon')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expectToast(page, 'Password Saved', 'You can now sign in.')
  await signInByForm(page, 'maya.lindqvist@example.com', 'late afternoon')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/children')
  await expect(page.getByRole('heading', { name: 'Elin Lindqvist' })).toBeVisible()
  await expect(page.getByText('Pre-K 4')).toBeVisible()
})
