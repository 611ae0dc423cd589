import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const day = (page: Page, name: RegExp) => page.getByRole('button', { name })
const weekday = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Every week' }).getByRole('button', { name, exact: true })

test('a parent registers two children for every Monday and Wednesday in eight clicks from the dashboard', {
  tag: '@phone',
}, async ({ page, arrange, signIn, server }) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aChild(parent, { name: 'Tobias' })
  await arrange.aMonth()
  await signIn(page, parent)
  await page.goto('/dashboard')
  const clicks = [
    page.getByRole('link', { name: /December 2026/ }),
    page.getByRole('checkbox', { name: 'Amara' }),
    page.getByRole('checkbox', { name: 'Tobias' }),
    weekday(page, 'Mon'),
    weekday(page, 'Wed'),
    page.getByRole('checkbox', { name: /agree/ }),
    page.getByRole('button', { name: 'Submit Registration' }),
  ]
  for (const target of clicks) await target.click()
  await expect(page.getByText('Registration submitted successfully for 2 children.')).toBeVisible()
  const { rows } = await server.database.pool.query('select selected_days, total_fee from submissions')
  expect(rows).toEqual(
    Array(2).fill({ selected_days: [2, 7, 9, 14, 16, 21, 23, 28, 30], total_fee: '180.00' }),
  )
})

test('a parent can wait for a full day, and a day that fills up is named and removed from the selection', {
  tag: '@phone',
}, async ({ page, arrange, api, signIn, mails, server }) => {
  const month = await arrange.aMonth({ day_seats: { 4: 1, 7: 1 } })
  const holder = await arrange.aParent()
  const booked = await arrange.aRegistration(await arrange.aChild(holder), month, { selected_days: [4] })
  const parent = await arrange.aParent()
  await arrange.aChild(parent)
  await signIn(page, parent)
  await page.goto(`/monthly-signup?month=${month.id}`)
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Full')
  await expect(day(page, /December 7, Regular, \$20, 1 left/)).toBeVisible()

  await day(page, /Friday, December 4, Full/).click()
  const panel = page.getByRole('dialog', { name: 'Friday, December 4 is full' })
  await panel.getByRole('button', { name: 'Tell me when a seat opens' }).click()
  await expect(panel.getByRole('button', { name: 'Stop telling me' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(day(page, /December 4, Full, waiting for a seat/)).toBeVisible()

  await day(page, /December 7, /).click()
  const other = await arrange.aParent()
  const child = await arrange.aChild(other)
  const wish = { month_id: month.id, child_ids: [child.id], selected_days: [7], agreed: true }
  expect((await (await api.as(other)).post('/api/submissions', wish)).status).toBe(200)
  await expect(page.getByText('Monday, December 7 is full. Please choose another day.')).toBeVisible()
  await expect(day(page, /December 7, Full/)).toBeVisible()

  const edit = { selected_days: [8], agreed: true, version: 1 }
  expect((await (await api.as(holder)).patch(`/api/submissions/${booked.id}`, edit)).status).toBe(200)
  await expect(day(page, /December 4, Regular, \$20, 1 left/)).toBeVisible()
  const mail = await mails.next(parent.email)
  expect(mail.subject).toBe('A seat opened on Friday, December 4')
  expect(mail.text).toContain(`/monthly-signup?month=${month.id}`)
  const { rows } = await server.database.pool.query('select 1 from seat_watches')
  expect(rows).toEqual([])
})

test('staff limit the seats of a month, see how many are taken, and can overbook after confirming', async ({
  page,
  arrange,
  signIn,
}) => {
  const november = await arrange.aMonth({ month_name: 'November' })
  for (const _ of [1, 2]) await arrange.aGuestRegistration(november, { selected_days: [16] })
  await signIn(page, await arrange.anAdmin())
  await page.goto(`/admin/months?month=${november.id}`)
  await page.getByRole('spinbutton', { name: 'Seats per day' }).fill('30')
  await page.getByRole('button', { name: 'Show who is registered on November 16' }).click()
  await page.getByRole('dialog').getByRole('spinbutton', { name: 'Seats on this day' }).fill('1')
  await page.keyboard.press('Escape')
  await expect(
    page.getByText('More children than seats: November 16 (2/1). Existing registrations are kept.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('November 2026 saved and synced')).toBeVisible()
  await page.reload()
  await expect(day(page, /November 16, .*2 of 1 seats taken, over the number of seats/)).toBeVisible()
  await expect(day(page, /November 17, .*0 of 30 seats taken/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/drop-ins')
  await page.getByRole('button', { name: 'Add Drop-In' }).click()
  const form = page.getByRole('dialog', { name: 'Add Drop-In' })
  await form.getByLabel('Child Name').fill('Otis')
  await form.getByLabel('Parent Name').fill('Grace')
  await form.getByLabel('Parent Email').fill('grace@example.com')
  await form.getByLabel('Parent Phone').fill('555-0100')
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  const confirmDialog = page.getByRole('alertdialog')
  await expect(confirmDialog).toContainText('This day is full (2 of 1). Add anyway?')
  await confirmDialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByLabel('Child Name')).toHaveValue('Otis')
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  await confirmDialog.getByRole('button', { name: 'Add Drop-In' }).click()
  await expect(page.getByText('Drop-in added successfully')).toBeVisible()
})
