import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { holdRequest } from './support/hold-request'
import type { RunningServer } from './support/server'
import { waitAfterDayRemoved } from './support/wait-after-day-removed'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const storeOf = (server: RunningServer) => ({
  query: (text: string, values?: unknown[]) => server.database.pool.query(text, values),
})
const errorToast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first()
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
  // Read-only: only booked days to come are buttons, which open "Not coming".
  await expect(dialog(page).getByRole('button', { name: /November/ })).toHaveCount(2)
  await day(page, /November 18,/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
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

test('a past month and a drop-in are read-only', async ({ page, arrange, signIn }) => {
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
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a failed save keeps the edit, and a version conflict keeps the selected days', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const { query } = storeOf(server)
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent)
  const month = await arrange.aMonth()
  const { id } = await arrange.aRegistration(child, month)
  await signIn(page, parent)
  await page.goto(`/history?submission=${id}`)
  await dialog(page).getByRole('button', { name: 'Edit Days' }).click()
  await day(page, /December 4, /).click()
  await dialog(page).getByRole('checkbox', { name: /agree/ }).click()
  const save = dialog(page).getByRole('button', { name: 'Save Changes' })
  await page.route(`**/api/submissions/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await save.click()
  await expect(errorToast(page, 'Failed to update submission. Please try again.')).toBeVisible()
  await expect(day(page, /December 4, .*added/)).toBeVisible()
  await page.unroute(`**/api/submissions/${id}`)

  await query('update months set closed_days = $1 where id = $2', [[4], month.id])
  await expect(errorToast(page, 'Friday, December 4 is closed to new registrations.')).toBeVisible()
  await expect(errorToast(page, 'Failed to update submission.')).toHaveCount(0)
  await waitAfterDayRemoved(page)
  await query('update months set closed_days = $1 where id = $2', [[], month.id])
  await day(page, /December 7, /).click()
  // Staff bill it: the days are the same, so the edit can continue.
  await query("update submissions set billed_status = 'billed', version = version + 1 where id = $1", [id])
  // Another device removes a day.
  await query(
    "update submissions set selected_days = '{1,2}', day_prices = null, version = version + 1 where id = $1",
    [id],
  )
  const conflict = conflictAlert(dialog(page))
  await expect(conflict).toContainText('Saved now: 1, 2')
  await expectAccessible(page)
  await expect(day(page, /December 7, .*added/)).toBeVisible()
  await dialog(page).getByText('Read the agreement').scrollIntoViewIfNeeded()
  await save.click()
  await expect(conflict).toBeInViewport()
  await expect(conflict).toBeFocused()
  await conflict.getByRole('button', { name: 'Replace with mine' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(day(page, /December 3, .*added/)).toBeVisible()
  await save.click()
  await expect(page.getByText('Submission Updated')).toBeVisible()
  const { rows } = await query('select selected_days from submissions')
  expect(rows).toEqual([{ selected_days: [1, 2, 3, 7] }])
})

test('an edit is not lost without asking, not saved without a change, and not cancelled during the save', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const { query } = storeOf(server)
  const parent = await arrange.aParent()
  const { id } = await arrange.aRegistration(await arrange.aChild(parent), await arrange.aMonth())
  await signIn(page, parent)
  await page.goto('/history')
  await page.getByText('December 2026').click()
  const editDays = dialog(page).getByRole('button', { name: 'Edit Days' })
  const save = dialog(page).getByRole('button', { name: 'Save Changes' })
  const agree = dialog(page).getByRole('checkbox', { name: /agree/ })
  const leaveDialog = page.getByRole('alertdialog')
  await editDays.click()
  await agree.click()
  await save.click()
  await expect(page.getByText('The selected days are the same as before.')).toBeVisible()
  await expect(page.getByText('Submission Updated')).toHaveCount(0)
  expect((await query('select version, is_edited from submissions')).rows).toEqual([
    { version: 1, is_edited: false },
  ])
  await editDays.click()
  await expect(agree).not.toBeChecked()

  await day(page, /December 4, /).click()
  await page.keyboard.press('Escape')
  await leaveDialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.goBack()
  await expect(leaveDialog).toContainText("Your changes to the days haven't been saved.")
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await expect(day(page, /December 4, .*added/)).toBeVisible()
  await page.goBack()
  await leaveDialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByText('December 2026').click()
  await editDays.click()
  await expect(agree).not.toBeChecked()
  await expect(day(page, /December 4, .*added/)).toHaveCount(0)

  await day(page, /December 7, /).click()
  await agree.click()
  const pending = holdRequest(page, `**/api/submissions/${id}`)
  await save.click()
  await pending.requested
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(leaveDialog).toHaveCount(0)
  pending.release()
  await expect(page.getByText('Submission Updated')).toBeVisible()
  await expect(editDays).toBeVisible()
  const { rows } = await query('select selected_days, version from submissions')
  expect(rows).toEqual([{ selected_days: [1, 2, 3, 7], version: 2 }])
})

test('a URL without a submission says so, without a retry button', async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.aParent())
  for (const id of ['nonsense', '6f1d0e6e-59c4-4d0c-8f5e-2f1a8f7f1f10']) {
    await page.goto(`/history?submission=${id}`)
    await expect(dialog(page)).toContainText("We couldn't find this submission.")
    await expect(dialog(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
})
