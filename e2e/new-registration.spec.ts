import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const day = (page: Page, n: number) => page.getByRole('button', { name: new RegExp(` December ${n},`) })
const detail = (page: Page) => page.getByRole('dialog', { name: 'December 2026' })

test('staff register the children of a family who called, also on a full day, and the family sees it at once', async ({
  page,
  browser,
  baseURL,
  arrange,
  signIn,
  mails,
  server,
}) => {
  const dana = await arrange.aParent({ full_name: 'Dana Okafor' })
  for (const name of ['Amara Okafor', 'Tobias Okafor']) await arrange.aChild(dana, { name })
  const month = await arrange.aMonth({ day_seats: { 9: 1 } })
  await arrange.aRegistration(await arrange.aChild(await arrange.aParent()), month, { selected_days: [9] })
  const family = await browser.newContext({ baseURL })
  const home = await family.newPage()
  await signIn(home, dana)
  await home.goto('/dashboard')
  await expect(home.getByRole('link', { name: /December 2026/ })).toBeVisible()

  await signIn(page, await arrange.anAdmin({ full_name: 'Rosa Medina' }))
  await page.goto('/admin/submissions')
  await page.getByRole('link', { name: 'New Registration' }).click()
  await page.getByLabel('Child on file').fill('okafor')
  await page.getByRole('button', { name: /Amara Okafor/ }).click()
  await expect(page.getByText('For Dana Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'December 2026' }).click()
  await expect(page.getByRole('checkbox', { name: /^Amara/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /^Tobias/ }).check()
  await expect(day(page, 8)).toHaveAccessibleName(/\$20/)
  await day(page, 8).click()
  await expect(day(page, 9)).toHaveAccessibleName(/Full/)
  await day(page, 9).click()
  await expect(page.getByRole('region', { name: 'Fee Summary' })).toContainText('$80.00')
  await page.getByRole('checkbox', { name: 'Agreed by phone' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  const question = page.getByRole('alertdialog', { name: 'Add these days?' })
  await expect(question).toContainText('Wednesday, December 9 is full. Add anyway?')
  await question.getByRole('button', { name: 'Submit Registration' }).dblclick()
  await expect(page.getByText('Registration entered', { exact: true })).toBeVisible()
  await expect(detail(page)).toContainText('Entered by Rosa Medina')
  await expect(detail(page)).toContainText('$40.00')

  for (const child of ['Amara', 'Tobias'])
    await expect(
      home.getByRole('button', { name: new RegExp(`December 2026.*${child} Okafor`) }),
    ).toContainText('$40.00')
  await home.getByRole('button', { name: /December 2026.*Amara Okafor/ }).click()
  await expect(detail(home)).toContainText('Entered by Rosa Medina, agreed by phone')
  await family.close()
  const { rows } = await server.database.pool.query(
    'select selected_days, total_fee from submissions where parent_id = $1',
    [dana.id],
  )
  expect(rows).toEqual(Array(2).fill({ selected_days: [8, 9], total_fee: '40.00' }))
  for (const _ of rows)
    expect((await mails.next(dana.email)).text).toMatch(/Tue 8, Wed 9\s+Total Fee: \$40\.00/)

  await page.goto('/admin/settings?tab=admin-users')
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  for (const child of ['Amara', 'Tobias'])
    await expect(
      activity.filter({
        hasText: `registered ${child} Okafor for December 2026 (2 days, $40) by phone. Entered by Rosa Medina`,
      }),
    ).toBeVisible()
})

test('a guest changes the days by the private link, and staff who have it open see the new fee at once', async ({
  page,
  browser,
  baseURL,
  arrange,
  signIn,
  api,
  mails,
  server,
}) => {
  const month = await arrange.aMonth()
  await api.visitor.post('/api/submissions', {
    month_id: month.id,
    selected_days: [1, 3],
    agreed: true,
    guest_parent_name: 'Grace Whitfield',
    guest_parent_email: 'grace@example.com',
    guest_child_name: 'Otis Whitfield',
  })
  const link = (await mails.next('grace@example.com')).links.find((each) => each.includes('/guest-')) ?? ''
  const staff = await browser.newContext({ baseURL })
  const office = await staff.newPage()
  await signIn(office, await arrange.anAdmin())
  await office.goto('/admin/submissions')
  await office.getByText('Otis Whitfield').click()
  await expect(detail(office)).toContainText('$40.00')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await page.getByRole('button', { name: 'Edit Days' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Days' })
  const chosen = editor.getByRole('button', { name: /December 7, .*added/ })
  const agree = editor.getByRole('checkbox', { name: /agree/ })
  await editor.getByRole('button', { name: /December 7,/ }).click()
  await agree.check()
  await expectAccessible(page)
  const leaving = page.getByRole('alertdialog')
  await page.keyboard.press('Escape')
  await expect(leaving).toContainText("Your changes to the days haven't been saved.")
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  // Leaving the site, as Back from a mail's link does: there the browser asks.
  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => null)
  await (await asked).dismiss()
  await expect(chosen).toBeVisible()
  await expect(agree).toBeChecked()
  await expect(editor).toContainText('$60.00')
  await editor.getByRole('button', { name: 'Save Changes' }).dblclick()
  await expect(page.getByText('Submission Updated')).toBeVisible()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Days' }).getByRole('listitem')).toHaveText([
    'Tue 1',
    'Thu 3',
    'Mon 7',
  ])
  await expect(page.getByText('$60.00')).toBeVisible()

  await expect(detail(office)).toContainText('$60.00')
  await expect(detail(office).getByText('Edited', { exact: true })).toBeVisible()
  await staff.close()
  const { rows } = await server.database.pool.query(
    'select selected_days, total_fee, edit_history from submissions',
  )
  expect(rows).toMatchObject([{ selected_days: [1, 3, 7], total_fee: '60.00', edit_history: [{}] }])
})
