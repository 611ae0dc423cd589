import type { Locator, Page } from '@playwright/test'
import { addDescribe, brokenWords } from '../scripts/a11y/in-page.mjs'
import { expect, test } from './fixtures'
import { listRows } from './support/lists'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
const SIZES = [
  PHONE,
  { width: 320, height: 640 },
  { width: 820, height: 1180 },
  DESKTOP,
  { width: 1280, height: 700 },
]

/** Every change is answered with a server error, so that each dialog shows a toast that stays. */
const failChanges = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { error: { code: 'internal' } } }),
  )

/** What of the open dialog, or which focused control, lies under a toast. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const boxes = (selector: string, inside: ParentNode | null | undefined = dialog) =>
      [...(inside?.querySelectorAll(selector) ?? [])].map((element) => ({
        name: element.textContent,
        box: element.getBoundingClientRect(),
      }))
    const focused = document.activeElement
    const kept = [
      ...boxes('h2'),
      ...boxes('.kit-button-primary, .kit-button-danger'),
      ...(focused?.matches('input, textarea, button, [role=combobox]') && dialog?.contains(focused)
        ? [{ name: `focused ${focused.id}`, box: focused.getBoundingClientRect() }]
        : []),
    ]
    const toasts = boxes('[data-toast]', document)
    if (kept.length < 2 || toasts.length === 0) return ['no dialog, button or toast']
    if (toasts.some(({ box }) => box.top < 0 || box.bottom > innerHeight)) return ['a toast off the screen']
    return kept.filter(({ box }) =>
      toasts.some(
        ({ box: toast }) =>
          box.left < toast.right &&
          box.right > toast.left &&
          box.top < toast.bottom &&
          box.bottom > toast.top,
      ),
    )
  })

async function expectUncovered(page: Page, dialog: Locator): Promise<void> {
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect(dialog).toBeVisible()
    await expect
      .poll(() => coveredBy(page), `${await dialog.getByRole('heading').first().textContent()} ${size.width}`)
      .toEqual([])
  }
}

type Opened = { path: string; open: RegExp | string; fill?: Record<string, string>; save: string }

/** Short and tall, narrow and wide, forms and questions. */
const STAFF_DIALOGS: readonly Opened[] = [
  {
    path: '/admin/drop-ins',
    open: 'Add Drop-In',
    fill: {
      'Child Name': 'Wren',
      'Parent Name': 'Joel',
      'Parent Email': 'joel@example.com',
      'Parent Phone': '555 0142',
    },
    save: 'Save Drop-In',
  },
  { path: '/admin/months', open: 'Create Month', save: 'Create Month' },
  {
    path: '/admin/settings?tab=admin-users',
    open: 'Invite Admin',
    fill: { 'Full Name': 'Ivy', Email: 'ivy@example.com' },
    save: 'Send Invitation',
  },
  {
    path: '/admin/parent-users/PARENT',
    open: /^Edit Wren/,
    fill: { Allergies: 'Nuts' },
    save: 'Save Changes',
  },
  {
    path: '/admin/parent-users/PARENT',
    open: 'Record Payment',
    fill: { Amount: '20' },
    save: 'Record Payment',
  },
]
const PARENT_DIALOGS: readonly Opened[] = [
  { path: '/children', open: 'Add Child', fill: { Name: 'Ida' }, save: 'Add Child' },
  { path: '/children', open: /^Delete/, save: 'Delete' },
  {
    path: '/profile',
    open: 'Change Password',
    fill: {
      'Current Password': 'before the rain',
      'New Password': 'after the rain',
      'Confirm Password': 'after the rain',
    },
    save: 'Change Password',
  },
]

for (const [who, dialogs] of [
  ['staff', STAFF_DIALOGS],
  ['parents', PARENT_DIALOGS],
] as const)
  test(`no toast covers the heading, the button or the focus of a dialog of ${who}`, async ({
    page,
    arrange,
    signIn,
  }) => {
    const parent = await arrange.aParent()
    await arrange.aChild(parent, { name: 'Wren' })
    await signIn(page, who === 'staff' ? await arrange.anAdmin() : parent)
    await failChanges(page)
    for (const { path, open, fill = {}, save } of dialogs) {
      await page.setViewportSize(DESKTOP)
      await page.goto(path.replace('PARENT', parent.id))
      await page.getByRole('button', { name: open }).first().click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await expect(dialog).toBeVisible()
      for (const [label, text] of Object.entries(fill)) await dialog.getByLabel(label).first().fill(text)
      await dialog.getByRole('button', { name: save }).click()
      await expectUncovered(page, dialog)
      // Also the field that is filled in again.
      for (const field of (await dialog.getByRole('textbox').all()).slice(0, 3)) {
        await field.focus()
        await expect.poll(() => coveredBy(page)).toEqual([])
      }
    }
  })

