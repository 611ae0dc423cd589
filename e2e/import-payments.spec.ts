import { sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { listRows } from './support/lists'

test('staff import a file of payments, review it line by line, and undo it', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const dana = await arrange.aParent({ full_name: 'Dana Hazel', email: 'dana@hazel.example' })
  const month = await arrange.aMonth({ month_name: 'March', year: 2027 })
  const child = await arrange.aChild(dana, { name: 'Amara Hazel' })
  await arrange.aRegistration(child, month, { total_fee_cents: 7000 })
  const sam = await arrange.aParent({ full_name: 'Samuel Hazel', email: 'sam@hazel.example' })
  const file = [
    'Hillside Bank;;;;',
    'Date;Payer;Amount;Reference;Note',
    '03/11/2026;Hazel, Dana;70,00;TX-1;<b>March</b>',
    '04/11/2026;Nana Hazel;12,50;TX-2;=1+1',
    '13/11/2026;Nana Hazel;1.012,50;TX-3;',
    '14/11/2026;Dana Hazel;(5,00);TX-4;',
    'Total;;1.095,00;;',
  ].join('\r\n')

  await signIn(page, admin)
  await page.goto('/admin/parent-users')
  await page.getByRole('link', { name: 'Import Payments' }).click()
  await expect(page).toHaveURL('/admin/parent-users/import-payments')
  const chooser = page.getByLabel('CSV file')
  await chooser.setInputFiles({ name: 'scan.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByRole('alert')).toHaveText('This is a PDF. Please export a CSV file instead.')
  await expectAccessible(page)
  await chooser.setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })

  const lines = listRows(page, 'Lines of the file')
  await expect(lines).toHaveCount(4)
  await expect(lines.nth(0)).toContainText('Nov 3, 2026')
  await expect(lines.nth(0)).toContainText('<b>March</b>')
  await expect(lines.nth(0)).toContainText('March 2027')
  await expect(lines.nth(1)).toContainText('=1+1')
  await expect(lines.nth(3)).toContainText('Choose a payment')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Choose a family for line 4' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a family' })
  await dialog.getByRole('searchbox').fill('samuel')
  await dialog.getByRole('button', { name: /Samuel Hazel/ }).click()
  await expect(lines.nth(2)).toContainText('Samuel Hazel')
  await page.getByRole('button', { name: 'Skip line 4' }).click()
  await expect(lines.nth(1)).toContainText('Skipped in the review')
  // The review is stored: a reload loses nothing.
  await page.reload()
  await expect(lines.nth(1)).toContainText('Skipped in the review')
  await page.getByRole('button', { name: 'Import 2 payments ($1,082.50)' }).click()
  await expect(page.getByText('2 payments ($1,082.50)', { exact: true })).toBeVisible()
  const stored = await storedRows(
    server.database.db,
    'payments',
    sql`where parent_id in (${dana.id}, ${sam.id}) order by payment_date`,
  )
  expect(stored).toMatchObject([
    { amount_cents: 7000, notes: '<b>March</b>\nReference: TX-1', payment_date: '2026-11-03' },
    { amount_cents: 101250, notes: 'Reference: TX-3', payment_date: '2026-11-13' },
  ])

  const earlier = listRows(page, 'Earlier imports').filter({ hasText: 'november.csv' })
  await expect(earlier).toContainText('Rosa Medina')
  await earlier.getByRole('button', { name: 'Undo the import of november.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect(earlier).toContainText('Undone')
  await expect(earlier.getByRole('button')).toHaveCount(0)
})
