import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { holdRequest } from './support/hold-request'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' })
const today = (page: Page) => page.getByRole('radio', { name: /^Today/ })
const tomorrow = (page: Page) => page.getByRole('radio', { name: /^Tomorrow/ })
const agree = (page: Page) => page.getByRole('checkbox', { name: /agree/ })

test('a guest requests a drop-in for today', { tag: '@phone' }, async ({ page, arrange, server, mails }) => {
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  await page.goto('/day-drop-in')
  await expect(page.getByRole('link', { name: 'Back to Guest Portal' })).toHaveAttribute(
    'href',
    '/guest-portal',
  )
  await expect(today(page)).toHaveAccessibleName('Today (Monday, November 16, 2026)')
  await expect(tomorrow(page)).toHaveAccessibleName('Tomorrow (Tuesday, November 17, 2026)')
  await expect(page.getByText('$25')).toBeVisible()
  await expect(page.getByText(/charged through the external billing system upon approval/)).toBeVisible()
  await expect(page.getByRole('strong').filter({ hasText: '$50' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Your Full Name').fill('Grace Whitfield')
  await page.getByLabel('Your Email').fill('grace@example.com')
  await page.getByLabel("Child's Full Name").fill('Otis Whitfield')
  await page.getByLabel("Child's Full Name").press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Agreement Required' }).first()).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please agree to the terms and conditions.' }).first(),
  ).toBeVisible()
  await agree(page).click()
  await expect(submit(page)).toBeDisabled()
  await today(page).click()
  await expect(submit(page)).toBeEnabled()
  for (const label of ['Your Full Name', 'Your Email', "Child's Full Name"]) {
    const value = await page.getByLabel(label).inputValue()
    await page.getByLabel(label).fill('  ')
    await expect(submit(page)).toBeDisabled()
    await page.getByLabel(label).fill(value)
  }
  await page.getByLabel('Additional Notes').fill('late bus')
  await expectAccessible(page)
  await submit(page).click()
  await expect(page.getByText('Request Submitted!')).toBeVisible()
  await expect(page.getByText("You'll receive a confirmation email shortly.")).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const receipt = page.getByRole('region', { name: 'We have your drop-in request' })
  await expect(receipt).toContainText('Monday, November 16, 2026')
  await expect(receipt).toContainText('Total Fee $25.00')
  // The next person comes to the page in the same tab.
  await page.getByRole('link', { name: 'Continue as Guest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guest Portal' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /Their afternoon/ })).toBeVisible()
  await expect(receipt).toHaveCount(0)
  const { rows } = await server.database.pool.query('select *, dropin_date::text as day from submissions')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    parent_id: null,
    month_id: null,
    selected_days: [16],
    day: '2026-11-16',
    total_fee: '25.00',
    guest_child_notes: 'Day Drop-In Request for Monday, November 16, 2026 - late bus',
  })
  const mail = await mails.next('grace@example.com')
  expect(mail.text).toContain('Monday, November 16, 2026')
})

test('a parent adds a child on the form and requests a drop-in for tomorrow', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  await arrange.aChild(parent, { name: 'Tobias' })
  await arrange.aMonth({ month_name: 'November', year: 2026, is_active: false })
  await signIn(page, parent)
  await page.goto('/day-drop-in')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await page.getByLabel('Additional Notes').fill('she is shy')
  await tomorrow(page).click()
  await agree(page).click()
  await expect(submit(page)).toBeDisabled()
  await page.getByRole('radio', { name: /Tobias/ }).click()
  await page.getByRole('button', { name: 'Add New Child' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Child' })
  await dialog.getByLabel(/^Name/).fill('Amara')
  await dialog.getByLabel('Allergies').fill('Eggs')
  await dialog.getByRole('button', { name: 'Add Child' }).click()
  await expect(page.getByRole('radio', { name: /Amara/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /Tobias/ })).not.toBeChecked()
  await expect(page.getByText('Allergies: Eggs')).toBeVisible()
  await expect(page.getByLabel('Additional Notes')).toHaveValue('she is shy')
  await expectAccessible(page)
  const emailRequest = page.waitForRequest('**/api/functions/send-dropin-submission-email')
  await submit(page).click()
  await expect(page.getByText('Request Submitted!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await emailRequest
  const { rows } = await server.database.pool.query('select * from submissions')
  expect(rows[0]).toMatchObject({
    parent_id: parent.id,
    selected_days: [17],
    guest_parent_name: 'Dana Okafor',
    guest_parent_email: parent.email,
    guest_child_name: 'Amara',
    guest_child_allergies: 'Eggs',
    guest_child_notes: 'Day Drop-In Request for Tuesday, November 17, 2026 - she is shy',
    status: 'pending',
  })
})

test('a day closed at the last moment is rejected by name, and everything typed is kept', async ({
  page,
  arrange,
  server,
}) => {
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  await page.goto('/day-drop-in')
  await page.getByLabel('Your Full Name').fill('Grace')
  await page.getByLabel('Your Email').fill('grace@example.com')
  await page.getByLabel("Child's Full Name").fill('Otis')
  await today(page).click()
  await agree(page).click()
  const pending = holdRequest(page, '**/api/drop-ins')
  await submit(page).click()
  await pending.requested
  await server.database.pool.query('update months set closed_days = $1', [[16]])
  pending.release()
  await expect(page.getByRole('alert').filter({ hasText: 'Submission Failed' }).first()).toBeVisible()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Aftercare is not available on Monday, November 16, 2026.' })
      .first(),
  ).toBeVisible()
  await expect(page.getByLabel('Your Full Name')).toHaveValue('Grace')
  await expect(today(page)).toBeDisabled()

  await page.unroute('**/api/drop-ins')
  await tomorrow(page).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route('**/api/drop-ins', (route) => route.abort())
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'There was an error submitting your request. Please try again.' })
      .first(),
  ).toBeVisible()
  await page.unroute('**/api/drop-ins')
  await page.route('**/api/functions/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByLabel('Your Full Name')).toHaveValue('Grace')
  await agree(page).click()
  await submit(page).click()
  await expect(page.getByText('Request Submitted!')).toBeVisible()
})

test('a guest clears the form for the next person', async ({ page, arrange }) => {
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  await page.goto('/day-drop-in')
  const clear = page.getByRole('button', { name: 'Clear this form' })
  await expect(clear).toBeDisabled()
  await page.getByLabel('Your Full Name').fill('Grace')
  await page.getByLabel('Allergies and Dietary Restrictions').fill('Peanuts')
  await page.reload()
  await expect(page.getByLabel('Your Full Name')).toHaveValue('Grace')
  await clear.click()
  await expect(page.getByLabel('Your Full Name')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Your Full Name')).toHaveValue('')
  await expect(page.getByLabel('Allergies and Dietary Restrictions')).toHaveValue('')
})
