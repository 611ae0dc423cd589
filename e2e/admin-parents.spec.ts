import { sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { givePassword } from './support/passwords'

test('the list shows parents and guests with what they owe, and each can be opened', {
  tag: '@phone',
}, async ({ page, arrange, signIn, server }) => {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const parent = await arrange.aParent({
    full_name: 'Dana Alder',
    email: 'dana@alder.example',
    phone: '555-0100',
  })
  await givePassword(server, parent.id, 'sunset over water')
  const month = await arrange.aMonth({ month_name: 'January', year: 2027 })
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Amara' }), month, {
    total_fee_cents: 10000,
  })
  await arrange.aPayment(parent, admin, { amount_cents: 3000 })
  const guest = { guest_parent_name: 'Grace Alder', guest_parent_email: 'grace@alder.example' }
  await arrange.aGuestRegistration(month, { ...guest, total_fee_cents: 7000 })
  await arrange.aDropIn('2026-11-17', guest)
  const overpaid = await arrange.aParent({ full_name: 'Olive Alder', email: 'olive@alder.example' })
  await arrange.aPayment(overpaid, admin, { amount_cents: 500 })

  await signIn(page, admin)
  await page.goto('/admin/parent-users')
  await page.getByRole('searchbox', { name: 'Search parent, child or email' }).fill('alder')
  await expect(page.getByText('1 to 3 of 3 parent users')).toBeVisible()
  const isPhone = test.info().project.name === 'phone'
  const list = page.getByRole(isPhone ? 'list' : 'table', { name: 'Parent Users' })
  const one = (name: string) => list.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: name })
  const row = one('Dana Alder')
  for (const text of ['dana@alder.example', '555-0100', 'Amara', '$70.00', 'Active'])
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  await expect(one('Olive Alder').getByText('$0.00')).toBeVisible()
  const guestRow = one('Grace Alder')
  await expect(guestRow.getByText('$95.00')).toBeVisible()
  await expect(guestRow.getByText('Guest', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await row.getByText('555-0100').click()
  await expect(page).toHaveURL(`/admin/parent-users/${parent.id}`)
  await page.getByRole('link', { name: 'Back to Parent Users' }).click()
  await expect(page).toHaveURL(/admin.parent-users$/)
  await page.getByRole('link', { name: 'Grace Alder' }).click()
  await expect(page).toHaveURL('/admin/parent-users/guest-grace@alder.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Alder' })).toBeVisible()
})

test("staff edit a parent's name, sign-in email and status", async ({
  page,
  arrange,
  signIn,
  server,
  mails,
}) => {
  const parent = await arrange.aParent({
    full_name: 'Dana Birch',
    email: `${test.info().project.name}@birch.example`,
  })
  await arrange.aParent({ email: `taken-${test.info().project.name}@birch.example` })
  await signIn(page, await arrange.anAdmin())
  await page.goto(`/admin/parent-users/${parent.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const email = page.getByLabel('Email')
  await email.fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await email.fill('abc')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await email.fill(`taken-${test.info().project.name}@birch.example`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This email address is already in use.').first()).toBeVisible()
  await expectAccessible(page)

  const newEmail = `new-${test.info().project.name}@birch.example`
  await page.getByLabel('Full Name').fill('Dana B. Birch')
  await email.fill(newEmail)
  await page.getByLabel('Account status').click()
  await expect(page.getByRole('option')).toHaveText(['Active', 'Inactive', 'Suspended'])
  await page.getByRole('option', { name: 'Suspended' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Parent information updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dana B. Birch' })).toBeVisible()
  const { db } = server.database
  expect(await storedRows(db, 'profiles', sql`where id = ${parent.id}`)).toMatchObject([
    { full_name: 'Dana B. Birch', email: newEmail, status: 'suspended' },
  ])
  expect(await storedRows(db, 'accounts', sql`where id = ${parent.id}`)).toMatchObject([{ email: newEmail }])
  expect((await mails.next(parent.email)).text).toContain(newEmail)
})

test('leaving an edit asks first, and a conflict with another save is shown', async ({
  page,
  arrange,
  signIn,
  api,
}) => {
  const parent = await arrange.aParent({ full_name: 'Dana Fir', email: 'dana@fir.example' })
  await signIn(page, await arrange.anAdmin())
  await page.goto(`/admin/parent-users/${parent.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const name = page.getByLabel('Full Name')
  await name.fill('Dana Mine')
  await page.getByRole('link', { name: 'Back to Parent Users' }).click()
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Dana Mine')

  const route = `**/api/admin/parents/${parent.id}`
  await page.route(route, (request) =>
    request.request().method() === 'PATCH' ? request.abort() : request.continue(),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update parent information')).toBeVisible()
  await page.unroute(route)

  const colleague = await api.as(await arrange.anAdmin())
  const save = (full_name: string, version: number) =>
    colleague.patch(`/api/admin/parents/${parent.id}`, {
      full_name,
      email: parent.email,
      status: 'inactive',
      version,
    })
  expect((await save('Dana Theirs', 1)).status).toBe(200)
  const conflict = conflictAlert(page)
  await expect(conflict).toContainText('Saved now: Dana Theirs')
  await expect(conflict).toContainText('Yours: Dana Mine')
  // The status was not edited here, so it shows what is stored.
  await expect(page.getByLabel('Account status')).toHaveText('Inactive')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(conflict).toBeFocused()
  // Nothing under the sticky header can be clicked.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Replace with mine' }).click()
  await expect(conflict).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Parent information updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dana Mine' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await name.fill('Dana Again')
  expect((await save('Dana Last', 3)).status).toBe(200)
  await conflict.getByRole('button', { name: 'Discard mine' }).click()
  await expect(name).toHaveValue('Dana Last')
})

test("a guest's page is read-only", async ({ page, arrange, signIn }) => {
  const guest_parent_email = "o'neil+a/b@cherry.example"
  await arrange.aDropIn('2026-11-17', {
    guest_parent_name: 'Gail Cherry',
    guest_parent_email,
    guest_child_name: 'Otis',
  })
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/parent-users?search=cherry')
  await page.getByRole('link', { name: 'Gail Cherry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gail Cherry' })).toBeVisible()
  await expect(page.getByText(guest_parent_email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Record Payment' })).toBeDisabled()
  await expect(page.getByText('Cannot record payments for guest users')).toBeVisible()
  const row = page.getByRole('table', { name: 'Submissions' }).getByRole('row').nth(1)
  await expect(row).toContainText('Day Drop-In - Nov 17, 2026')
  await expect(row).toContainText('Otis')
  await expect(page.getByText('No payments recorded for this parent')).toBeVisible()
  await expectAccessible(page)
})