async function expectLaidOut(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(addDescribe)
  expect(await page.evaluate(brokenWords), page.url()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
}

test('no word of a calendar is broken on a phone, in English or Spanish', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const month = await arrange.aMonth({
    day_types: { 3: 'noon', 4: 'early', 8: 'no_school', 10: 'unavailable' },
    closed_days: [9],
    cancelled_days: [10],
    cancelled_day_types: { 10: 'regular' },
  })
  const parent = await arrange.aParent({ full_name: 'Anne-Sofie Søndergård' })
  const child = await arrange.aChild(parent, { name: 'Frederikke Søndergård' })
  await arrange.aRegistration(child, month, { selected_days: [1, 3, 4, 10] })
  await arrange.aChild(parent, { name: 'Ida Søndergård' })
  await signIn(page, parent)
  for (const language of ['en', 'es']) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
    for (const width of [320, 360, 390, 820]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/monthly-signup?month=${month.id}`)
      await expect(page.locator('.day-cell').first()).toBeVisible()
      await expectLaidOut(page)
      await page.goto('/history')
      await page.getByRole('main').locator('li').getByText('Søndergård').first().click()
      await expect(page.getByRole('dialog').locator('.day-cell').first()).toBeVisible()
      await expectLaidOut(page)
    }
  }
})

test("no name of staff's lists is broken, and no page scrolls sideways", async ({
  page,
  arrange,
  signIn,
}) => {
  const admin = await arrange.anAdmin({ full_name: 'Annelise Christoffersen' })
  const month = await arrange.aMonth({ month_name: 'November', year: 2026, is_active: true })
  const parent = await arrange.aParent({ full_name: 'Anne-Sofie Søndergård', email: 'anne@example.com' })
  const child = await arrange.aChild(parent, {
    name: 'Frederikke Søndergård',
    allergies: 'Strawberries and tree nuts',
    notes: 'Naps at four',
    pickup_people: [{ name: 'Bartholomæus Søndergård', phone: '555 0100' }],
  })
  await arrange.aRegistration(child, month, { selected_days: [16] })
  await arrange.aDropIn('2026-11-16', {
    guest_child_name: 'Frederikke Søndergård',
    guest_parent_name: 'Anne-Sofie Søndergård',
    guest_child_allergies: 'Strawberries and tree nuts',
    guest_child_notes: 'Aunt picks up',
  })
  await signIn(page, admin)
  for (const path of [
    'drop-ins',
    'day-reports',
    'day-reports/board',
    'submissions',
    `parent-users/${parent.id}`,
  ])
    for (const width of [320, 390, 700, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/admin/${path}`)
      await expect(page.getByText('Frederikke Søndergård').filter({ visible: true }).first()).toBeVisible()
      await expectLaidOut(page)
    }
})

test('Import Payments fits a tablet after an import was undone', async ({ page, arrange, signIn }) => {
  const admin = await arrange.anAdmin({ full_name: 'Annelise Christoffersen' })
  await arrange.aParent({ full_name: 'Dana Hazel', email: 'dana@hazel.example' })
  await signIn(page, admin)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/admin/parent-users/import-payments')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'payments-of-november-2026.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Date,Payer,Amount\n11/03/2026,Dana Hazel,1000.00\n'),
  })
  await page.getByRole('button', { name: /^Import 1 payment/ }).click()
  const earlier = listRows(page, 'Earlier imports').first()
  await earlier.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  // With the time beside it the table no longer fits: its rows are cards then.
  await expect(page.getByText(/^Undone/)).toBeVisible()
  for (const width of [320, 390, 700, 820, 1280]) {
    await page.setViewportSize({ width, height: 1180 })
    await expect(page.getByText(/^Undone/)).toBeVisible()
    await expectLaidOut(page)
  }
})

test('no amount and no status of a list is cut on a tablet', async ({ page, arrange, signIn }) => {
  const admin = await arrange.anAdmin()
  const month = await arrange.aMonth({ month_name: 'September', year: 2026, is_active: true })
  const parent = await arrange.aParent({
    full_name: 'Wilhelmina Featherstonehaugh-Cholmondeley',
    email: 'wilhelmina.featherstonehaugh-cholmondeley@example.com',
  })
  const child = await arrange.aChild(parent, { name: 'Maximiliana Featherstonehaugh' })
  const total_fee_cents = 1_234_567
  const registration = await arrange.aRegistration(child, month, { total_fee_cents, billed_status: 'billed' })
  await arrange.aPayment(parent, admin, { amount_cents: total_fee_cents, submission_id: registration.id })
  await arrange.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id, total_fee_cents })
  await signIn(page, admin)
  for (const path of ['submissions', 'parent-users', `parent-users/${parent.id}`, 'drop-ins'])
    for (const width of [600, 640, 768, 820, 1023]) {
      await page.setViewportSize({ width, height: 1180 })
      await page.goto(`/admin/${path}`)
      const amount = page.getByRole('main').getByText('$12,345.67').filter({ visible: true })
      await expect(amount.first()).toBeVisible()
      const cut = await page
        .getByRole('main')
        .evaluate((main) =>
          [...main.querySelectorAll('table')].flatMap(({ parentElement: area }) =>
            area && area.scrollWidth > area.clientWidth ? [area.textContent] : [],
          ),
        )
      expect(cut, `${path} at ${width}`).toEqual([])
      await expectLaidOut(page)
    }
})
