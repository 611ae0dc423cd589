import type { BrowserContext, Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { expect, expectAccessible, test } from './fixtures'

const DAY = '2026-11-17'

declare global {
  interface Window {
    printCount: number
  }
}

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from submissions`)
  await signIn(page, await arrange.anAdmin())
})

const countPrints = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.printCount = 0
    window.print = () => {
      window.printCount += 1
    }
  })

async function openReport(page: Page, button: 'Print' | 'View PDF') {
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: button }).click(),
  ])
  await expect(report.getByRole('article')).toBeVisible()
  return report
}

const printCount = (report: Page) => report.evaluate(() => window.printCount)
const pageCount = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

test('Print opens an 800 by 600 window that prints once, automatically', async ({
  page,
  context,
  arrange,
}) => {
  await countPrints(context)
  await arrange.aDropIn(DAY, { guest_child_name: 'Wren Abernathy' })
  await page.goto(`/admin/day-reports?date=${DAY}`)
  const report = await openReport(page, 'Print')
  expect(await report.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600])
  await expect(report).toHaveTitle('Day Report')
  await expect.poll(() => printCount(report)).toBe(1)
  await report.getByRole('button', { name: 'Print' }).click()
  expect(await printCount(report)).toBe(2)
})

test('View PDF opens the same report without printing, and Close closes it', async ({
  page,
  context,
  arrange,
}) => {
  await countPrints(context)
  await arrange.aDropIn(DAY, {
    guest_child_name: 'Wren Abernathy',
    guest_parent_phone: '555 0142',
    guest_child_allergies: 'Kiwi',
    guest_child_notes: 'Aunt picks up',
    dismissal_type: 'noon',
    total_fee_cents: 3000,
  })
  await arrange.aDropIn(DAY, { guest_child_name: 'Otis Whitfield' })
  await page.goto(`/admin/day-reports?date=${DAY}`)
  const report = await openReport(page, 'View PDF')
  expect(await report.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600])
  await expect(report).toHaveTitle('Day Report')
  await expect(report.getByRole('heading', { name: 'Daily Attendance Report' })).toBeVisible()
  await expect(report.getByText('Tuesday, November 17, 2026', { exact: true })).toBeVisible()
  await expect(report.locator('dl')).toHaveText('Total Children2Drop-Ins2With Allergies1')
  await expect(report.getByText('Revenue')).toHaveCount(0)
  await expect(report.getByRole('columnheader')).toHaveText([
    'Child Name',
    'Parent',
    'Phone',
    'Allergies',
    'Notes',
    'Dismissal',
    'Type',
    'Fee',
  ])
  await expect(report.getByRole('row', { name: 'Wren' }).getByRole('cell')).toHaveText([
    'Wren Abernathy',
    'Grace Whitfield',
    '555 0142',
    'Kiwi',
    'Aunt picks up',
    'Noon',
    'Drop-In',
    '$30.00',
  ])
  await expect(report.getByRole('region', { name: 'Allergy Alert' })).toHaveText(
    'Allergy AlertWren Abernathy: Kiwi',
  )
  await expectAccessible(report)
  expect(await printCount(report)).toBe(0)
  const closed = report.waitForEvent('close')
  // The window may be gone before it has confirmed the click.
  await Promise.all([
    closed,
    report
      .getByRole('button', { name: 'Close' })
      .click()
      .catch(() => {}),
  ])
})

test('a blocked pop-up is reported', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/admin/day-reports')
  await page.getByRole('button', { name: 'View PDF' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The report window was blocked. Allow pop-ups' }).first(),
  ).toBeVisible()
})

test('the window reports an empty day or a failed load, and does not print after a failed load', async ({
  page,
  context,
}) => {
  await countPrints(context)
  await page.goto(`/admin/day-reports/print?date=${DAY}`)
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Allergy Alert' })).toHaveCount(0)
  await context.route('**/api/admin/attendance?**', (route) => route.abort())
  await page.goto(`/admin/day-reports/print?date=${DAY}&print=1`)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load attendance data' })).toBeVisible()
  expect(await printCount(page)).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/admin/day-reports?date=${DAY}`)
})

test('only staff can open the report', async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.aParent())
  await page.goto(`/admin/day-reports/print?date=${DAY}`)
  await expect(page.getByText('Looks like this area is for admins only.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

const NAMES = ['Amara Okafor', 'June Bell', 'Kavi Raman', 'Maja Solberg', 'Nico Ferrer', 'Wren Abernathy']
const ALLERGIES = ['Peanuts, tree nuts', null, 'Egg', null, null, null]

for (const [children, letterPages, a4Pages] of [
  [5, 1, 1],
  [22, 1, 1],
  [60, 3, 3],
] as const) {
  test(`the report of ${children} children has ${letterPages} pages on Letter and ${a4Pages} on A4`, async ({
    page,
    arrange,
  }) => {
    for (let n = 0; n < children; n++) {
      await arrange.aDropIn(DAY, {
        guest_child_name: `${NAMES[n % 6]} ${n + 1}`,
        guest_parent_phone: '(555) 014-2210',
        guest_child_allergies: ALLERGIES[n % 6],
        guest_child_notes: n % 3 === 0 ? 'Pick-up by aunt on Thursdays' : null,
      })
    }
    await page.goto(`/admin/day-reports/print?date=${DAY}`)
    await expect(page.getByRole('article')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(pageCount(await page.pdf({ format: 'Letter', preferCSSPageSize: true })), 'Letter').toBe(
      letterPages,
    )
    expect(pageCount(await page.pdf({ format: 'A4', preferCSSPageSize: true })), 'A4').toBe(a4Pages)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Close' })).toBeHidden()
  })
}
