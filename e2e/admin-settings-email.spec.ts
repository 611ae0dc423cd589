import type { Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { expectToast } from './support/sign-in'

const PATH = '/admin/settings?tab=email-templates'

let rosa: { id: string; email: string }

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from site_content where section_name = 'email_templates'`)
  rosa = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  await signIn(page, rosa)
})

const inbox = (page: Page) => page.getByTestId('inbox-line')
const mail = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const choose = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Email templates' }).getByRole('button', { name }).click()

test('each of the five emails has a subject, a preheader and a preview that updates while typing', async ({
  page,
  server,
}) => {
  await page.goto(PATH)
  await expect(page.getByRole('list', { name: 'Email templates' }).getByRole('button')).toHaveCount(5)
  await expect(mail(page).getByText('$380.00').last()).toBeVisible()
  await page.getByLabel('Subject').fill('Hello {{childName}} <b>{{month}}</b> {{nobody}}')
  await expect(inbox(page)).toContainText('Hello Emma Johnson <b>October 2025</b> {{nobody}}')
  await expect(page.getByRole('status').filter({ hasText: 'Not a placeholder' })).toContainText('{{nobody}}')
  await page.getByLabel('Preheader').fill('Total {{totalFee}} <img src=x onerror=alert(1)>')
  await expect(inbox(page)).toContainText('Total $380.00 <img src=x onerror=alert(1)>')
  // The email shows its preheader only in inboxes; the server renders the preview.
  await expect(mail(page).getByText('Total $380.00 <img src=x onerror=alert(1)>')).toBeAttached()
  await expectAccessible(page)
  await save(page)
  await expectToast(page, 'Success', 'Email configuration saved successfully')
  const [row] = await storedRows(
    server.database.db,
    'site_content',
    sql`where section_name = 'email_templates'`,
  )
  expect(row?.content).toMatchObject({
    'monthly-parent': { subject: 'Hello {{childName}} <b>{{month}}</b> {{nobody}}' },
    'daily-report': { subject: expect.stringContaining('{{totalCount}}') },
  })
  await choose(page, /Daily report/)
  await expect(inbox(page)).toContainText('Aftercare attendance for Thursday, November 20, 2025: 12 children')
  await choose(page, /Drop-in, parent/)
  await expect(mail(page).getByText('$30.00').last()).toBeVisible()
})

test('placeholders are inserted at the cursor, also by keyboard', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Subject').fill('AB')
  await page.getByLabel('Subject').press('ArrowLeft')
  await page.getByRole('button', { name: 'Insert {{childName}}' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('A{{childName}}B')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.keyboard.type('!')
  await expect(page.getByLabel('Subject')).toHaveValue('A{{childName}}!B')
  await page.getByLabel('Preheader').fill('')
  await page.getByRole('button', { name: 'Insert {{totalFee}}' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Preheader')).toHaveValue('{{totalFee}}')
})

test.describe('a test email', () => {
  test('needs an email address, is sent with the saved text, and arrives', async ({ page, mails }) => {
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Send Test Email' }).click()
    await expectToast(page, 'Email Required', 'Please enter a test email address')
    await page.getByLabel('Test email address').fill('rosa@')
    await page.getByRole('button', { name: 'Send Test Email' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Subject').fill('Saved for {{childName}}')
    await save(page)
    await expectToast(page, 'Success', 'Email configuration saved successfully')
    await page.getByLabel('Test email address').fill('test@example.com')
    const call = page.waitForRequest('**/api/functions/send-test-email')
    await page.getByRole('button', { name: 'Send Test Email' }).click()
    expect((await call).postDataJSON()).toEqual({
      templateType: 'monthly_parent',
      testEmail: 'test@example.com',
    })
    await expectToast(page, 'Test Email Sent', 'The test email was sent to test@example.com.')
    expect((await mails.next('test@example.com')).subject).toContain('Saved for Emma Johnson')
  })
})

test('each admin has five switches, saved as soon as they are clicked', async ({ page, server, arrange }) => {
  const ben = await arrange.anAdmin({ full_name: 'Ben Castellano' })
  await page.goto(PATH)
  const table = page.getByRole('table', { name: 'Email preferences' })
  const daily = table.getByRole('switch', { name: 'Ben Castellano: Daily report' })
  await expect(daily).toBeChecked()
  await daily.click()
  await expectToast(page, 'Success', 'Email configuration saved successfully')
  await expect(daily).not.toBeChecked()
  const stored = () =>
    storedRows(server.database.db, 'admin_email_preferences', sql`where user_id = ${ben.id}`)
  await expect
    .poll(stored)
    .toMatchObject([{ daily_attendance_report: false, monthly_submission_admin: true }])
  await page.route('**/preferences', (route) => route.abort())
  await daily.click()
  await expectToast(page, 'Error', 'Failed to save email configuration')
  await expect(daily).not.toBeChecked()
})
