import type { Page } from '@playwright/test'
import { sql } from '../server/src/db/sql'
import type { buildersFor } from '../server/testing/builders'
import { countRows, storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { listRows } from './support/lists'

async function aBilledFamily(arrange: ReturnType<typeof buildersFor>, month_name: string) {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  const month = await arrange.aMonth({ month_name, year: 2027 })
  const amara = await arrange.aChild(parent, { name: 'Amara' })
  const billed = await arrange.aRegistration(amara, month, { billed_status: 'billed', total_fee_cents: 7000 })
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Tobias' }), month, {
    total_fee_cents: 5000,
  })
  return { admin, parent, billed }
}

/** The figure of a summary card. */
const card = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

test('recording a payment updates the figures, badges and history', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const isPhone = test.info().project.name === 'phone'
  const { admin, parent, billed } = await aBilledFamily(arrange, isPhone ? 'July' : 'January')
  const month = isPhone ? 'July 2027' : 'January 2027'
  await signIn(page, admin)
  await page.goto(`/admin/parent-users/${parent.id}`)
  await expect(card(page, 'Total Billed')).toHaveText('$70.00')
  await expect(card(page, 'Total Paid')).toHaveText('$0.00')
  await expect(card(page, 'Balance Due')).toHaveText('$70.00')
  await expect(card(page, 'Status')).toHaveText('Unpaid')
  const listed = listRows(page, 'Submissions')
  const headings = (name: string, texts: string[]) =>
    expect(page.getByRole('table', { name }).getByRole('columnheader')).toHaveText(isPhone ? [] : texts)
  await headings('Submissions', ['Month/Year', 'Child', 'Days', 'Amount', 'Status', 'Submitted'])
  await expect(listed.filter({ hasText: /Tobias/ })).toContainText('Not Billed')
  await expect(listed.filter({ hasText: /Amara/ })).toContainText('Billed')

  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog.getByLabel('Payment date')).toHaveValue('2026-11-16')
  await expectAccessible(page)
  await dialog.getByLabel('Amount').fill('50.25')
  await dialog.getByLabel('Method').click()
  const methods = ['Cash', 'Check', 'Credit Card', 'Bank Transfer', 'Brightwheel', 'FACTS', 'Other']
  await expect(page.getByRole('option')).toHaveText(methods)
  await page.getByRole('option', { name: 'FACTS' }).click()
  await dialog.getByLabel('Apply to').click()
  await page.getByRole('option', { name: `${month}, Amara, $70.00` }).click()
  await dialog.getByLabel('Notes').fill('No. 1182')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByText('Payment recorded successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  await expect(card(page, 'Total Paid')).toHaveText('$50.25')
  await expect(card(page, 'Balance Due')).toHaveText('$19.75')
  await expect(listed.filter({ hasText: /Amara/ })).toContainText('Partially Paid')
  const history = listRows(page, 'Payment History')
  await headings('Payment History', ['Date', 'Amount', 'Method', 'Notes', 'Applied To', 'Actions'])
  const first = history.filter({ hasText: 'No. 1182' })
  for (const text of ['Nov 16, 2026', '$50.25', 'FACTS', 'Specific Submission'])
    await expect(first.getByText(text, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
  await expect(dialog.getByLabel('Notes')).toHaveValue('')
  await dialog.getByLabel('Amount').fill('30')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(history.getByText('General Payment')).toBeVisible()
  await expect(card(page, 'Balance Due')).toHaveText('-$10.25')
  await expect(card(page, 'Status')).toHaveText('Paid')
  await expectAccessible(page)

  const stored = await storedRows(server.database.db, 'payments', sql`where parent_id = ${parent.id}`)
  expect(stored).toHaveLength(2)
  expect(stored.find((row) => row.amount_cents === 5025)).toMatchObject({
    payment_method: 'facts',
    submission_id: billed.id,
    notes: 'No. 1182',
    payment_date: '2026-11-16',
    recorded_by: admin.id,
  })
  expect(stored.find((row) => row.amount_cents === 3000)).toMatchObject({
    payment_method: null,
    submission_id: null,
    notes: null,
  })
})

test('the dialog of a pending payment cannot be closed, and after a lost response it is still one payment', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const { admin, parent } = await aBilledFamily(arrange, 'October')
  await signIn(page, admin)
  await page.goto(`/admin/parent-users/${parent.id}`)
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  const submit = dialog.getByRole('button', { name: 'Record Payment' })
  const open = async () => {
    await page.getByRole('button', { name: 'Record Payment' }).click()
    await dialog.getByLabel('Amount').fill('12')
  }
  let dropResponse = () => {}
  const responseDropped = new Promise<void>((resolve) => {
    dropResponse = resolve
  })
  // The server stores it, but the response is lost.
  await page.route('**/api/admin/payments', async (route) => {
    await route.fetch()
    await responseDropped
    await route.abort()
  })
  await open()
  await submit.click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  dropResponse()
  await expect(page.getByText('Failed to record payment')).toBeVisible()
  await page.unroute('**/api/admin/payments')
  await expect(dialog.getByText('$58.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Failed to record payment')).toHaveCount(0)

  await open()
  await submit.dblclick()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('A payment of $12.00 on November 16 is already recorded.')
  const stored = () => countRows(server.database.db, 'payments', sql`where parent_id = ${parent.id}`)
  expect(await stored()).toBe(1)
  await question.getByRole('button', { name: 'Record another' }).click()
  await expect(page.getByText('Payment recorded successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Total Paid')).toHaveText('$24.00')
  expect(await stored()).toBe(2)
})

test('a wrong payment is reversed once, with a reason, and both stay listed', async ({
  page,
  arrange,
  signIn,
}) => {
  const { admin, parent, billed } = await aBilledFamily(arrange, 'March')
  await arrange.aPayment(parent, admin, { amount_cents: 7000, submission_id: billed.id })
  await signIn(page, admin)
  await page.goto(`/admin/parent-users/${parent.id}`)
  await expect(card(page, 'Balance Due')).toHaveText('$0.00')
  await page.getByRole('button', { name: 'Reverse $70.00 from Nov 10, 2026' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse Payment' })
  await dialog.getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Check bounced')
  await dialog.getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(page.getByText('Payment reversed', { exact: true })).toBeVisible()
  const history = page.getByRole('table', { name: 'Payment History' })
  await expect(history.getByRole('row', { name: /Check bounced/ })).toContainText('-$70.00')
  await expect(history.getByText('Reversed', { exact: true })).toBeVisible()
  await expect(history.getByRole('button', { name: /Reverse/ })).toHaveCount(0)
  await expect(card(page, 'Balance Due')).toHaveText('$70.00')
  await expect(
    page.getByRole('table', { name: 'Submissions' }).getByRole('row', { name: /Amara/ }),
  ).toContainText('Billed')
})

test('a payment recorded by a colleague appears live', async ({ page, arrange, signIn }) => {
  const { admin, parent } = await aBilledFamily(arrange, 'April')
  await signIn(page, admin)
  const live = page.waitForResponse('**/api/live')
  await page.goto(`/admin/parent-users/${parent.id}`)
  await live
  await expect(card(page, 'Total Paid')).toHaveText('$0.00')
  await arrange.aPayment(parent, admin, { amount_cents: 1234 })
  await expect(card(page, 'Total Paid')).toHaveText('$12.34')
})
