import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'

const BOARD = '/admin/day-reports/board'

test.use({ now: '2026-11-16T16:00:00-05:00' })
test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const card = (page: Page, name: string) => page.getByRole('article', { name })
const arrive = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Arrived', exact: true }).click()

test('a child who arrived stays on the board, whoever gives up the day or cancels', async ({
  page,
  context,
  arrange,
  signIn,
  api,
}) => {
  const parent = await arrange.aParent()
  const month = await arrange.aMonth({ month_name: 'November', year: 2026 })
  const register = async (name: string) =>
    arrange.aRegistration(await arrange.aChild(parent, { name }), month, { selected_days: [13, 16, 18] })
  const [amara, zuri] = [await register('Amara Okafor'), await register('Zuri Okafor')]
  const family = await api.as(parent)
  const admin = await arrange.anAdmin()
  await signIn(page, admin)
  await page.goto(BOARD)
  await arrive(page, 'Amara Okafor')
  await expect(card(page, 'Amara Okafor')).toContainText('Here')

  await context.setOffline(true)
  await arrive(page, 'Zuri Okafor')
  await expect(page.getByText('1 mark is waiting on this device')).toBeVisible()
  const edit = { selected_days: [13, 18], agreed: true, version: 1 }
  expect((await family.patch(`/api/submissions/${zuri.id}`, edit)).status).toBe(200)
  expect((await family.patch(`/api/submissions/${amara.id}`, edit)).status).toBe(409)
  await context.setOffline(false)
  await expect(card(page, 'Zuri Okafor')).toContainText('Not booked')
  await expect(card(page, 'Amara Okafor')).not.toContainText('Not booked')
  await expectAccessible(page)

  const detail = page.getByRole('dialog', { name: 'November 2026' })
  await page.goto('/admin/day-reports?date=2026-11-16')
  await expect(page.getByText('Not booked').first()).toBeVisible()

  await signIn(page, parent)
  await page.goto(`/history?submission=${amara.id}`)
  await detail.getByRole('button', { name: 'Edit Days' }).click()
  await expect(detail.getByRole('button', { name: /November 16, today, Was here/ })).toBeDisabled()
  await expectAccessible(page)

  await signIn(page, admin)
  await page.goto(`/admin/submissions?id=${amara.id}`)
  await detail.getByRole('button', { name: 'Cancel Registration' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel Registration' })
  await expect(cancelling).toContainText('Amara Okafor was here on Monday, November 16.')
  await cancelling.getByLabel('Reason').fill('They move')
  await cancelling.getByRole('radio', { name: 'No fee' }).click()
  await cancelling.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(detail.getByText('1 day stays, because the child was here: 16.')).toBeVisible()
  await page.goto(BOARD)
  await expect(card(page, 'Amara Okafor')).toContainText('Here')
  await signIn(page, parent)
  await page.goto(`/history?submission=${amara.id}`)
  await expect(detail.getByText('1 day stays, because the child was here: 16.')).toBeVisible()
})
