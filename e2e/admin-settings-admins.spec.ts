import type { Page } from '@playwright/test'
import { sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { listRows } from './support/lists'
import { expectToast, linkIn } from './support/sign-in'

const PATH = '/admin/settings?tab=admin-users'
const INVITATIONS = '**/api/admin/admins'

test.beforeEach(async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.anAdmin({ full_name: 'Rosa Medina', created_at: '2026-01-01T00:00:00Z' }))
})

const rowOf = (page: Page, name: string) => listRows(page, 'Admin Users').filter({ hasText: name })

test('admins are listed, newest first, without parents', async ({ page, arrange }) => {
  await arrange.aParent({ full_name: 'Dana Okafor' })
  await arrange.anAdmin({ full_name: 'Zoe Newest', phone: '555 0142', created_at: '2027-01-02T12:00:00Z' })
  await page.goto(PATH)
  const rows = listRows(page, 'Admin Users')
  await expect(rows.first()).toContainText('Zoe Newest')
  await expect(rows.first()).toContainText('555 0142')
  await expect(rows.first()).toContainText('Jan 2, 2027')
  await expect(page.getByText('Dana Okafor')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Rosa Medina' }).first()).toBeDisabled()
  await expectAccessible(page)
})

test("an admin's profile and switches are edited together", async ({ page, arrange, server, mails }) => {
  const ben = await arrange.anAdmin({ full_name: 'Ben Castellano' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Edit Ben Castellano' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Admin User' })
  await expect(dialog.getByRole('switch')).toHaveCount(5)
  for (const each of await dialog.getByRole('switch').all()) await expect(each).toBeChecked()
  await expectAccessible(page)
  await dialog.getByLabel('Email', { exact: false }).first().fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  const email = `ben-${ben.id.slice(0, 8)}@example.org`
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByLabel('Full Name').fill('Ben <b>C.</b>')
  await dialog.getByLabel('Phone').fill('555 0111')
  await dialog.getByRole('switch', { name: 'Daily attendance report at 12:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'User updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, email)).toContainText('Ben <b>C.</b>')
  const { db } = server.database
  expect(await storedRows(db, 'profiles', sql`where id = ${ben.id}`)).toMatchObject([
    { full_name: 'Ben <b>C.</b>', email, phone: '555 0111' },
  ])
  expect(await storedRows(db, 'admin_email_preferences', sql`where user_id = ${ben.id}`)).toMatchObject([
    { daily_attendance_report: false, monthly_submission_admin: true },
  ])
  expect((await mails.next(ben.email)).text).toContain(email)
})

test('an edit that fails, is stale or is abandoned loses nothing without asking', async ({
  page,
  arrange,
  api,
}) => {
  const ingrid = await arrange.anAdmin({ full_name: 'Ingrid Halvorsen' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Edit Ingrid Halvorsen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Admin User' })
  await dialog.getByLabel('Full Name').fill('Mine')
  await page.route(`**/api/admin/admins/${ingrid.id}`, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Error', 'Failed to update user')
  await page.unroute(`**/api/admin/admins/${ingrid.id}`)

  const other = await api.as(await arrange.anAdmin())
  const theirs = { full_name: 'Theirs', email: ingrid.email, phone: '', version: 1 }
  expect((await other.patch(`/api/admin/admins/${ingrid.id}`, theirs)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(conflictAlert(dialog)).toContainText('Saved now: Theirs')
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Mine')
  await page.keyboard.press('Escape')
  const confirmDialog = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await confirmDialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Replace with mine' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'User updated successfully')
})

test('an admin is deleted after a confirmation, and an error says why not', async ({ page, arrange }) => {
  await arrange.anAdmin({ full_name: 'Gone Soon' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Delete Gone Soon' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Delete Gone Soon?' })
  await page.route('**/api/admin/admins/*', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'last-admin', message: 'The last admin cannot be removed.' } },
    }),
  )
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete user')
  await expect(confirmDialog).toContainText('The last admin cannot be removed.')
  await page.unroute('**/api/admin/admins/*')
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'User deleted successfully')
  await expect(rowOf(page, 'Gone Soon')).toHaveCount(0)
})

test('a password reset is emailed', async ({ page, arrange, mails }) => {
  const una = await arrange.anAdmin({ full_name: 'Una Byrne' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Send password reset to Una Byrne' }).click()
  await expectToast(page, 'Password Reset Email Sent', una.email)
  expect(linkIn((await mails.next(una.email)).links)).toContain('/auth?reset=true')
  await page.route('**/send-reset', (route) => route.abort())
  await page.getByRole('button', { name: 'Send password reset to Una Byrne' }).click()
  await expectToast(page, 'Error', 'Failed to send password reset email')
})

test('an invited admin gets a link to set a password; the question for one’s own gives the focus back', async ({
  page,
  mails,
}, info) => {
  const email = `ivy-${info.project.name}@example.com`
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Invite Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Admin' })
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('Full name is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Full Name').fill('Ivy Stone')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  const send = dialog.getByRole('button', { name: 'Send Invitation' })
  await page.route(INVITATIONS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: { code: 'password-needed', message: '' } } })
      : route.fallback(),
  )
  await send.click()
  await expect(page.getByRole('dialog', { name: 'Enter your password' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(send).toBeFocused()
  await page.unroute(INVITATIONS)
  await send.click()
  await expectToast(page, 'Invitation sent', email)
  await expect(rowOf(page, email)).toContainText('Invited')
  expect(linkIn((await mails.next(email)).links)).toContain('token')
})
