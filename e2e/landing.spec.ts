import { expect, expectAccessible, test } from './fixtures'

test('a visitor sees three ways to start, four reasons and the About text', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Preschool Aftercare/)
  await expect(page.getByRole('banner').getByText('Parent Portal')).toBeVisible()
  const features = page.getByRole('main').getByRole('listitem')
  await expect(features).toHaveCount(4)
  for (const title of ['Easy Scheduling', 'Multiple Children', 'Secure & Safe', '24/7 Access']) {
    await expect(features.getByRole('heading', { name: title })).toBeVisible()
  }
  const about = page.getByRole('region', { name: 'About Aftercare' })
  await expect(about).toContainText('3:30 PM - 6:00 PM')
  await expect(about).toContainText('Regular days $20, special dismissal days $30')
  await expect(about).toContainText('aftercare@example.com')
  await expectAccessible(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
  await expect(main.getByRole('link', { name: 'Continue as Guest' })).toHaveAttribute('href', '/guest-portal')
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute('href', '/admin/login')
  await main.getByRole('link', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
})

test('an open page shows a new About text as soon as staff save it', async ({ page, server }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'About Aftercare' })).toBeVisible()
  const save = (title: string, hours: string) =>
    server.database.pool.query(
      `update site_content set title = $1, content = content || jsonb_build_object('program_hours', $2::text),
        updated_at = now() where section_name = 'about_aftercare'`,
      [title, hours],
    )
  await save('About our afternoons', '2:00 PM - 5:00 PM')
  const about = page.getByRole('region', { name: 'About our afternoons' })
  await expect(about).toContainText('2:00 PM - 5:00 PM')
  await server.database.pool.query(`delete from site_content where section_name = 'about_aftercare'`)
  await server.database.pool.query(
    `insert into site_content (section_name, title, content) values ('about_aftercare', 'Brand new', '{}')`,
  )
  await expect(page.getByRole('region', { name: 'Brand new' })).toBeVisible()
})

test('a guest can choose between a month and a single day', async ({ page }) => {
  await page.goto('/guest-portal')
  const main = page.getByRole('main')
  await expect(main.getByText('up to 24 hours in advance, for today or tomorrow')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Need help?' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: /Monthly Registration/ }).click()
  await expect(page).toHaveURL(/\/monthly-signup$/)
  await page.goBack()
  await main.getByRole('link', { name: /Day-of Drop-In/ }).click()
  await expect(page).toHaveURL(/\/day-drop-in$/)
})

test('the pages fit a 320 px phone without horizontal scrolling', { tag: '@phone-only' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/guest-portal', '/auth', '/admin/login', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})
