import type { Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { givePassword } from './support/passwords'
import { signInByForm } from './support/sign-in'

const PATH = '/admin/months'
const PASSWORD = 'a long password'

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from months`)
  await signIn(page, await arrange.anAdmin())
})

const dec = (page: Page, n: number) =>
  page.getByRole('gridcell').getByRole('button', { name: new RegExp(`^\\w+, December ${n},`) })
const errorToast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('the second of two admins sees what the other changed and loses nothing', async ({
  page,
  arrange,
  api,
}) => {
  const { id } = await arrange.aMonth({ is_active: false })
  await page.goto(`${PATH}?month=${id}`)
  await page.getByRole('radio', { name: 'Noon Dismissal' }).click()
  await dec(page, 1).click()
  await dec(page, 2).click()
  const other = await api.as(await arrange.anAdmin())
  const saved = await other.patch(`/api/admin/months/${id}`, {
    day_types: { 2: 'early', 3: 'no_school' },
    closed_days: [8],
    version: 1,
  })
  expect(saved.status).toBe(200)
  const conflict = conflictAlert(page)
  await expect(conflict).toContainText('December 2')
  await expect(conflict).toContainText('Saved now: 2:30 Dismissal')
  await expect(conflict).toContainText('Yours: Noon Dismissal')
  // Not edited here, so they show what is stored.
  await expect(conflict).not.toContainText('December 3')
  await expect(dec(page, 3)).toHaveAccessibleName(/No School/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict).toBeFocused()
  await page.getByRole('button', { name: 'Replace with mine' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)
  await expect(dec(page, 2)).toHaveAccessibleName(/Noon Dismissal/)
  await expect(dec(page, 3)).toHaveAccessibleName(/No School/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('December 2026 saved and synced', { exact: true })).toBeVisible()
  const { body } = await other.get('/api/admin/months')
  expect(body).toMatchObject({
    rows: [{ version: 3, closed_days: [8], day_types: { 1: 'noon', 2: 'noon', 3: 'no_school' } }],
  })
})

test("another admin's save appears live where nothing is being edited", async ({ page, arrange, api }) => {
  const { id } = await arrange.aMonth({ is_active: false })
  await page.goto(`${PATH}?month=${id}`)
  await expect(dec(page, 1)).toHaveAccessibleName(/Regular/)
  const other = await api.as(await arrange.anAdmin())
  await other.patch(`/api/admin/months/${id}`, {
    day_types: { 1: 'noon' },
    closed_days: [],
    is_active: true,
    version: 1,
  })
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)
  await expect(page.getByRole('region', { name: 'December 2026' })).toContainText('Published')
})

test('following a link, going Back or opening another month asks before unsaved changes are lost', async ({
  page,
  arrange,
}) => {
  await arrange.aMonth({ month_name: 'January', year: 2027 })
  const { id } = await arrange.aMonth()
  await page.goto('/admin/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Create New Month' }).click()
  await page.getByRole('link', { name: /^December 2026/ }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('month') === id)
  await page.getByRole('radio', { name: 'Noon Dismissal' }).click()
  await dec(page, 1).click()
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: /^January 2027/ }).click()
  await expect(leaveDialog).toBeVisible()
  await expectAccessible(page)
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)

  await page.goBack()
  // The first Back stays on the page and shows the same month.
  await page.goBack()
  await expect(leaveDialog).toBeVisible()
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL((url) => url.pathname === PATH)
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)

  await page.getByRole('link', { name: /^January 2027/ }).click()
  await leaveDialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('region', { name: 'January 2027' })).toBeVisible()
})

test('unsaved changes are restored after the session expired, and deleting a deleted month succeeds', async ({
  page,
  arrange,
  server,
  signIn,
  api,
}) => {
  const rosa = await arrange.anAdmin()
  await givePassword(server, rosa.id, PASSWORD)
  await signIn(page, rosa)
  const { id } = await arrange.aMonth({ is_active: false })
  await page.goto(`${PATH}?month=${id}`)
  await dec(page, 1).click()
  await execute(server.database.db, sql`delete from sessions where account_id = ${rosa.id}`)
  await expect(page).toHaveURL(/admin.login/)
  await signInByForm(page, rosa.email, PASSWORD)
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('December 2026 saved and synced', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete December 2026' }).click()
  const other = await api.as(await arrange.anAdmin())
  // The other admin deletes it first, so this request finds nothing to delete.
  await page.route(`**/api/admin/months/${id}`, async (route) => {
    await other.delete(`/api/admin/months/${id}`)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('December 2026 deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('No months yet')).toBeVisible()
  await expect(errorToast(page, 'Failed to delete')).toHaveCount(0)
})

test('the browser asks before a tab with unsaved changes is closed', async ({ page, arrange }) => {
  await arrange.aMonth()
  await page.goto(PATH)
  await page.getByRole('radio', { name: 'Noon Dismissal' }).click()
  await dec(page, 1).click()
  const prompt = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await prompt
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})
