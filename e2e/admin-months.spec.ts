import type { Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, expectAccessible, test } from './fixtures'

const PATH = '/admin/months'

/** What a visitor is offered, as text. */
const offered = async (api: { visitor: { get(path: string): Promise<{ body: unknown }> } }) =>
  JSON.stringify((await api.visitor.get('/api/months')).body)

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from submissions`)
  await execute(server.database.db, sql`delete from months`)
  await signIn(page, await arrange.anAdmin())
})

const day = (page: Page, name: RegExp) => page.getByRole('gridcell').getByRole('button', { name })
const dec = (page: Page, n: number) => day(page, new RegExp(`^\\w+, December ${n},`))
const editor = (page: Page, name: string) => page.getByRole('region', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test('a month is created as suggested, edited and saved as a draft', { tag: '@phone' }, async ({
  page,
  arrange,
  api,
}) => {
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'Month Management', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create Month' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveText('December')
  await expect(dialog.getByRole('combobox', { name: 'Year' })).toHaveText('2026')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create Month' }).click()
  await expect(toast(page, 'December 2026 created as draft')).toBeVisible()
  await expect(toast(page, 'Open it and Publish to make it live')).toBeVisible()
  await expect(page).toHaveURL(/\?month=/)
  await expect(editor(page, 'December 2026')).toContainText('Draft')

  await page.getByRole('radio', { name: '2:30 Dismissal' }).click()
  await dec(page, 4).click()
  await expect(dec(page, 4)).toHaveAccessibleName(/2:30 Dismissal/)
  const lock = page.getByRole('button', { name: 'Close December 10 to new submissions' })
  if (test.info().project.name === 'phone') {
    const size = await lock.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(40)
  }
  await lock.click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close December 5 to new submissions' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'December 2026 saved and synced')).toBeVisible()
  await expect(editor(page, 'December 2026')).toContainText('Draft')
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await page.reload()
  await expect(dec(page, 4)).toHaveAccessibleName(/2:30 Dismissal/)
  await expect(dec(page, 10)).toHaveAccessibleName(/Regular, closed/)
  expect(await offered(api)).not.toContain('December')
})

test('a month is published, reopened, returned to draft and deleted', async ({
  page,
  arrange,
  api,
  server,
}) => {
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  const { id } = await arrange.aMonth({ is_active: false, closed_days: [10] })
  await page.goto(`${PATH}?month=${id}`)
  await page.getByRole('button', { name: 'Save & Publish' }).click()
  await expect(toast(page, 'December 2026 published')).toBeVisible()
  await expect(editor(page, 'December 2026')).toContainText('Published')
  expect(await offered(api)).toContain('"closed_days":[10]')

  await page.getByRole('button', { name: 'Close December 10 to new submissions', pressed: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'December 2026 saved and synced')).toBeVisible()
  expect(await offered(api)).not.toContain('"closed_days":[10]')
  expect(await offered(api)).toContain('December')
  const registered = await arrange.aGuestRegistration({ id })
  await expect(page.getByRole('link', { name: /^December 2026.*1 submission/ })).toBeVisible()
  await page.getByRole('button', { name: 'Move to draft' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Move December 2026 to draft?' })
  await expect(confirmDialog).toContainText('It has 1 submission')
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmDialog).toBeHidden()
  expect(await offered(api)).toContain('December')
  await page.getByRole('button', { name: 'Move to draft' }).click()
  await confirmDialog.getByRole('button', { name: 'Move to draft' }).click()
  await expect(editor(page, 'December 2026')).toContainText('Draft')
  await execute(server.database.db, sql`delete from submissions where id = ${registered.id}`)
  expect(await offered(api)).not.toContain('December')

  const question = 'Are you sure you want to delete December 2026? This action cannot be undone.'
  await page.getByRole('button', { name: 'Delete December 2026' }).click()
  await expect(page.getByText(question)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(question)).toBeHidden()
  await expect(editor(page, 'December 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Delete December 2026' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'December 2026 deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: /^December 2026/ })).toHaveCount(0)
})

test('a draft with outdated prices is published at the prices staff choose', async ({
  page,
  arrange,
  api,
  server,
}) => {
  await execute(server.database.db, sql`delete from settings`)
  const { id } = await arrange.aMonth({ is_active: false })
  const other = await api.as(await arrange.anAdmin())
  const savePrices = (regular_price: number) =>
    saveWithVersion(other, '/api/admin/pricing', { regular_price, special_price: 35 })
  await savePrices(25)
  await page.goto(`${PATH}?month=${id}`)
  await page.getByRole('radio', { name: 'Noon Dismissal' }).click()
  await dec(page, 4).click()
  await page.getByRole('button', { name: 'Save & Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which prices for December 2026?' })
  await expect(dialog).toContainText('$25.00')
  await expect(dialog).toContainText('$20.00')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editor(page, 'December 2026')).toContainText('Unsaved changes')
  expect(await offered(api)).not.toContain('December')

  await page.getByRole('button', { name: 'Save & Publish' }).click()
  await expect(dialog).toBeVisible()
  await savePrices(26)
  await dialog.getByRole('button', { name: 'Publish at current prices' }).click()
  await expect(dialog).toContainText('$26.00')
  expect(await offered(api)).not.toContain('December')
  await dialog.getByRole('button', { name: 'Publish at current prices' }).click()
  await expect(toast(page, 'December 2026 published')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await offered(api)).toContain('"regular_price":26')
})

test('months are listed in calendar order by school year, with state and number of submissions', async ({
  page,
  arrange,
}) => {
  await arrange.aMonth({ month_name: 'September', year: 2026 })
  await arrange.aMonth({ month_name: 'April', year: 2026 })
  await arrange.aMonth({ month_name: 'January', year: 2027, is_active: false })
  const december = await arrange.aMonth()
  await arrange.aGuestRegistration(december)
  await page.goto(PATH)
  const list = page.getByRole('navigation', { name: 'Months' })
  await expect(list.getByRole('heading')).toHaveText(['2025 to 2026', '2026 to 2027'])
  await expect(list.getByRole('link')).toHaveText([
    'April 2026Published, 0 submissions',
    'September 2026Published, 0 submissions',
    'December 2026Published, 1 submission',
    'January 20270 submissionsDraft',
  ])
  await expect(list.getByRole('link', { name: /December/ })).toHaveAttribute('aria-current', 'true')
  await list.getByRole('link', { name: /April/ }).click()
  await expect(page).toHaveURL(/\?month=/)
  await page.reload()
  await expect(editor(page, 'April 2026')).toBeVisible()
})

test('only months that do not exist yet are offered, within five years; month and year are required', async ({
  page,
  arrange,
  api,
}) => {
  await arrange.aMonth({ month_name: 'December', year: 2026 })
  await arrange.aMonth({ month_name: 'March', year: 2027 })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Create Month' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveText('April')
  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await expect(page.getByRole('option')).toHaveCount(11)
  await expect(page.getByRole('option', { name: 'March' })).toHaveCount(0)
  await page.getByRole('option', { name: 'December' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveText('December')
  await dialog.getByRole('combobox', { name: 'Year' }).click()
  await expect(page.getByRole('option')).toHaveText(['2026', '2027', '2028', '2029', '2030'])
  await page.getByRole('option', { name: '2026' }).click()
  await dialog.getByRole('button', { name: 'Create Month' }).click()
  await expect(toast(page, 'Please select both month and year')).toBeVisible()

  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'October' }).click()
  const other = await api.as(await arrange.anAdmin())
  expect((await other.post('/api/admin/months', { month_name: 'October', year: 2026 })).status).toBe(200)
  await expect(page.getByRole('link', { name: /^October 2026/, includeHidden: true })).toBeAttached()
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveText('October')
  await dialog.getByRole('button', { name: 'Create Month' }).click()
  await expect(toast(page, 'This month already exists')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Month' })).toHaveText('October')

  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'November' }).click()
  await dialog.getByRole('button', { name: 'Create Month' }).dblclick()
  await expect(toast(page, 'November 2026 created as draft')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'This month already exists')).toHaveCount(0)
  const { body } = await other.get('/api/admin/months')
  expect(body).toMatchObject({ rows: { length: 4 } })
})

test('after someone else created the chosen month, the next choice is the one created', async ({
  page,
  arrange,
  api,
}) => {
  await arrange.aMonth({ month_name: 'March', year: 2027 })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Create Month' }).click()
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByRole('combobox', { name: 'Month' })
  await expect(choice).toHaveText('April')
  await choice.click()
  await page.getByRole('option', { name: 'May' }).click()
  const other = await api.as(await arrange.anAdmin())
  expect((await other.post('/api/admin/months', { month_name: 'May', year: 2027 })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Create Month' }).click()
  await expect(toast(page, 'This month already exists')).toBeVisible()
  await choice.click()
  await page.getByRole('option', { name: 'August' }).click()
  await expect(choice).toHaveText('August')
  await dialog.getByRole('button', { name: 'Create Month' }).click()
  await expect(toast(page, 'August 2027 created as draft')).toBeVisible()
})

test('days are painted by dragging and by keyboard, and weekends stay unavailable', async ({
  page,
  arrange,
  server,
}) => {
  const { id } = await arrange.aMonth({ is_active: false })
  await page.goto(`${PATH}?month=${id}`)
  await page.getByRole('radio', { name: 'No School' }).click()
  await dec(page, 21).hover()
  await page.mouse.down()
  for (const n of [22, 23, 24]) await dec(page, n).hover()
  await page.mouse.up()
  for (const n of [21, 22, 23, 24]) await expect(dec(page, n)).toHaveAccessibleName(/No School/)
  await expect(page.getByRole('button', { name: 'Close December 22 to new submissions' })).toHaveCount(0)

  await dec(page, 1).focus()
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: 'Noon Dismissal' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dec(page, 1)).toHaveAccessibleName(/Noon Dismissal/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('3')
  await page.keyboard.press('Space')
  await expect(dec(page, 2)).toHaveAccessibleName(/2:30 Dismissal/)
  await dec(page, 5).click({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'December 2026 saved and synced')).toBeVisible()
  const [row] = await storedRows(server.database.db, 'months', sql`where id = ${id}`)
  expect(row).toMatchObject({ special_days: [1], is_active: false })
  expect(row?.day_types).toMatchObject({
    1: 'noon',
    2: 'early',
    5: 'unavailable',
    21: 'no_school',
    24: 'no_school',
  })
})

test('the calendar shows how many children each day has, and lists them with their allergies', async ({
  page,
  arrange,
}) => {
  const month = await arrange.aMonth()
  const parent = await arrange.aParent()
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Amara', allergies: 'Peanuts' }), month, {
    selected_days: [10, 11],
  })
  await page.goto(PATH)
  await expect(dec(page, 10)).toHaveAccessibleName(/1 registered/)
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Noah' }), month, { selected_days: [10] })
  await expect(dec(page, 10)).toHaveAccessibleName(/2 registered/)
  await page.getByRole('button', { name: 'Show who is registered on December 10' }).click()
  const dialog = page.getByRole('dialog', { name: 'Thursday, December 10' })
  await expect(dialog.getByRole('listitem')).toHaveText([/Amara.*Peanuts/, 'Noah'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close this day to new submissions' }).click()
  await page.keyboard.press('Escape')
  await expect(dec(page, 10)).toHaveAccessibleName(/Regular, closed/)
})

test('a click anywhere on a day paints it, except on the lock and the icon that opens the day', {
  tag: '@phone',
}, async ({ page, arrange }) => {
  const month = await arrange.aMonth()
  await arrange.aGuestRegistration(month, { selected_days: [10], guest_child_name: 'Lucia' })
  await page.goto(`${PATH}?month=${month.id}`)
  await page.getByRole('radio', { name: 'No School' }).click()
  await expect(dec(page, 10)).toHaveAccessibleName(/1 registered/)
  const count = dec(page, 10).locator('.day-count')
  for (const width of test.info().project.name === 'phone' ? [390, 320] : [1280]) {
    await page.setViewportSize({ width, height: 844 })
    const pressed = await dec(page, 10).evaluate((cell) => {
      cell.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = cell.getBoundingClientRect()
      const steps = Array.from({ length: 15 }, (_, index) => (index + 0.5) / 15)
      const buttons = steps.flatMap((x) =>
        steps.map((y) => document.elementFromPoint(left + x * width, top + y * height)?.closest('button')),
      )
      const icons = [...(cell.parentElement?.querySelectorAll('button:not([data-day])') ?? [])]
      const others = new Set(buttons.filter((button) => button !== cell))
      return {
        others: [...others].map((button) => button?.getAttribute('aria-label')).sort(),
        share: buttons.filter((button) => button === cell).length / buttons.length,
        middle: buttons[112] === cell,
        seen: icons.map((icon) => (icon.querySelector('svg')?.getBoundingClientRect().width ?? 0) >= 12),
        sizes: icons.flatMap((icon) => {
          const { width, height } = icon.getBoundingClientRect()
          return [width, height]
        }),
      }
    })
    expect(pressed.others).toEqual([
      'Close December 10 to new submissions',
      'Show who is registered on December 10',
    ])
    expect(pressed.middle).toBe(true)
    expect(pressed.seen).toEqual([true, true])
    expect(Math.min(...pressed.sizes)).toBeGreaterThanOrEqual(24)
    expect(pressed.share).toBeGreaterThan(width < 600 ? 0.6 : 0.75)
  }
  const box = await count.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(dec(page, 10)).toHaveAccessibleName(/No School/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await dec(page, 10).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show who is registered on December 10' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Lucia')
})
