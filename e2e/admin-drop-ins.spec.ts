import type { Locator, Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { countRows, storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { listRows } from './support/lists'
import { givePassword } from './support/passwords'
import { signInByForm } from './support/sign-in'

const PATH = '/admin/drop-ins'
const PASSWORD = 'a long password'
const API = '**/api/admin/drop-ins**'

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from submissions`)
  await signIn(page, await arrange.anAdmin())
})

const isPhone = () => test.info().project.name === 'phone'
const table = (page: Page) => page.getByRole('table', { name: 'Recent Drop-Ins' })
const cards = (page: Page) => page.getByRole('list', { name: 'Recent Drop-Ins' }).getByRole('listitem')
const rows = (page: Page) => listRows(page, 'Recent Drop-Ins')
const stat = (page: Page, label: string) => page.locator('dl').filter({ hasText: label }).locator('dd')
const errorToast = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: 'Error' }).filter({ hasText: text })

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add Drop-In' }).click()
  return page.getByRole('dialog', { name: 'Add Drop-In' })
}

async function fillForm(page: Page) {
  await page.getByLabel('Child Name').fill('Wren Abernathy')
  await page.getByLabel('Parent Name').fill('Joel Abernathy')
  await page.getByLabel('Parent Email').fill('joel@example.com')
  await page.getByLabel('Parent Phone').fill('555 0142')
}

test('staff enter a drop-in for a Saturday with a different dismissal', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'Recent Drop-Ins (0)' })).toBeVisible()
  await expect(stat(page, 'Total Drop-Ins')).toHaveText('0')
  await expect(stat(page, 'Total Revenue')).toHaveText('$0.00')
  const form = await openForm(page)
  await expect(form.getByRole('group', { name: 'Date' })).toContainText('Monday, November 16, 2026')
  await expect(form.getByLabel('Allergies')).toHaveAttribute('placeholder', 'None, or list allergies')
  await expect(form.getByRole('button', { name: 'Regular' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Saturday, November 21' }).click()
  await fillForm(page)
  await form.getByLabel('Allergies').fill('Kiwi')
  await form.getByLabel('Special Notes').fill('Aunt picks up')
  await form.getByRole('button', { name: '2:30 PM' }).click()
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  await expect(page.getByText('Drop-in added successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Recent Drop-Ins (1)' })).toBeVisible()
  await (isPhone() ? expectCard(page) : expectRow(page))
  await expect(stat(page, 'Total Revenue')).toHaveText('$30.00')
  await expect(stat(page, 'Drop-In Revenue')).toHaveText('$30.00')
  await expectAccessible(page)
  const [stored] = await storedRows(server.database.db, 'submissions')
  expect(stored).toMatchObject({
    month_id: null,
    dropin_date: '2026-11-21',
    selected_days: [21],
    total_fee_cents: 3000,
    status: 'pending',
    dismissal_type: 'early',
  })
  await openForm(page)
  await expect(page.getByLabel('Child Name')).toHaveValue('')
})

async function expectRow(page: Page) {
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Child',
    'Parent',
    'Contact',
    'Allergies',
    'Notes',
    'Dismissal',
    'Fee',
    'Actions',
  ])
  await expect(rows(page).getByRole('cell')).toHaveText([
    'Nov 21, 2026',
    'Wren Abernathy',
    'Joel Abernathyjoel@example.com',
    '555 0142',
    'Kiwi',
    'Aunt picks up',
    'Drop-In2:30 PM',
    '$30.00',
    '',
  ])
}

async function expectCard(page: Page) {
  const shown = [
    'Wren Abernathy',
    '$30.00',
    'Nov 21, 2026',
    'Drop-In',
    '2:30 PM',
    'Kiwi',
    'Joel Abernathy',
    'joel@example.com',
    '555 0142',
    'Aunt picks up',
  ]
  for (const text of shown) await expect(cards(page).getByText(text, { exact: true })).toBeInViewport()
  await expect(table(page)).toHaveCount(0)
}

const LONG = {
  guest_child_name: 'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Third',
  guest_parent_name: 'P'.repeat(120),
  guest_parent_email: `${'e'.repeat(60)}@${'example'.repeat(6)}.com`,
  guest_parent_phone: '5'.repeat(40),
  guest_child_allergies: 'Peanuts, strawberries and mustard; carries an injector in the backpack',
  guest_child_notes: 'n'.repeat(400),
}

/** The number of lines that a word is broken across. */
const linesOf = (locator: Locator, word: string) =>
  locator.evaluate((element, part) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    const start = text?.textContent?.indexOf(part) ?? -1
    if (!text || start < 0) return 0
    range.setStart(text, start)
    range.setEnd(text, start + part.length)
    return range.getClientRects().length
  }, word)

test('long names, emails and notes never push the allergies out of view', { tag: '@phone' }, async ({
  page,
  arrange,
}) => {
  await arrange.aDropIn('2026-11-16', LONG)
  for (const [path, name] of [
    [PATH, 'Recent Drop-Ins'],
    ['/admin/day-reports', 'Attendance'],
    ['/admin/submissions', 'Submissions'],
  ] as const) {
    const list = page.getByRole('list', { name, exact: true })
    const container = isPhone() ? list : page.getByRole('table', { name, exact: true }).or(list)
    for (const width of isPhone() ? [390, 320] : [1280, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const allergies = container.getByText(LONG.guest_child_allergies)
      await allergies.scrollIntoViewIfNeeded()
      await expect(allergies).toBeInViewport({ ratio: 1 })
      for (const word of ['strawberries', 'injector']) expect(await linesOf(allergies, word)).toBe(1)
      const hasScrolled = () => document.querySelector('table')?.parentElement?.scrollLeft ?? 0
      expect(await page.evaluate(hasScrolled)).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
})

test('nothing typed is lost when the session expires or saving fails, and the retry is stored once', async ({
  page,
  server,
  arrange,
  signIn,
}) => {
  const rosa = await arrange.anAdmin()
  await givePassword(server, rosa.id, PASSWORD)
  await signIn(page, rosa)
  await page.goto(PATH)
  const form = await openForm(page)
  await fillForm(page)
  await execute(server.database.db, sql`delete from sessions where account_id = ${rosa.id}`)
  await expect(page).toHaveURL(/admin.login/)
  await signInByForm(page, rosa.email, PASSWORD)
  await expect(form.getByLabel('Child Name')).toHaveValue('Wren Abernathy')
  // The server stores it, but the response is lost.
  await page.route(API, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  await expect(errorToast(page, 'Failed to add drop-in')).toBeVisible()
  await expect(form.getByLabel('Child Name')).toHaveValue('Wren Abernathy')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await openForm(page)
  await expect(form.getByLabel('Parent Phone')).toHaveValue('555 0142')
  await page.unroute(API)
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  await expect(page.getByText('Drop-in added successfully')).toBeVisible()
  await expect(errorToast(page, 'Failed to add drop-in')).toHaveCount(0)
  expect(await countRows(server.database.db, 'submissions')).toBe(1)
})

test('a drop-in is deleted after a confirmation, and a failure is reported', async ({
  page,
  arrange,
  server,
}) => {
  await arrange.aDropIn('2026-11-16', { guest_child_name: 'Otis Whitfield' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Delete drop-in for Otis Whitfield' }).click()
  const confirmDialog = page.getByRole('dialog', { name: 'Delete this drop-in?' })
  await expect(confirmDialog).toContainText('Otis Whitfield on Nov 16, 2026')
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await countRows(server.database.db, 'submissions')).toBe(1)

  await page.route(API, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Delete drop-in for Otis Whitfield' }).click()
  await expectAccessible(page)
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(errorToast(page, 'Failed to delete drop-in')).toBeVisible()
  await page.unroute(API)
  // A colleague deletes it first, which counts as success.
  await page.route(`${API}`, async (route) => {
    if (route.request().method() === 'DELETE') await execute(server.database.db, sql`delete from submissions`)
    await route.continue()
  })
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Drop-in deleted successfully')).toBeVisible()
  await expect(errorToast(page, 'Failed to delete drop-in')).toHaveCount(0)
  await expect(page.getByText('No drop-ins recorded yet')).toBeVisible()
  expect(await countRows(server.database.db, 'submissions')).toBe(0)
})

test("a parent's request appears live at the top, with the phone number on file", async ({
  page,
  arrange,
  api,
}) => {
  await arrange.aMonth({ month_name: 'November' })
  await arrange.aDropIn('2026-11-16', { submitted_at: '2026-11-15T12:00:00Z' })
  await page.goto(PATH)
  await expect(rows(page)).toHaveCount(1)
  const parent = await arrange.aParent({
    full_name: 'Dana Okafor',
    email: 'dana@example.com',
    phone: '555 0100',
  })
  const child = await arrange.aChild(parent, { name: 'Amara' })
  const request = { child_id: child.id, dropin_date: '2026-11-17', agreed: true }
  expect((await (await api.as(parent)).post('/api/drop-ins', request)).status).toBe(200)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    'Nov 17, 2026',
    'Amara',
    'Dana Okafordana@example.com',
    '555 0100',
    'None',
    'Day Drop-In Request for Tuesday, November 17, 2026',
    'Drop-In',
    '$25.00',
    '',
  ])
  await expect(stat(page, 'Total Drop-Ins')).toHaveText('2')
  await expect(stat(page, 'Total Revenue')).toHaveText('$50.00')

  // Staff enter the same child for the same day: they are asked to confirm, and the form stays filled.
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Tuesday, November 17' }).click()
  await fillForm(page)
  await page.getByLabel('Child Name').fill(' amara')
  await page.getByLabel('Parent Email').fill('dana@example.com')
  await page.getByLabel('Parent Phone').focus()
  await page.getByRole('button', { name: 'None of these' }).click()
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Add it anyway?' })
  await expect(confirmDialog).toContainText('Amara already has a drop-in for Tuesday, November 17, 2026.')
  await confirmDialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByLabel('Parent Phone')).toHaveValue('555 0142')
  await form.getByRole('button', { name: 'Save Drop-In' }).click()
  await confirmDialog.getByRole('button', { name: 'Add Drop-In' }).click()
  await expect(page.getByText('Drop-in added successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
})

test('many drop-ins are paged, with count and sum over all pages', async ({ page, arrange }) => {
  for (let n = 1; n <= 26; n++) {
    await arrange.aDropIn('2026-11-16', {
      guest_child_name: `Child ${n}`,
      submitted_at: new Date(Date.UTC(2026, 10, 15, 12, n)).toISOString(),
    })
  }
  await page.goto(PATH)
  await expect(rows(page)).toHaveCount(25)
  await expect(rows(page).first()).toContainText('Child 26')
  await expect(page.getByRole('heading', { name: 'Recent Drop-Ins (26)' })).toBeVisible()
  await expect(stat(page, 'Total Revenue')).toHaveText('$650.00')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete drop-in for Child 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByText('1 to 25 of 25 drop-ins')).toBeVisible()
})
