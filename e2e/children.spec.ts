import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures'
import { holdRequest } from './support/hold-request'

test('a parent adds, edits and deletes a child', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  await signIn(page, parent)
  await page.goto('/children')
  await expect(page.getByRole('heading', { name: 'No Children Added' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Child' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Add Child' })).toBeDisabled()
  await dialog.getByLabel(/^Name/).fill('   ')
  await expect(dialog.getByRole('button', { name: 'Add Child' })).toBeDisabled()
  await dialog.getByLabel(/^Name/).fill('Amara Okafor')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add Child' }).click()
  await expect(page.getByText('Amara Okafor has been added successfully.')).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'Amara Okafor' })
  await expect(card).toContainText('No additional information')
  const { rows } = await server.database.pool.query('select * from children where parent_id = $1', [
    parent.id,
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ name: 'Amara Okafor', allergies: null, notes: null })

  await card.getByRole('button', { name: 'Edit Amara Okafor' }).click()
  await dialog.getByLabel('Allergies').fill('Peanuts, tree nuts')
  await dialog.getByLabel('Notes').fill('Naps at four')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText("Amara Okafor's information has been updated.")).toBeVisible()
  await expect(card).toContainText('Peanuts, tree nuts')
  await expect(card).toContainText('Naps at four')
  await expect(card).not.toContainText('No additional information')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Delete Amara Okafor' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(confirmDialog).toContainText(/permanently deletes .* information and cannot be undone/)
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Delete Amara Okafor' }).click()
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Amara Okafor has been removed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Children Added' })).toBeVisible()
})

test("long allergies and totals push no button off a phone's screen", async ({ page, arrange, signIn }) => {
  const parent = await arrange.aParent()
  await arrange.aMonth({ month_name: 'December', year: 2026, is_active: true })
  const sentence = 'Peanuts, tree nuts, sesame and eggs; carries two pens in the blue bag, call us at once'
  const allergies = { Amara: sentence, Ben: 'x'.repeat(500), Cleo: null, Dara: null }
  for (const [name, text] of Object.entries(allergies))
    await arrange.aChild(parent, { name, allergies: text })
  await signIn(page, parent)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/children')
  for (const name of ['Amara', 'Ben'] as const) {
    await expect(page.getByText(`Allergies: ${allergies[name]}`)).toBeVisible()
    for (const label of [`Edit ${name}`, `Delete ${name}`]) {
      const button = page.getByRole('button', { name: label })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  }
  await expectNoHorizontalScroll(page)

  await page.goto('/monthly-signup')
  await expect(page.getByText(allergies.Ben)).toBeAttached()
  await expectNoHorizontalScroll(page)

  await page.setViewportSize({ width: 320, height: 640 })
  for (const name of Object.keys(allergies)) await page.getByRole('checkbox', { name }).click()
  const days = page.getByRole('gridcell').getByRole('button', { name: /Regular, \$/ })
  for (const day of (await days.all()).slice(0, 15)) await day.click()
  const bar = page.getByRole('region', { name: 'Fee Summary' })
  const amount = await bar.getByText(/^\$1,\d{3}\.00$/).evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { right, bottom } = range.getBoundingClientRect()
    return { right, bottom }
  })
  const button = await bar.getByRole('button', { name: 'Submit Registration' }).boundingBox()
  if (!button) throw new Error('The button is not shown')
  expect(amount.right <= button.x || amount.bottom <= button.y).toBe(true)
  await expectNoHorizontalScroll(page)
})

test('a long name without spaces is shown in full in the menu and in the delete dialog', async ({
  page,
  arrange,
  signIn,
}) => {
  const name = 'x'.repeat(120)
  const parent = await arrange.aParent({ full_name: name })
  await arrange.aChild(parent, { name })
  await signIn(page, parent)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/children')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectNotClipped(page.getByRole('dialog', { name: 'Menu' }).getByText(name))
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expectNotClipped(page.getByRole('alertdialog').getByText(name))
})

async function expectNotClipped(text: Locator) {
  await expect(text).toBeVisible()
  const [needed, shown] = await text.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(needed).toBe(shown)
}

async function expectNoHorizontalScroll(page: Page) {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBe(widths[1])
}

test('repeated clicks add a child once, and removing a removed child succeeds', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const parent = await arrange.aParent()
  await signIn(page, parent)
  await page.goto('/children')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Add Child' })
  // Stored, but the response is lost.
  await page.route('**/api/children', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add Child' }).click()
  await dialog.getByLabel(/^Name/).fill('Lena')
  await send.click()
  await expect(page.getByText('Failed to add child. Please try again.')).toBeVisible()
  await page.unroute('**/api/children')
  const pending = holdRequest(page, '**/api/children')
  await send.dblclick()
  await pending.requested
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  pending.release()
  await expect(page.getByText('Lena has been added successfully.')).toBeVisible()
  await expect(page.getByText('Failed to add child.')).toHaveCount(0)
  const { rows } = await server.database.pool.query('select id from children where parent_id = $1', [
    parent.id,
  ])
  expect(rows).toHaveLength(1)

  // Another tab removes it before the response arrives.
  await page.getByRole('button', { name: 'Delete Lena' }).click()
  const removal = holdRequest(page, '**/api/children/*')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await removal.requested
  await server.database.pool.query('delete from children where parent_id = $1', [parent.id])
  removal.release()
  await expect(page.getByText('Lena has been removed.')).toBeVisible()
  await expect(page.getByText('Failed to delete child.')).toHaveCount(0)
})
