import { readFile } from 'node:fs/promises'
import { DEFAULT_PICKUP_TIMES } from '../domain/src/board/pickup-times'
import { execute, sql } from '../server/src/db/sql'
import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'
import { expectToast } from './support/sign-in'

/** Who may pick up a child, until when, and who was late. Today is Monday, November 16, 2026. */

test.beforeEach(async ({ server }) => {
  for (const table of [sql`submissions`, sql`settings`])
    await execute(server.database.db, sql`delete from ${table}`)
})

test('a family lists who may pick up its child, and staff see it on the board', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
  api,
}) => {
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Amara Okafor' })
  await arrange.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
  await signIn(page, parent)
  await page.goto('/children')
  const card = page.getByRole('listitem').filter({ hasText: 'Amara Okafor' })
  await card.getByRole('button', { name: 'Edit Amara Okafor' }).click()
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('group', { name: 'Who may pick up' })
  await expect(people.getByRole('textbox')).toHaveCount(0)
  const add = people.getByRole('button', { name: 'Add person' })

  await add.click()
  await expect(people.getByLabel('Name of person 1')).toBeFocused()
  await people.getByLabel('Phone of person 1').fill('555 0101')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(people.getByText('Please enter a name')).toBeVisible()
  await people.getByLabel('Name of person 1').fill('<b>Grandma</b> Rose')
  await expect(people.getByText('Please enter a name')).toHaveCount(0)
  for (const name of ['Uncle Théo', 'Nina', '', 'Marek']) {
    await add.click()
    await page.keyboard.type(name)
  }
  await expect(add).toBeDisabled()
  await expectAccessible(page)
  await people.getByRole('button', { name: 'Remove Nina' }).click()
  await expect(add).toBeFocused()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success!', "Amara Okafor's information has been updated.")
  // The blank row is not saved.
  await expect(card.getByRole('listitem')).toHaveText([
    '<b>Grandma</b> Rose, 555 0101',
    'Uncle Théo',
    'Marek',
  ])
  await expectAccessible(page)

  const staff = await api.as(await arrange.anAdmin())
  const { body: board } = await staff.get('/api/admin/board')
  expect(board).toMatchObject({
    cards: [
      {
        pickup_people: [
          { name: '<b>Grandma</b> Rose', phone: '555 0101' },
          { name: 'Uncle Théo', phone: null },
          { name: 'Marek', phone: null },
        ],
      },
    ],
  })
})

test('staff see who must not pick up, and release a child to somebody else only with a checked ID', {
  tag: '@phone',
}, async ({ page, arrange, signIn, api }) => {
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  const child = await arrange.aChild(parent, {
    name: 'Amara Okafor',
    must_not_pick_up: [{ name: 'Rob Okafor', note: 'Court order' }],
  })
  const dropIn = await arrange.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
  const admin = await arrange.anAdmin()
  const arrived = { submission_id: dropIn.id, day: '2026-11-16', change: 'arrived', version: 0 }
  const staff = await api.as(admin)
  await staff.post('/api/admin/board/marks', { ...arrived, at: '2026-11-16T08:50:00-05:00' })
  await signIn(page, admin)
  await page.goto('/admin/day-reports/board')
  const row = page.getByRole('article', { name: 'Amara Okafor' })
  await row.getByRole('button', { name: 'Picked up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who is picking up Amara Okafor?' })
  await expect(dialog.getByRole('alert').first()).toHaveText(/Must not pick up\s*Rob Okafor, Court order/)
  const confirm = dialog.getByRole('button', { name: 'Confirm pick-up' })
  await dialog.getByLabel('Another name').fill('rob okafor')
  await confirm.click()
  await expect(dialog.getByText('rob okafor must not pick up Amara Okafor.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Another name').fill('Random Guy')
  await confirm.click()
  const question = page.getByRole('alertdialog', {
    name: "Random Guy is not on Amara Okafor's list. Release anyway?",
  })
  const release = question.getByRole('button', { name: 'Release' })
  await expect(release).toBeDisabled()
  await expectAccessible(page)
  await question.getByRole('checkbox', { name: 'I checked their ID' }).check()
  await release.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toContainText('Picked up by Random Guy, not on the list')
})

test('staff set pick-up times, and late pick-ups are listed and exported', async ({
  page,
  arrange,
  signIn,
  api,
}) => {
  const admin = await arrange.anAdmin()
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  const child = await arrange.aChild(parent, { name: 'Amara Okafor' })
  const friday = await arrange.aDropIn('2026-11-13', { parent_id: parent.id, child_id: child.id })
  await signIn(page, admin)
  await page.goto('/admin/day-reports')
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  const late = page.getByRole('region', { name: 'Late pick-ups' })
  await expect(late).toHaveCount(0)

  await page.goto('/admin/settings?tab=pricing')
  const times = page.locator('form').filter({ has: page.getByLabel('Monday') })
  await expect(times.getByLabel('Monday')).toHaveValue('17:30')
  await expect(times.getByLabel(/^Friday/)).toHaveValue('16:30')
  await expect(times.getByLabel('Noon and 2:30 Dismissal')).toHaveValue('16:30')
  await expect(times.getByLabel('Regular begins on Fridays')).toHaveValue('14:30')
  await times.getByLabel(/^Friday/).fill('16:00')
  // Kept while another tab is open; a colleague's save meanwhile is shown as a conflict.
  await page.getByRole('tab', { name: 'Agreements' }).click()
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(times.getByLabel(/^Friday/)).toHaveValue('16:00')
  const colleague = await api.as(await arrange.anAdmin())
  await saveWithVersion(colleague, '/api/admin/pickup-times', {
    ...DEFAULT_PICKUP_TIMES,
    monday: '18:00',
    friday: '15:00',
  })
  const conflict = conflictAlert(times)
  await expect(conflict).toContainText('Saved now: 3:00 PM')
  await expect(times.getByLabel('Monday')).toHaveValue('18:00')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Discard mine' }).click()
  await expect(times.getByLabel(/^Friday/)).toHaveValue('15:00')
  await times.getByLabel(/^Friday/).fill('')
  await times.getByRole('button', { name: 'Save times' }).click()
  await expect(times.getByText('Please enter a time')).toBeVisible()
  await times.getByLabel(/^Friday/).fill('16:15')
  await times.getByRole('button', { name: 'Save times' }).click()
  await expectToast(page, 'Pick-up times saved')

  await page.goto('/admin/day-reports')
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  const mark = { submission_id: friday.id, day: '2026-11-13' }
  const at = (time: string) => `2026-11-13T${time}:00-05:00`
  await colleague.post('/api/admin/board/marks', {
    ...mark,
    change: 'arrived',
    at: at('14:30'),
    version: 0,
  })
  const left = { change: 'picked_up', picked_up_by: 'Grandma Rose', at: at('16:27'), version: 1 }
  await colleague.post('/api/admin/board/marks', { ...mark, ...left, release_anyway: true })
  // Live, on the open page.
  for (const text of ['Nov 13, 2026', 'Amara Okafor', '12', 'Grandma Rose, not on the list'])
    await expect(late).toContainText(text)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    late.getByRole('button', { name: 'Export late pick-ups' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('late-pick-ups-2026-11-16.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines.slice(1)).toEqual(['2026-11-13,Amara Okafor,12,Grandma Rose,Dana Okafor'])
  await late.getByRole('link', { name: 'Amara Okafor' }).click()
  await expect(page.getByRole('heading', { name: 'Dana Okafor' })).toBeVisible()
  await expect(late).toContainText('Grandma Rose')
  await expectAccessible(page)
})
