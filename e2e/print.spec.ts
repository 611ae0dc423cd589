import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, payments, months, children, calendar_feeds, settings'),
)

const pageCount = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

/** Words broken across lines, as an amount must never be. "Drop-In" may break at its hyphen, an email anywhere. */
const brokenWords = (page: Page) =>
  page.getByRole('article').evaluate((sheet) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      if (text.includes('@')) continue
      for (const { 0: word, index } of text.matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    }
    const isTooWide = document.documentElement.scrollWidth > window.innerWidth
    return isTooWide ? [...broken, 'the page scrolls horizontally'] : broken
  })

test('a parent opens the yearly statement from the history, and staff open the same one from the parent’s page', async ({
  page,
  arrange,
  signIn,
  browser,
  baseURL,
}) => {
  const parent = await arrange.aParent({ full_name: 'Dana "D\\" <i>Okafor</i>' })
  const admin = await arrange.anAdmin()
  const child = await arrange.aChild(parent, { name: '<b>Amara</b>' })
  const december = await arrange.aMonth()
  const submission = await arrange.aRegistration(child, december, {
    selected_days: [1, 3],
    total_fee_cents: 4010,
    billed_status: 'billed',
  })
  await arrange.aDropIn('2025-12-30', { parent_id: parent.id, child_id: child.id })
  const paid = { submission_id: submission.id, payment_method: 'check' } as const
  await arrange.aPayment(parent, admin, { ...paid, amount_cents: 4010, payment_date: '2026-11-10' })

  const office = await (await browser.newContext({ baseURL })).newPage()
  await signIn(office, admin)
  await office.goto('/admin/settings?tab=pricing')
  await office.getByLabel('Legal name').fill('Hillside <School>')
  await office.getByLabel('Address').fill('12 Elm Street\nSpringfield, NY')
  await office.getByLabel('Tax ID (EIN)').fill('tax exempt')
  await office.getByRole('button', { name: 'Save details' }).click()
  await expect(office.getByText('Statement details saved')).toBeVisible()
  await expect(office.getByLabel('Tax ID (EIN)')).toHaveValue('Tax-Exempt')

  await signIn(page, parent)
  await page.goto('/history')
  await page.getByRole('link', { name: 'Yearly statement' }).click()
  await expect(page).toHaveURL(/\/statement\?year=2026$/)
  await expect(page.getByRole('heading', { name: 'Yearly Statement 2026' })).toBeVisible()
  const sheet = page.getByRole('article')
  for (const text of ['Hillside <School>', 'Springfield, NY', 'Tax ID (EIN): Tax-Exempt', parent.full_name]) {
    await expect(sheet).toContainText(text)
  }
  const care = page.getByRole('table', { name: 'Care and fees for <b>Amara</b>' })
  await expect(care).toContainText('December 2026Dec 1, 3 (2 days)Billed$40.10')
  const payments = page.getByRole('table', { name: 'Payments received' })
  await expect(payments).toContainText('Nov 10, 2026CheckDecember 2026, <b>Amara</b>$40.10')
  await expectAccessible(page)
  for (const format of ['Letter', 'A4']) {
    expect(pageCount(await page.pdf({ format, preferCSSPageSize: true })), format).toBe(1)
  }

  await page.getByRole('button', { name: '2025' }).click()
  await expect(page).toHaveURL(/year=2025$/)
  await expect(care).toContainText('Day Drop-InDec 30, 2025 (1 day)Not Billed$25.00')
  await expect(sheet).toContainText('No payments were received in 2025.')

  await office.goto(`/admin/parent-users/${parent.id}`)
  await office.getByRole('link', { name: 'Yearly statement' }).click()
  await expect(office.getByRole('heading', { name: 'Yearly Statement 2026' })).toBeVisible()
  await expect(office.getByRole('article')).toContainText('December 2026Dec 1, 3 (2 days)Billed$40.10')
})

test('a long statement prints on as many pages as it needs, with its headings on each', async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  const admin = await arrange.anAdmin()
  const child = await arrange.aChild(parent, { name: 'Amara' })
  for (let n = 1; n <= 28; n++) {
    const date = `2026-02-${String(n).padStart(2, '0')}`
    await arrange.aDropIn(date, { parent_id: parent.id, child_id: child.id })
    const method = n === 1 ? 'brightwheel' : 'credit_card'
    await arrange.aPayment(parent, admin, {
      payment_date: date,
      amount_cents: 50_050,
      payment_method: method,
    })
  }
  const september = await arrange.aMonth({ month_name: 'September' })
  await arrange.aRegistration(child, september)
  await signIn(page, parent)
  await page.goto('/statement?year=2026')
  await expect(page.getByRole('table', { name: 'Payments received' })).toBeVisible()

  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await brokenWords(page), 'on the narrowest phone').toEqual([])
  if (size) await page.setViewportSize(size)

  const body = page.locator('body')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(body).toHaveCSS('background-color', 'rgb(20, 32, 30)')
  await page.emulateMedia({ media: 'print' })
  // Dark on white whatever the screen's theme is.
  await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(body).toHaveCSS('color', 'rgb(32, 48, 45)')
  for (const table of await page.getByRole('table').all()) {
    await expect(table.locator('thead')).toHaveCSS('display', 'table-header-group')
  }
  await expect(page.getByRole('banner')).toBeHidden()
  for (const format of ['Letter', 'A4']) {
    const pages = pageCount(await page.pdf({ format, preferCSSPageSize: true }))
    expect([2, 3], format).toContain(pages)
  }
})

test('a parent creates a private calendar link, replaces it and turns it off', async ({
  page,
  arrange,
  signIn,
  request,
}) => {
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aRegistration(child, await arrange.aMonth(), { selected_days: [1, 3] })
  await signIn(page, parent)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add to your calendar' }).click()
  const field = page.getByLabel('Private link')
  await expect(field).toHaveValue(/\/api\/calendar-feeds\/[\w-]{27}\.ics$/)
  const address = await field.inputValue()
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toHaveAttribute(
    'href',
    address.replace(/^https?:/, 'webcal:'),
  )
  await expectAccessible(page)
  const path = (text: string) => new URL(text).pathname
  const fetched = await request.get(path(address))
  expect((await fetched.text()).match(/SUMMARY:Amara: Aftercare/g)).toHaveLength(2)

  await page.reload()
  await expect(field).toHaveValue(address)
  await page.getByRole('button', { name: 'Replace link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('Calendar link replaced')).toBeVisible()
  await expect(field).not.toHaveValue(address)
  const second = await field.inputValue()
  expect((await request.get(path(address))).status()).toBe(404)
  expect((await request.get(path(second))).status()).toBe(200)

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Add to your calendar' })).toBeVisible()
  await expect(field).toBeHidden()
  expect((await request.get(path(second))).status()).toBe(404)
})
