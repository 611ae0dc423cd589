import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures'

test.beforeEach(({ server }) =>
  server.database.pool.query('truncate submissions, months, children, rate_limits cascade'),
)

const dialog = (page: Page) => page.getByRole('dialog')
const day = (page: Page, name: RegExp | string) => dialog(page).getByRole('button', { name })

test('a parent edits, cancels and edits again', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Amara Okafor' })
  const types = { 20: 'noon', 24: 'no_school', 25: 'unavailable' } as const
  const month = await arrange.aMonth({
    month_name: 'November',
    year: 2026,
    closed_days: [19],
    day_types: types,
  })
  const { id } = await arrange.aRegistration(child, month, {
    selected_days: [3, 16, 18],
    submitted_at: '2026-10-25T01:02:00Z',
  })
  await signIn(page, parent)
  await page.goto('/history')
  await page.getByText('November 2026').click()
  await expect(page).toHaveURL(new RegExp(`submission=${id}`))
  await expect(dialog(page)).toContainText('Child')
  await expect(dialog(page)).toContainText('Amara Okafor')
  await expect(dialog(page)).toContainText('Oct 24, 2026, 9:02 PM')
  await expect(dialog(page)).toContainText('$60.00')
  await expect(dialog(page).getByText('Edited')).toHaveCount(0)
  // Read only: the days are no buttons.
  await expect(dialog(page).getByRole('button', { name: /November/ })).toHaveCount(0)
  await expectAccessible(page)

  const editDays = dialog(page).getByRole('button', { name: 'Edit Days' })
  const save = dialog(page).getByRole('button', { name: 'Save Changes' })
  const agree = dialog(page).getByRole('checkbox', { name: /agree/ })
  await editDays.click()
  await expect(save).toBeDisabled()
  for (const off of [
    /November 4,/,
    /November 19, Closed/,
    /November 24, No School/,
    /November 25, Unavailable/,
  ]) {
    await expect(day(page, off)).toHaveAttribute('aria-disabled', 'true')
  }
  await day(page, /November 3, .*original day/).click()
  await expect(day(page, /November 3, .*removed/)).toBeVisible()
  await day(page, /November 20, Noon Dismissal, \$30/).click()
  await expect(dialog(page)).toContainText('$70.00')
  await expect(save).toBeDisabled()
  await agree.click()
  await expect(save).toBeEnabled()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await editDays.click()
  await expect(agree).not.toBeChecked()
  await expect(day(page, /November 3, .*original day/)).toBeVisible()
  await expect(day(page, /November 20, .*selected/)).toHaveCount(0)

  await agree.click()
  for (const n of [3, 16, 18]) await day(page, new RegExp(`November ${n}, .*selected`)).click()
  await expect(save).toBeDisabled()
  await day(page, /November 16, .*removed/).click()
  await day(page, /November 20, /).click()
  await expect(dialog(page)).toContainText('$50.00')
  await save.click()
  await expect(page.getByText('Submission Updated')).toBeVisible()
  await expect(page.getByText('Your registration has been successfully updated.')).toBeVisible()
  await expect(dialog(page).getByText('Edited', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Edit History' })).toContainText('Added 20')
  await expect(dialog(page).getByRole('region', { name: 'Edit History' })).toContainText('Removed 3, 18')

  await editDays.click()
  await day(page, /November 23, /).click()
  await agree.click()
  await save.click()
  await expect(dialog(page).getByRole('region', { name: 'Edit History' }).getByRole('listitem')).toHaveCount(
    2,
  )
  const { rows } = await server.database.pool.query('select * from submissions where id = $1', [id])
  expect(rows[0]).toMatchObject({
    selected_days: [16, 20, 23],
    total_fee: '70.00',
    is_edited: true,
    original_selected_days: [16, 20],
  })
  expect(rows[0].edit_history).toHaveLength(2)

  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/history$/)
  await expect(page.getByText('Edited')).toBeVisible()
})

test('a past month and a drop-in can be read but not edited', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Amara' })
  const october = await arrange.aMonth({ month_name: 'October', year: 2026 })
  const past = await arrange.aRegistration(child, october, { selected_days: [5] })
  const dropIn = await arrange.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
  await signIn(page, parent)
  await page.goto(`/history?submission=${past.id}`)
  await expect(dialog(page).getByRole('heading', { name: 'October 2026' })).toBeVisible()
  await expect(dialog(page).getByText('Total Fee')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /Edit/ })).toHaveCount(0)
  await page.goto(`/dashboard?submission=${dropIn.id}`)
  await expect(dialog(page).getByRole('heading', { name: /Day Drop-In/ })).toBeVisible()
  await expect(dialog(page)).toContainText('Monday, November 16, 2026')
  await expect(dialog(page)).toContainText('$25.00')
  await expect(dialog(page).getByRole('button', { name: /Edit/ })).toHaveCount(0)
  await expect(dialog(page).getByText(/pending|approved/i)).toHaveCount(0)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a save that fails keeps the edit, and one that came too late says so', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent)
  const month = await arrange.aMonth()
  const { id } = await arrange.aRegistration(child, month)
  await signIn(page, parent)
  await page.route('**/api/live', (route) => route.abort())
  await page.goto(`/history?submission=${id}`)
  await dialog(page).getByRole('button', { name: 'Edit Days' }).click()
  await day(page, /December 4, /).click()
  await dialog(page).getByRole('checkbox', { name: /agree/ }).click()
  const save = dialog(page).getByRole('button', { name: 'Save Changes' })
  await page.route(`**/api/submissions/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to update submission. Please try again.' }).first(),
  ).toBeVisible()
  await expect(day(page, /December 4, .*added/)).toBeVisible()
  await page.unroute(`**/api/submissions/${id}`)

  await server.database.pool.query('update months set closed_days = $1 where id = $2', [[4], month.id])
  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Friday, December 4 is closed to new registrations.' }).first(),
  ).toBeVisible()
  await server.database.pool.query('update months set closed_days = $1 where id = $2', [[], month.id])
  await day(page, /December 7, /).click()
  await server.database.pool.query('update submissions set version = version + 1 where id = $1', [id])
  await save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Somebody else changed this in the meantime.' }).first(),
  ).toBeVisible()
  const { rows } = await server.database.pool.query('select selected_days from submissions')
  expect(rows).toEqual([{ selected_days: [1, 2, 3] }])
})
