import { createClock } from '../server/src/clock'
import { execute, sql } from '../server/src/db/sql'
import { seedSiteContent } from '../server/src/site-content/seed-site-content'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { expectToast } from './support/sign-in'

const PATH = '/admin/settings'

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  const { db } = server.database
  await execute(db, sql`delete from months`)
  await execute(db, sql`delete from settings`)
  await execute(db, sql`delete from site_content`)
  await seedSiteContent({
    db,
    config: { program: { contactEmail: 'aftercare@example.com' } } as never,
    clock: createClock({ timeZone: 'America/New_York' }),
  })
  await signIn(page, await arrange.anAdmin({ full_name: 'Rosa Medina' }))
})

test('has five tabs, each with its own URL', { tag: '@phone' }, async ({ page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('tablist', { name: 'Settings' }).getByRole('tab')).toHaveText([
    'About Aftercare',
    'Pricing',
    'Agreements',
    'Email Templates',
    'Admin Users',
  ])
  await expect(page.getByRole('tab', { name: 'About Aftercare' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Title')).toHaveValue('About Aftercare')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/tab=pricing/)
  await expect(page.getByLabel('Regular Price')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Pricing' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByLabel('Title')).toBeVisible()
})

test.describe('About Aftercare', () => {
  test('is saved trimmed by update_about_aftercare and shown to parents without reloading', async ({
    page,
    browser,
    server,
  }) => {
    const visitor = await browser.newPage()
    await visitor.goto(server.url)
    await expect(visitor.getByRole('heading', { name: 'About Aftercare' })).toBeVisible()
    await page.goto(PATH)
    await expect(page.getByLabel('Program Hours')).toHaveAttribute('placeholder', '3:30 PM - 6:00 PM')
    await page.getByLabel('Title').fill('  Our <b>afternoons</b>  ')
    const call = page.waitForRequest('**/api/rpc/update_about_aftercare')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(Object.keys((await call).postDataJSON())).toEqual([
      '_user_id',
      '_title',
      '_description',
      '_program_hours',
      '_pricing',
      '_contact',
      'version',
    ])
    await expectToast(page, 'Success', 'About Aftercare content has been updated successfully.')
    await expect(page.getByLabel('Title')).toHaveValue('Our <b>afternoons</b>')
    await expect(visitor.getByRole('heading', { name: 'Our <b>afternoons</b>' })).toBeVisible()
    await visitor.close()
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Our <b>afternoons</b>')
  })

  test('shows that another admin saved first, and loses neither text', async ({ page, api, arrange }) => {
    await page.goto(PATH)
    await page.getByLabel('Title').fill('Mine')
    const other = await api.as(await arrange.anAdmin())
    const theirs = { _title: 'Theirs', _description: 'd', _program_hours: 'h', _pricing: 'p', _contact: 'c' }
    expect((await other.post('/api/rpc/update_about_aftercare', theirs)).status).toBe(200)
    const conflict = conflictAlert(page)
    await expect(conflict).toContainText('Saved now: Theirs')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(conflict).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue('Mine')
    // The other fields were not edited here, so they show what is stored.
    await expect(page.getByLabel('Description')).toHaveValue('d')
    await conflict.getByRole('button', { name: 'Replace with mine' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Success', 'About Aftercare content has been updated successfully.')
    await expect(conflict).toHaveCount(0)
  })
})

test('keeps unsaved changes while another tab is open, and asks before leaving', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Title').fill('Half done')
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(page.getByRole('tab', { name: 'About Aftercare (not saved)' })).toBeVisible()
  await page.getByRole('tab', { name: /About Aftercare/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
  await page.getByRole('banner').getByRole('link', { name: 'View Parent Portal' }).click()
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await leaveDialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('About Aftercare')
  await page.getByRole('banner').getByRole('link', { name: 'View Parent Portal' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('Pricing', () => {
  test('starts with the prices of the newest published month and changes all published months', async ({
    page,
    arrange,
    server,
  }) => {
    const december = await arrange.aMonth({ regular_price_cents: 2100, created_at: '2026-10-01T00:00:00Z' })
    const draft = await arrange.aMonth({ month_name: 'January', year: 2027, is_active: false })
    await page.goto(`${PATH}?tab=pricing`)
    const regular = page.getByLabel('Regular Price')
    await expect(regular).toHaveValue('21.00')
    await expect(regular).toHaveAttribute('type', 'number')
    await expect(regular).toHaveAttribute('min', '0')
    await expect(regular).toHaveAttribute('step', '0.01')
    await expect(page.getByText('Saving changes prices for 1 published month.')).toBeVisible()
    await regular.fill('22.50')
    await page.getByLabel('Special Price').fill('35')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByText('New prices apply to days chosen from now on, in 1 published month.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Save new prices' }).click()
    await expectToast(page, 'Success', 'Default pricing has been updated for all active months')
    await expect(page.getByLabel('Special Price')).toHaveValue('35.00')
    const pricesOf = async (id: string) => {
      const [row] = await storedRows(server.database.db, 'months', sql`where id = ${id}`)
      return [row?.regular_price_cents, row?.special_price_cents]
    }
    expect(await pricesOf(december.id)).toEqual([2250, 3500])
    expect(await pricesOf(draft.id)).toEqual([2000, 3000])
  })
})
