import { readFile } from 'node:fs/promises'
import { emptyTables } from '../server/testing/databases'
import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, expectAccessible, test } from './fixtures'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'payments, submissions, months, children, rate_limits'),
)

test('an edit of a billed submission is shown on the dashboard, found by the filter and confirmed in the panel', async ({
  page,
  arrange,
  api,
  signIn,
}) => {
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  const child = await arrange.aChild(parent, { name: 'Amara Okafor' })
  const month = await arrange.aMonth()
  const row = await arrange.aRegistration(child, month, {
    selected_days: [1, 2],
    total_fee_cents: 4000,
    billed_status: 'billed',
  })
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Tobias' }), month, {
    billed_status: 'billed',
  })
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/submissions')
  await expect(page.getByText('Amara Okafor')).toBeVisible()
  await expect(page.getByText(/edited since billed/i)).toHaveCount(0)
  await (await api.as(parent)).patch(`/api/submissions/${row.id}`, {
    selected_days: [1, 2, 3],
    agreed: true,
    version: 1,
  })
  // The open list updates live.
  await expect(page.getByText('Edited since billed +$20.00')).toBeVisible()

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: '1 submission was edited after billing' }).click()
  await expect(page).toHaveURL('/admin/submissions?billing=edited_since_billed')
  await expect(page.getByText('Tobias')).toHaveCount(0)
  await page.getByRole('link', { name: /Dana Okafor|Amara Okafor/ }).click()
  const panel = page.getByRole('dialog', { name: 'December 2026' })
  await expect(panel.getByText('Billed at $40.00; the fee is now $60.00.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Confirm $60.00 as billed' }).click()
  await expect(page.getByText('$60.00 is confirmed as billed.')).toBeVisible()
  await expect(panel.getByText('Edited since billed')).toHaveCount(0)
  await expect(page.getByText('No submissions match these filters')).toBeVisible()
})

test('a price change appears in the activity log as a sentence; the log is filtered, paged and exported', async ({
  page,
  arrange,
  api,
  signIn,
}) => {
  const rosa = await arrange.anAdmin({ full_name: `Rosa Medina of the ${test.info().project.name}` })
  await arrange.aMonth()
  await signIn(page, rosa)
  await page.goto('/admin/settings?tab=admin-users')
  const list = page.getByRole('list', { name: 'Activity' })
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const staff = await api.as(rosa)
  await saveWithVersion(staff, '/api/admin/pricing', { regular_price: '22', special_price: '30' })
  const sentence = `${rosa.full_name} changed the regular price of December 2026 from $20 to $22`
  await expect(list.getByText(sentence)).toBeVisible()
  await expectAccessible(page)

  for (let n = 0; n < 55; n += 1) await staff.put(`/api/admin/admins/${rosa.id}/preferences`, {})
  await page.getByRole('searchbox', { name: 'Search person' }).fill(rosa.email)
  await page.getByRole('group', { name: 'Who' }).getByRole('button', { name: 'Staff' }).click()
  await expect(page).toHaveURL(/person=.*who=admin/)
  await page.getByLabel('From').fill('2026-11-16')
  await expect(page).toHaveURL(/from=2026-11-16/)
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Prices' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText(sentence)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('activity-2026-11-16.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(3)
})

test('the dashboard charts the days and the money, and a bar opens its day report', {
  tag: '@phone',
}, async ({ page, arrange, signIn }) => {
  const admin = await arrange.anAdmin()
  const parent = await arrange.aParent()
  const month = await arrange.aMonth({ seats: 5 })
  const row = await arrange.aRegistration(await arrange.aChild(parent), month, { selected_days: [1, 2] })
  await arrange.aDropIn('2026-12-02')
  await arrange.aPayment(parent, admin, {
    submission_id: row.id,
    amount_cents: 1500,
    payment_date: '2026-11-10',
  })
  await signIn(page, admin)
  // The dashboard does not wait for its charts.
  let letThrough = () => {}
  const released = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/admin/dashboard/charts', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Submissions' }).getByRole('listitem')).toHaveCount(2)
  letThrough()
  const days = page.getByRole('table', { name: 'December 2026' })
  const second = page.getByRole('link', { name: '2 children on Wednesday, December 2', exact: true })
  await expect(days.getByRole('row').filter({ has: second }).getByRole('cell').last()).toHaveText('5')
  const money = page.getByRole('table', { name: 'School year 2026 to 2027' })
  await expect(money.getByRole('row', { name: /December 2026/ })).toContainText('$85.00$0.00$70.00')
  await expect(money.getByRole('row', { name: /November 2026/ })).toContainText('$15.00')
  await expectAccessible(page)
  // In forced colors a bar still has a fill.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(second.locator('.chart-bar')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('button', { name: 'Numbers' }).click()
  await expect(money.getByText('$85.00')).toBeVisible()
  await page.getByRole('button', { name: 'Bars' }).click()
  expect((await second.boundingBox())?.width).toBeGreaterThanOrEqual(23)
  await second.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.getByRole('link', { name: '1 child on Tuesday, December 1' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/day-reports?date=2026-12-02')
  await expect(page.getByText('Otis Whitfield').first()).toBeVisible()
})
