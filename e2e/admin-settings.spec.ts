import { createClock } from '../server/src/clock'
import { execute, sql } from '../server/src/db/sql'
import { seedSiteContent } from '../server/src/site-content/seed-site-content'
import { storedRows } from '../server/testing/rows'
import { saveOver } from '../server/testing/save-over'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { hold } from './support/hold-request'
import { expectToast, toastOf } from './support/sign-in'

const PATH = '/admin/settings'

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  const { db } = server.database
  await execute(db, sql`delete from months`)
  await execute(db, sql`delete from settings`)
  await execute(db, sql`delete from site_content`)
  await seedSiteContent({
    db,
    config: { contactEmail: 'aftercare@example.com' } as never,
    clock: createClock('America/New_York'),
  })
  await signIn(page, await arrange.anAdmin({ full_name: 'Rosa Medina' }))
})

test('has five tabs, each with an address of its own', { tag: '@phone' }, async ({ page }) => {
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

  test('says the first failure only, and takes exactly the limits', async ({ page }) => {
    await page.goto(PATH)
    await page.getByLabel('Title').fill('   ')
    await page.getByLabel('Contact').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Validation Error', 'Title is required')
    await expect(page.getByText('Contact information is required')).toHaveCount(0)
    await expect(page.getByLabel('Title')).toBeFocused()
    const limits = { Title: 100, Description: 500, 'Program Hours': 100, Pricing: 200, Contact: 200 }
    for (const [label, most] of Object.entries(limits)) {
      await page.getByRole('textbox', { name: label }).fill('x'.repeat(most))
    }
    await page.getByLabel('Contact').fill('x'.repeat(201))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Validation Error', 'Contact must be less than 200 characters')
    await expect(toastOf(page, 'Validation Error', 'Title is required')).toHaveCount(0)
    await page.getByLabel('Contact').fill('x'.repeat(200))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Success', 'About Aftercare content has been updated successfully.')
  })

  test('says what failed, keeps what was typed, and shows that it loads and saves', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/admin/site-content/about_aftercare', async (route) => {
      await held
      await route.abort()
    })
    await page.goto(PATH)
    await expect(page.getByRole('tabpanel').getByText('Loading...')).toBeAttached()
    release()
    await expectToast(page, 'Error', 'Failed to load about aftercare content')
    await page.unroute('**/api/admin/site-content/about_aftercare')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Title').fill('Kept')
    let go = () => {}
    const sending = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/api/rpc/**', async (route) => {
      await sending
      await route.abort()
    })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
    go()
    await expectToast(page, 'Error', 'Failed to save content. Please try again.')
    await expect(page.getByLabel('Title')).toHaveValue('Kept')
  })

  test('tells of another admin who saved first, and loses neither text', async ({ page, api, arrange }) => {
    await page.goto(PATH)
    await page.getByLabel('Title').fill('Mine')
    const other = await api.as(await arrange.anAdmin())
    const theirs = { _title: 'Theirs', _description: 'd', _program_hours: 'h', _pricing: 'p', _contact: 'c' }
    expect((await other.post('/api/rpc/update_about_aftercare', theirs)).status).toBe(200)
    const note = conflictAlert(page)
    await expect(note).toContainText('Saved now: Theirs')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(note).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue('Mine')
    // Nobody here touched the other fields: they follow what is stored.
    await expect(page.getByLabel('Description')).toHaveValue('d')
    await note.getByRole('button', { name: 'Replace with mine' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Success', 'About Aftercare content has been updated successfully.')
    await expect(note).toHaveCount(0)
  })
})

test('a save that was left meanwhile is told and leaves nothing unsaved', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Title').fill('Afternoons')
  const held = hold(page, '**/api/rpc/update_about_aftercare')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await held.asked
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await page.getByRole('tab', { name: /About Aftercare/ }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Pricing' }).click()
  held.release()
  await expectToast(page, 'Success', 'About Aftercare content has been updated successfully.')
  await expect(page.getByRole('tab', { name: /About Aftercare/ })).toHaveText('About Aftercare')
  await page.getByRole('tab', { name: /About Aftercare/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Afternoons')
  await expect(conflictAlert(page)).toHaveCount(0)
})

test('what failed on one form is not said beside another', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Validation Error', 'Title is required')
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(toastOf(page, 'Validation Error')).toHaveCount(0)
})

test('unsaved changes survive another tab, and leaving asks', async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Title').fill('Half done')
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(page.getByRole('tab', { name: 'About Aftercare (not saved)' })).toBeVisible()
  await page.getByRole('tab', { name: /About Aftercare/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
  await page.getByRole('banner').getByRole('link', { name: 'View Parent Portal' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('About Aftercare')
  await page.getByRole('banner').getByRole('link', { name: 'View Parent Portal' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('Pricing', () => {
  test('starts from the newest published month and changes all published months', async ({
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
    await expectToast(page, 'Success', 'Default pricing has been updated for all active months')
    await expect(page.getByLabel('Special Price')).toHaveValue('35.00')
    const pricesOf = async (id: string) => {
      const [row] = await storedRows(server.database.db, 'months', sql`where id = ${id}`)
      return [row?.regular_price_cents, row?.special_price_cents]
    }
    expect(await pricesOf(december.id)).toEqual([2250, 3500])
    expect(await pricesOf(draft.id)).toEqual([2000, 3000])
  })

  test('refuses what is no price and says what failed', async ({ page }) => {
    await page.goto(`${PATH}?tab=pricing`)
    await expect(page.getByText('No months are published.')).toBeVisible()
    await page.getByLabel('Regular Price').fill('-1')
    await page.getByLabel('Special Price').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Please enter an amount from 0 to 99,999,999.99')).toBeVisible()
    await expect(page.getByText('Special price is required')).toBeVisible()
    await page.getByLabel('Regular Price').fill('1')
    await page.getByLabel('Special Price').fill('2')
    await page.route('**/api/admin/pricing', (route) => route.abort())
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error', 'Failed to update pricing')
    await page.unroute('**/api/admin/pricing')
    await page.route('**/api/admin/pricing', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'unavailable', message: 'The service is busy.' } },
      }),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error', 'The service is busy.')
    await expect(page.getByLabel('Regular Price')).toHaveValue('1')
  })

  test('tells of another admin who changed the prices first', async ({ page, arrange, api }) => {
    await arrange.aMonth()
    await page.goto(`${PATH}?tab=pricing`)
    await page.getByLabel('Regular Price').fill('25')
    const other = await api.as(await arrange.anAdmin())
    await saveOver(other, '/api/admin/pricing', { regular_price: '40', special_price: '50' })
    const note = conflictAlert(page)
    await expect(note).toContainText('Saved now: $40.00')
    await expect(page.getByLabel('Regular Price')).toHaveValue('25')
    await note.getByRole('button', { name: 'Discard mine' }).click()
    await expect(page.getByLabel('Regular Price')).toHaveValue('40.00')
  })
})

test('names the field that is wrong, and puts the focus there', async ({ page }) => {
  const save = (name = 'Save Changes') => page.getByRole('button', { name }).click()

  await page.goto(PATH)
  await page.getByLabel('Contact').fill(' ')
  await save()
  await expectToast(page, 'Validation Error', 'Contact information is required')
  await expect(page.getByLabel('Contact')).toHaveAccessibleDescription(/Contact information is required/)
  await expect(page.getByLabel('Contact')).toBeFocused()
  await page.getByRole('button', { name: 'Reset' }).click()

  await page.goto(`${PATH}?tab=pricing`)
  await page.getByLabel('Special Price').fill('-1')
  await save()
  await expect(page.getByLabel('Special Price')).toHaveAccessibleDescription(/Please enter an amount/)
  await expect(page.getByLabel('Special Price')).toBeFocused()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByLabel('Tax ID (EIN)').fill('1'.repeat(500))
  await save('Save details')
  await expect(page.getByLabel('Tax ID (EIN)')).toHaveAccessibleDescription(/Must be at most/)
  await expect(page.getByLabel('Tax ID (EIN)')).toBeFocused()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.goto(`${PATH}?tab=agreements`)
  await page.getByRole('textbox', { name: 'Item 2' }).fill(' ')
  await save()
  await expectToast(page, 'Error', 'All agreement items must have content')
  await expect(page.getByRole('textbox', { name: 'Item 2' })).toBeFocused()
  await page.getByRole('button', { name: 'Reset' }).click()

  await page.goto(`${PATH}?tab=email-templates&template=daily-report`)
  await page.getByLabel('Subject').fill('')
  await page.getByRole('button', { name: /Drop-in, parent/ }).click()
  await save()
  await expectToast(page, 'Error', 'Subject is required')
  await expect(page).toHaveURL(/template=daily-report/)
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/Subject is required/)
})
