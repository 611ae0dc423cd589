import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, test } from './fixtures'
import { waitAfterDayRemoved } from './support/wait-after-day-removed'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const day = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Registration' })

async function fill(page: Page, child = 'Amara', path = '/monthly-signup') {
  await page.goto(path)
  await page.getByRole('checkbox', { name: child }).click()
  await day(page, /December 1, Regular/).click()
  await day(page, /December 3, Regular/).click()
  await page.getByRole('checkbox', { name: /agree/ }).click()
}

test.describe('when the server cannot be reached', () => {
  test('a failed submit keeps everything, and a second attempt creates one registration', async ({
    page,
    arrange,
    signIn,
    server,
  }) => {
    const parent = await arrange.aParent()
    await arrange.aChild(parent, { name: 'Amara' })
    await arrange.aMonth()
    await signIn(page, parent)
    await fill(page)
    // The request is stored, but the response is lost.
    await page.route('**/api/submissions', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const heard = page.waitForResponse('**/api/submissions/registered')
    await submit(page).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to submit registration. Please try again.' }).first(),
    ).toBeVisible()
    await (await heard).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    await expect(page.getByRole('checkbox', { name: /agree/ })).toBeChecked()
    await expect(day(page, /December 3, .*selected/)).toBeVisible()
    // A live update says that the child is registered, and the page still shows what was submitted.
    await expect(page.getByText('$40.00').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Amara' })).toBeChecked()
    await expect(page.getByText('Already Submitted')).toHaveCount(0)
    await page.unroute('**/api/submissions')
    await submit(page).click()
    await expect(page.getByText('Registration submitted successfully for 1 child.')).toBeVisible()
    const { rows } = await server.database.pool.query('select 1 from submissions')
    expect(rows).toHaveLength(1)
  })
})

test('a second tab cannot register the same child again', async ({
  page,
  context,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aMonth()
  await signIn(page, parent)
  await fill(page)
  // The second tab opens with the draft of the first.
  const other = await context.newPage()
  await other.goto('/monthly-signup')
  await expect(day(other, /December 1, .*selected/)).toBeVisible()
  await other.getByRole('checkbox', { name: /agree/ }).click()
  await submit(page).click()
  await expect(page.getByText('Registration submitted successfully for 1 child.')).toBeVisible()
  await submit(other).click()
  await expect(other.getByRole('alert')).toContainText('Already Submitted')
  await expect(other.getByRole('alert')).toContainText(
    'One or more selected children already have a registration for this month.',
  )
  const { rows } = await server.database.pool.query('select 1 from submissions')
  expect(rows).toHaveLength(1)
})

test('a day that staff close meanwhile is named and removed from the selection, and the rest is kept', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Amara' })
  const month = await arrange.aMonth()
  await signIn(page, parent)
  await fill(page)
  await server.database.pool.query('update months set closed_days = $1 where id = $2', [[3], month.id])
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Thursday, December 3 is closed to new registrations. Please choose another day.' })
      .first(),
  ).toBeVisible()
  await expect(day(page, 'Thursday, December 3, Closed')).toHaveAttribute('aria-disabled', 'true')
  await expect(day(page, /December 1, .*selected/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Amara' })).toBeChecked()
  await waitAfterDayRemoved(page)
  await submit(page).click()
  await expect(page.getByText('Registration submitted successfully for 1 child.')).toBeVisible()
  const { rows } = await server.database.pool.query('select selected_days from submissions')
  expect(rows).toEqual([{ selected_days: [1] }])
})

test('the draft survives a reload and an expired session, and is cleared once submitted', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aMonth()
  await arrange.aMonth({ month_name: 'January', year: 2027 })
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  await page.getByRole('button', { name: 'December' }).click()
  await page.getByRole('checkbox', { name: 'Amara' }).click()
  await day(page, /December 1, Regular/).click()
  await page.reload()
  await expect(day(page, /December 1, .*selected/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Amara' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /agree/ })).not.toBeChecked()

  await page.getByRole('checkbox', { name: /agree/ }).click()
  await server.database.pool.query('delete from sessions where account_id = $1', [parent.id])
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  await expect(day(page, /December 1, .*selected/)).toBeVisible()
  await page.getByRole('checkbox', { name: /agree/ }).click()
  await submit(page).click()
  await expect(page.getByText('Registration submitted successfully for 1 child.')).toBeVisible()
  await page.goto('/monthly-signup')
  await expect(page.getByRole('region', { name: 'Month' })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
})
