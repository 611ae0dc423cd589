import { execute, sql } from '../server/src/db/sql'
import type { buildersFor } from '../server/testing/builders'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { givePassword } from './support/passwords'
import { signInByForm } from './support/sign-in'

const PASSWORD = 'a long password'

async function aRegistration(arrange: ReturnType<typeof buildersFor>, month_name: string) {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const parent = await arrange.aParent({ full_name: 'Dana Okafor', phone: '(555) 014-2210' })
  const child = await arrange.aChild(parent, { name: 'Amara Okafor', allergies: 'Peanuts' })
  const month = await arrange.aMonth({ month_name, year: 2027 })
  const row = await arrange.aRegistration(child, month, {
    selected_days: [5, 6],
    total_fee_cents: 4000,
    submitted_at: '2026-11-12T21:02:00-05:00',
    guest_child_notes: 'Late bus',
    is_edited: true,
    edit_history: [
      {
        edited_at: '2026-11-12T21:31:00-05:00',
        previous_days: [5, 7],
        new_days: [5, 6],
        days_added: [6],
        days_removed: [7],
      },
    ],
  })
  return { admin, parent, child, month, row }
}

test('the URL opens a submission with month, child, parent, days, payments and history', {
  tag: '@phone',
}, async ({ page, arrange, signIn }) => {
  const { admin, parent, row } = await aRegistration(arrange, 'January')
  await arrange.aPayment(parent, admin, {
    submission_id: row.id,
    amount_cents: 1500,
    payment_method: 'facts',
  })
  await signIn(page, admin)
  await page.goto(`/admin/submissions?id=${row.id}`)
  const drawer = page.getByRole('dialog', { name: 'January 2027' })
  await expect(drawer.getByText('Amara Okafor, 2 days, $40.00')).toBeVisible()
  const facts = ['Partial', 'Edited', 'Dana Okafor', '(555) 014-2210', parent.email, 'Nov 12, 2026, 9:02 PM']
  for (const text of facts) await expect(drawer.getByText(text, { exact: true })).toBeVisible()
  await expect(drawer.getByText('Allergies: Peanuts')).toBeVisible()
  await expect(drawer.getByText(/January 5,.*selected/)).toBeAttached()
  await expect(drawer.getByText('Paid $15.00 of $40.00')).toBeVisible()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'FACTS' })).toContainText('$15.00')
  await expect(drawer.getByText('Added 6')).toBeVisible()
  await expect(drawer.getByText('Removed 7')).toBeVisible()
  await expect(drawer.getByText('First registered: 5, 7')).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Dana Okafor' }).click()
  await expect(page).toHaveURL(`/admin/parent-users/${parent.id}`)
})

test('billing and notes are saved, and the list beside them updates', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const { admin, row } = await aRegistration(arrange, 'February')
  await signIn(page, admin)
  await page.goto('/admin/submissions')
  const listed = page.getByRole('row', { name: /February 2027/ })
  await listed.getByText('$40.00').click()
  await expect(page).toHaveURL(new RegExp(`id=${row.id}`))
  const drawer = page.getByRole('dialog', { name: 'February 2027' })
  await expect(drawer.getByText('No payments recorded.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Billed', exact: true }).click()
  await drawer.getByLabel('Notes').fill('Grandmother collects')
  await drawer.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Submission updated successfully')).toBeVisible()
  await expect(listed.getByText('Billed', { exact: true })).toBeVisible()
  const [stored] = await storedRows(server.database.db, 'submissions', sql`where id = ${row.id}`)
  expect(stored).toMatchObject({ billed_status: 'billed', guest_child_notes: 'Grandmother collects' })
  await page.reload()
  await expect(drawer.getByLabel('Notes')).toHaveValue('Grandmother collects')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/id=/)
})

test('typed notes survive an error and an expired session', async ({ page, arrange, signIn, server }) => {
  const { admin, row } = await aRegistration(arrange, 'March')
  await givePassword(server, admin.id, PASSWORD)
  await signIn(page, admin)
  await page.goto(`/admin/submissions?id=${row.id}`)
  const notes = page.getByLabel('Notes')
  await notes.fill('Typed with care')
  await page.route(`**/api/admin/submissions/${row.id}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update submission.')).toBeVisible()
  await expect(notes).toHaveValue('Typed with care')
  await page.unroute(`**/api/admin/submissions/${row.id}`)

  await execute(server.database.db, sql`delete from sessions where account_id = ${admin.id}`)
  await expect(page).toHaveURL(/admin.login/)
  await signInByForm(page, admin.email, PASSWORD)
  await expect(notes).toHaveValue('Typed with care')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Submission updated successfully')).toBeVisible()
})

test("another admin's change is not overwritten unseen, and typed notes are kept", async ({
  page,
  arrange,
  signIn,
  api,
}) => {
  const { admin, row } = await aRegistration(arrange, 'April')
  await signIn(page, admin)
  await page.goto(`/admin/submissions?id=${row.id}`)
  const notes = page.getByLabel('Notes')
  await notes.fill('Mine')
  const colleague = await api.as(await arrange.anAdmin())
  const theirs = { billed_status: 'billed', guest_child_notes: 'Theirs', version: 1 }
  expect((await colleague.patch(`/api/admin/submissions/${row.id}`, theirs)).status).toBe(200)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(conflictAlert(page)).toBeVisible()
  await expect(page.getByText('Saved now: Theirs')).toBeVisible()
  await expect(notes).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Replace with mine' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Submission updated successfully')).toBeVisible()
})

test('leaving asks before typed notes are discarded', async ({ page, arrange, signIn }) => {
  const { admin, row, child } = await aRegistration(arrange, 'May')
  await arrange.aRegistration(child, await arrange.aMonth({ month_name: 'June', year: 2027 }))
  await signIn(page, admin)
  await page.goto(`/admin/submissions?id=${row.id}`)
  await page.getByLabel('Notes').fill('Not yet saved')
  await page
    .getByRole('row', { name: /June 2027/ })
    .getByText('June 2027')
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Not yet saved')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Not yet saved')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`/admin/submissions?id=${row.id}`)
  await expect(page.getByLabel('Notes')).toHaveValue('Late bus')
})
