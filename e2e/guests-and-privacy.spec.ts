import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'

const GRACE = 'grace@example.com'
const PASSWORD = 'sunset over water'

test('a guest opens the emailed link, adds the registration to an account, downloads the data and deletes the account', async ({
  page,
  arrange,
  api,
  mails,
  server,
  signIn,
}) => {
  const month = await arrange.aMonth()
  await api.visitor.post('/api/submissions', {
    month_id: month.id,
    selected_days: [1, 3],
    agreed: true,
    guest_parent_name: 'Grace Whitfield',
    guest_parent_email: GRACE,
    guest_child_name: 'Otis Whitfield',
    guest_child_allergies: 'Peanuts',
  })
  const link = (await mails.next(GRACE)).links.find((each) => each.includes('/guest-registration/')) ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your Registration' })).toBeVisible()
  await expect(page.getByText('December 2026')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Days' }).getByRole('listitem')).toHaveText(['Tue 1', 'Thu 3'])
  await expect(page.getByText('$40.00')).toBeVisible()
  await expect(page.getByText('Agreed to the terms on Nov 16, 2026')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/Grace|Otis|Peanuts/)
  await expectAccessible(page)
  expect(server.output()).not.toContain(link.split('/').at(-1))

  const grace = await arrange.aParent({ email: GRACE, full_name: 'Grace Whitfield' })
  await givePassword(server, grace.id, PASSWORD)
  await signIn(page, grace)
  await page.goto('/dashboard')
  const claims = page.getByRole('region', { name: 'Registered as a guest before?' })
  await expect(claims).toContainText('2 days · $40.00')
  await expectAccessible(page)
  await claims.getByRole('button', { name: 'Add December 2026 for Otis Whitfield' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Otis Whitfield')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('December 2026 has been added to your account.')).toBeVisible()
  await expect(claims).toBeHidden()
  await expect(page.getByRole('button', { name: /December 2026.*Otis Whitfield/ })).toBeVisible()

  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('aftercare-my-data-2026-11-16.json')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Otis Whitfield is booked through Thursday, December 3.',
  )
  await expectAccessible(page)
  await server.database.pool.query('delete from submissions')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText("Your account and your family's data have been erased.")).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/auth/)
})
