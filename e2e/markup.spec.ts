import type { Page } from '@playwright/test'
import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, test } from './fixtures'

/** Markup and scripts in every text field stay text on every screen, in print, emails and files. */

const withMarkup = (mark: string) =>
  `<img src=x onerror="hacked=1"><script>hacked=1</script><x-m>${mark}</x-m>`
const DAY = '2026-11-18'

declare global {
  interface Window {
    violations: string[]
  }
}

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      window.violations.push(`${violatedDirective} ${blockedURI}`)
    })
  })
})

/** The markup is shown as text: it created no element, ran nothing and caused no CSP violation. */
async function expectText(page: Page, ...marks: string[]) {
  for (const mark of marks) await expect(page.locator('body')).toContainText(`<x-m>${mark}</x-m>`)
  const effects = await page.evaluate(() => ({
    violations: window.violations,
    hasRun: 'hacked' in window,
    elements: document.querySelectorAll('x-m, img[src="x"], [onerror], body script:not([src])').length,
    // The server's own are the only inline scripts there, and its data is not run.
    scripts: [...document.querySelectorAll('head script:not([src], [type="application/json"])')].filter(
      ({ textContent }) => textContent.includes('hacked'),
    ).length,
  }))
  expect(effects, page.url()).toEqual({ violations: [], hasRun: false, elements: 0, scripts: 0 })
}

test('markup in any text field is shown as text on every screen, in print, emails and files', async ({
  page,
  arrange,
  api,
  mails,
  signIn,
  server,
}) => {
  const admin = await arrange.anAdmin({ full_name: withMarkup('staff') })
  const parent = await arrange.aParent({ full_name: withMarkup('parent'), phone: '<x-m>phone</x-m>' })
  const texts = { allergies: withMarkup('allergies'), notes: withMarkup('notes') }
  const child = await arrange.aChild(parent, { name: withMarkup('child'), ...texts })
  const month = await arrange.aMonth()
  const guest = {
    guest_parent_name: withMarkup('guest'),
    guest_parent_email: 'grace@example.com',
    guest_parent_phone: '<x-m>telephone</x-m>',
    guest_child_name: withMarkup('guest child'),
    guest_child_allergies: withMarkup('guest allergies'),
    guest_child_notes: withMarkup('guest notes'),
  }
  await arrange.aGuestRegistration(month, { ...guest, selected_days: [2, 3] })
  await arrange.aDropIn(DAY, guest)
  await arrange.aPayment(parent, admin, { notes: withMarkup('payment') })

  const [family, staff] = [await api.as(parent), await api.as(admin)]
  const about = {
    _title: withMarkup('about title').slice(0, 100),
    _description: withMarkup('about text'),
    _program_hours: '<x-m>hours</x-m>',
    _pricing: '<x-m>prices</x-m>',
    _contact: '<x-m>contact</x-m>',
  }
  expect((await staff.post('/api/rpc/update_about_aftercare', about)).status).toBe(200)
  for (const section of ['registration_agreement', 'dropin_agreement']) {
    const path = `/api/admin/site-content/agreements/${section}`
    expect((await saveWithVersion(staff, path, { items: [withMarkup('agreement')] })).status).toBe(200)
  }
  const registration = { month_id: month.id, child_ids: [child.id], selected_days: [1, 2], agreed: true }
  expect((await family.post('/api/submissions', registration)).status).toBe(200)

  await test.step('visitors', async () => {
    await page.goto('/')
    await expectText(page, 'about text', 'hours')
    await page.goto('/monthly-signup')
    await expectText(page)
    await page.goto('/day-drop-in')
    await expectText(page)
  })

  await test.step('the family', async () => {
    await signIn(page, parent)
    const screens: [string, ...string[]][] = [
      ['/dashboard', 'parent', 'child'],
      ['/children', 'child', 'allergies', 'notes'],
      ['/history', 'child'],
      ['/monthly-signup', 'child'],
      ['/day-drop-in', 'child'],
    ]
    for (const [address, ...marks] of screens) {
      await page.goto(address)
      await expectText(page, ...marks)
    }
    await page.goto('/profile')
    await expect(page.getByLabel('Full Name')).toHaveValue(withMarkup('parent'))
    await expectText(page)
  })

  await test.step('staff', async () => {
    await signIn(page, admin)
    const screens: [string, ...string[]][] = [
      ['/admin/dashboard', 'child', 'guest child'],
      ['/admin/submissions', 'parent', 'child', 'guest', 'guest child'],
      ['/admin/parent-users', 'parent', 'guest'],
      [`/admin/parent-users/${parent.id}`, 'parent', 'child', 'payment'],
      ['/admin/parent-users/guest-grace%40example.com', 'guest', 'guest child'],
      [`/admin/day-reports?date=${DAY}`, 'guest child', 'guest allergies', 'guest notes'],
      [`/admin/day-reports/print?date=${DAY}`, 'guest', 'guest child', 'guest allergies', 'guest notes'],
      ['/admin/drop-ins', 'guest', 'guest child'],
      ['/admin/months'],
      [`/admin/months/${month.id}/print`],
    ]
    for (const [address, ...marks] of screens) {
      await page.goto(address)
      await expectText(page, ...marks)
    }
    await page.goto('/admin/profile')
    await expect(page.getByLabel('Full Name')).toHaveValue(withMarkup('staff'))
    await page.goto('/admin/settings')
    const tabs = page.getByRole('tab')
    await expect(tabs.first()).toBeVisible()
    for (let index = 0; index < (await tabs.count()); index++) {
      await tabs.nth(index).click()
      await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
      await expectText(page)
    }
  })

  await test.step('email', async () => {
    const { html } = await mails.next(parent.email)
    expect(html).not.toMatch(/<script|<img src=["']?x|onerror="hacked|<x-m>/)
    expect(html).toContain('&lt;x-m&gt;child&lt;/x-m&gt;')
  })

  await test.step('file', async () => {
    const response = await page.request.get(`${server.url}/api/admin/submissions/export`)
    expect(response.headers()['content-type']).toContain('text/csv')
    expect(response.headers()['content-disposition']).toMatch(/^attachment/)
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
    expect(await response.text()).toContain('<x-m>guest child</x-m>')
  })
})
