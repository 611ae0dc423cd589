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

const LIST = `Email,Kid First,Kid Last,Medical Alerts / Allergies,Bus Route
mette@example.com,Lina,Sørensen,"Nuts; carries an ""EpiPen""",7
mette@example.com,Otto,Sørensen,,12
`

test("a school's list is imported once each of its columns is decided, and the import is undone", async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/parent-users/import-families')
  const file = { name: 'school.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }
  await page.getByLabel('CSV file').setInputFiles(file)
  const choose = async (field: string, column: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  const importing = page.getByRole('button', { name: /^Import |^Nothing to import/ })
  await expect(page.getByText('Assign 3 columns or tick “Not used” first.')).toBeVisible()
  await choose('Child', 'Kid First')
  await choose("Child's last name", 'Kid Last')
  const lina = page.getByRole('row').filter({ hasText: 'Lina Sørensen' })
  await expect(lina).toContainText('Nuts; carries an "EpiPen"')
  await choose('Allergies', 'Not in this file')
  await expect(page.getByText('Assign 2 columns or tick “Not used” first.')).toBeVisible()
  await expect(importing).toBeDisabled()
  await choose('Allergies', 'Medical Alerts / Allergies')
  const bus = page.getByRole('checkbox', { name: 'Not used: Bus Route' })
  await expect(bus).toHaveAccessibleDescription('7, 12')
  await bus.check()
  await importing.dblclick()
  await expectToast(page, 'File imported', '1 family (2 children)')

  await page.getByRole('link', { name: 'Parent Users' }).first().click()
  await page.getByRole('link', { name: 'mette@example.com' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Lina Sørensen' })).toContainText(
    'Nuts; carries an "EpiPen"',
  )
  await page.goto('/admin/parent-users/import-families')
  await page.getByRole('button', { name: 'Undo the import of school.csv' }).click()
  const undoing = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await expect(undoing).toContainText('1 family and 2 children that it added are removed')
  await undoing.getByRole('button', { name: 'Undo Import' }).dblclick()
  await expectToast(page, 'Import undone')
  await expect(page.getByRole('row').filter({ hasText: 'school.csv' })).toContainText('Undone')
  const { rows } = await server.database.pool.query("select name from children where name like '%Sørensen'")
  expect(rows).toEqual([])
})
