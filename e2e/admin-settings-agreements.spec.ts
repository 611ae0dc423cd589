import type { Page } from '@playwright/test'
import { execute, sql } from '../server/src/db/sql'
import { storedRows } from '../server/testing/rows'
import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import { expectToast, signInByForm } from './support/sign-in'

const PATH = '/admin/settings?tab=agreements'

let rosa: { id: string }

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from site_content`)
  rosa = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  await signIn(page, rosa)
})

const item = (page: Page, n: number) => page.getByRole('textbox', { name: `Item ${n}`, exact: true })
const items = (page: Page) => page.getByRole('region', { name: 'Agreement items' }).getByRole('textbox')
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

test('an agreement starts with the default text; items are edited, added, reordered and saved', {
  tag: '@phone',
}, async ({ page, server }) => {
  await page.goto(PATH)
  await expect(page.getByRole('tablist', { name: 'Agreements' }).getByRole('tab')).toHaveText([
    'Monthly Registration',
    'Day-of Drop-In',
  ])
  await expect(item(page, 1)).toHaveValue('All fees are non-refundable once submitted.')
  await expect(items(page)).toHaveCount(5)
  await expectAccessible(page)
  const preview = page.getByRole('region', { name: 'As parents see it' })
  await expect(preview.locator('strong')).toHaveText(
    'A child picked up after pick-up time is automatically charged $50.',
  )

  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(item(page, 6)).toBeFocused()
  await item(page, 6).fill('Bring <i>a hat</i>.')
  await page.getByRole('button', { name: 'Bold item 6' }).click()
  await expect(item(page, 6)).toHaveValue('**Bring <i>a hat</i>.**')
  await expect(preview.locator('strong').last()).toHaveText('Bring <i>a hat</i>.')
  await page.getByRole('button', { name: 'Move item 6 up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move item 5 up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item(page, 4)).toHaveValue('**Bring <i>a hat</i>.**')
  await page.getByRole('button', { name: 'Remove item 1' }).click()
  await expect(items(page)).toHaveCount(5)
  await save(page)
  await expectToast(page, 'Success', 'Monthly agreement updated successfully')
  await item(page, 1).fill('First')
  await save(page)
  await expect
    .poll(async () =>
      storedRows(server.database.db, 'site_content', sql`where section_name = 'registration_agreement'`),
    )
    .toMatchObject([
      {
        version: 2,
        updated_by: rosa.id,
        content: {
          items: [
            'First',
            expect.any(String),
            '**Bring <i>a hat</i>.**',
            expect.any(String),
            expect.any(String),
          ],
        },
      },
    ])
})

test('typed items are restored after the session expired and staff sign in again', async ({
  page,
  server,
  arrange,
  signIn,
}) => {
  const ben = await arrange.anAdmin()
  await givePassword(server, ben.id, 'a long password')
  await signIn(page, ben)
  await page.goto(PATH)
  await item(page, 1).fill('Mine')
  await execute(server.database.db, sql`delete from sessions where account_id = ${ben.id}`)
  await expect(page).toHaveURL(/\/admin\/login/)
  await signInByForm(page, ben.email, 'a long password')
  await expect(item(page, 1)).toHaveValue('Mine')
  await save(page)
  await expectToast(page, 'Success', 'Monthly agreement updated successfully')
})
