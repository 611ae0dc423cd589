import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures'
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift'

const months = (page: Page) => page.getByRole('region', { name: 'Available Months' })
const submissions = (page: Page) => page.getByRole('region', { name: 'Your Submissions' })

test('a new parent is guided to add children and register', async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.aParent({ full_name: 'Nora Lind' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome back\s*Nora Lind/)
  await expect(page.getByRole('link', { name: /Add Your Children/ })).toBeVisible()
  await expect(page.getByText('Need Last-Minute Aftercare?')).toHaveCount(0)
  await expect(months(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Get Started/ })).toHaveAttribute('href', '/monthly-signup')
  const help = page.getByRole('region', { name: 'Need Help' })
  await expect(help.getByRole('link')).toHaveAttribute('href', 'mailto:aftercare@example.com')
  await expect(page.getByRole('region', { name: 'About Aftercare' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /Add Your Children/ }).click()
  await expect(page).toHaveURL(/\/children$/)
})

test('a family sees its open months, its submissions and the drop-in card', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
}) => {
  const year = 2027 + test.info().parallelIndex
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  const amara = await arrange.aChild(parent, { name: 'Amara Okafor' })
  const taken = await arrange.aMonth({ month_name: 'January', year })
  const free = await arrange.aMonth({ month_name: 'February', year })
  await arrange.aMonth({ month_name: 'March', year, is_active: false })
  await arrange.aMonth({ month_name: 'October', year: 2026 }).catch(() => undefined)
  await arrange.aRegistration(amara, taken, { is_edited: true, total_fee_cents: 21_050 })
  await arrange.aDropIn('2026-11-16', {
    parent_id: parent.id,
    child_id: amara.id,
    submitted_at: '2026-11-16T13:00:00Z',
  })
  await signIn(page, parent)
  await watchLayoutShifts(page)
  await page.goto('/dashboard')

  await expect(months(page).getByRole('listitem')).toHaveCount(1)
  await expect(months(page).getByText('1 month available')).toBeAttached()
  const card = months(page).getByRole('link', { name: new RegExp(`February ${year}`) })
  await expect(card).toHaveAttribute('href', `/monthly-signup?month=${free.id}`)
  await expect(months(page).getByRole('link', { name: 'Register another child' })).toHaveAttribute(
    'href',
    '/monthly-signup',
  )
  await expect(page.getByRole('link', { name: /Need Last-Minute Aftercare/ })).toHaveAttribute(
    'href',
    '/day-drop-in',
  )
  await expect(page.getByText('Add Your Children')).toHaveCount(0)

  const cards = submissions(page).getByRole('button')
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: `January ${year}` })).toContainText(
    /Edited.*Amara Okafor · 3 days.*\$210\.50/s,
  )
  await expect(cards.filter({ hasText: 'Day Drop-In' })).toContainText(
    /Amara Okafor · 1 day · Nov 16, 2026.*\$25\.00/s,
  )
  await expectNoLayoutShift(page)
  await expectAccessible(page)

  await cards.filter({ hasText: `January ${year}` }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(`January ${year}`) })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the dashboard arrives with its data, and within the app loads in one request', async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent)
  await signIn(page, parent)
  const paths = [
    '/api/dashboard',
    '/api/children',
    '/api/months',
    '/api/submissions',
    '/api/submissions/registered',
    '/api/today',
  ]
  const pathOf = (message: { url: () => string }) => new URL(message.url()).pathname
  let requested: string[] = []
  let isCounting = true
  page.on('request', (request) => {
    // From then on a live update about the new child may rightly refetch everything.
    if (pathOf(request) === '/api/live') isCounting = false
    if (isCounting && paths.includes(pathOf(request))) requested.push(pathOf(request))
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /Need Last-Minute Aftercare/ })).toBeVisible()
  await expect(months(page)).toBeVisible()
  await expect.poll(() => isCounting).toBe(false)
  expect(requested).toEqual([])

  await page.goto('/profile')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  requested = []
  isCounting = true
  page.on('response', (response) => {
    if (pathOf(response) === '/api/dashboard') isCounting = false
  })
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(months(page)).toBeVisible()
  expect(requested).toEqual(['/api/dashboard'])
})
