import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { buildersFor } from '../server/testing/builders'
import { expect, expectAccessible, test } from './fixtures'

/** One submission of each status, including a guest's drop-in. Each family has its own names. */
async function aFamily(arrange: ReturnType<typeof buildersFor>, family: string, month: { id: string }) {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const domain = `${family.toLowerCase()}.example`
  const parent = await arrange.aParent({ full_name: `Dana ${family}`, email: `dana@${domain}` })
  const register = async (name: string, values: Parameters<typeof arrange.aRegistration>[2]) =>
    arrange.aRegistration(await arrange.aChild(parent, { name: `${name} ${family}` }), month, values)
  const open = await register('Amara', { submitted_at: '2026-11-01T15:00:00Z', is_edited: true })
  const billed = await register('Tobias', { submitted_at: '2026-11-02T15:00:00Z', billed_status: 'billed' })
  const partial = await register('Kavi', { submitted_at: '2026-11-03T15:00:00Z', billed_status: 'billed' })
  const paid = await register('June', { submitted_at: '2026-11-04T15:00:00Z', total_fee_cents: 9000 })
  await arrange.aPayment(parent, admin, { submission_id: partial.id, amount_cents: 1500 })
  await arrange.aPayment(parent, admin, { submission_id: paid.id, amount_cents: 9000 })
  const dropIn = await arrange.aDropIn('2026-11-17', {
    submitted_at: '2026-11-05T15:00:00Z',
    guest_parent_name: `Grace ${family}`,
    guest_parent_email: `grace@${domain}`,
    guest_child_name: `Otis ${family}`,
    guest_child_allergies: 'Dairy',
  })
  return { admin, parent, open, billed, partial, paid, dropIn }
}

test('the list shows names, months, billing and status of parents and guests', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
}) => {
  const month = await arrange.aMonth({ month_name: 'January', year: 2027 })
  const { admin } = await aFamily(arrange, 'Alder', month)
  await signIn(page, admin)
  await page.goto('/admin/submissions?search=Alder')
  await expect(page.getByRole('heading', { level: 1, name: 'Submissions' })).toBeVisible()
  const isPhone = test.info().project.name === 'phone'
  const list = page.getByRole(isPhone ? 'list' : 'table', { name: 'Submissions' })
  const one = (name: string) => list.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: name })
  const guest = one('Otis Alder')
  const shown = [
    'Guest',
    'grace@alder.example',
    'Nov 17, 2026',
    'Day Drop-In',
    '$25.00',
    'Submitted',
    'Dairy',
  ]
  for (const text of shown) await expect(guest.getByText(text, { exact: true })).toBeVisible()
  const kavi = one('Kavi Alder')
  const registered = [
    'Dana Alder',
    'January 2027',
    'Month Registration',
    '$60.00',
    'Partial',
    'Yes',
    'Nov 3, 2026',
  ]
  for (const text of registered) await expect(kavi.getByText(text, { exact: true })).toBeVisible()
  await expect(one('Amara Alder').getByText('Edited')).toBeVisible()
  await expect(page.getByText('1 to 5 of 5 submissions')).toBeVisible()
  await expectAccessible(page)
})

test('status, type and search filter the list and are kept in the URL', async ({ page, arrange, signIn }) => {
  const month = await arrange.aMonth({ month_name: 'February', year: 2027 })
  const { admin } = await aFamily(arrange, 'Birch', month)
  await signIn(page, admin)
  await page.goto('/admin/submissions')
  await page.getByRole('searchbox', { name: 'Search parent, child or email' }).fill('birch')
  await expect(page.getByText('1 to 5 of 5 submissions')).toBeVisible()

  const status = page.getByRole('group', { name: 'Status' })
  const statuses = [
    ['Submitted', 2],
    ['Billed', 1],
    ['Partial', 1],
    ['Paid', 1],
    ['All', 5],
  ] as const
  for (const [label, count] of statuses) {
    await status.getByRole('button', { name: label, exact: true }).click()
    await expect(page.getByText(`1 to ${count} of ${count} submissions`)).toBeVisible()
  }
  await expect(status.getByRole('button')).toHaveText(['All', 'Submitted', 'Billed', 'Partial', 'Paid'])

  const type = page.getByRole('group', { name: 'Type' })
  await expect(type.getByRole('button')).toHaveText(['All', 'Month Registration', 'Day Drop-In'])
  await type.getByRole('button', { name: 'Month Registration' }).click()
  await expect(page.getByText('1 to 4 of 4 submissions')).toBeVisible()
  await type.getByRole('button', { name: 'Day Drop-In' }).click()
  await expect(page.getByRole('row', { name: /Otis Birch/ })).toBeVisible()
  await expect(page.getByText('1 to 1 of 1 submissions')).toBeVisible()
  await expect(page).toHaveURL(/search=birch.*type=day_drop_in/)

  await page.reload()
  await expect(page.getByText('1 to 1 of 1 submissions')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1 to 4 of 4 submissions')).toBeVisible()

  const live = page.waitForResponse('**/api/live')
  await page.goto('/admin/submissions?search=nobody-at-all')
  await live
  await expect(page.getByText('No submissions match these filters')).toBeVisible()
  await arrange.aGuestRegistration(month, { guest_child_name: 'Nobody-at-all' })
  await expect(page.getByRole('row', { name: /Nobody-at-all/ })).toBeVisible()
})

test('the list is sorted by its column headings and paged', async ({ page, arrange, signIn }) => {
  const month = await arrange.aMonth({ month_name: 'March', year: 2027 })
  const { admin } = await aFamily(arrange, 'Cedar', month)
  for (let n = 0; n < 26; n++)
    await arrange.aGuestRegistration(month, {
      guest_parent_name: 'Cedar',
      submitted_at: '2026-10-01T00:00:00Z',
    })
  await signIn(page, admin)
  await page.goto('/admin/submissions?search=cedar')
  await expect(page.getByText('1 to 25 of 31 submissions')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('26 to 31 of 31 submissions')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'Fee' }).click()
  await expect(page.getByRole('columnheader', { name: 'Fee' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Fee' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('June Cedar')
  await expect(page).not.toHaveURL(/page=/)
})

test('on a phone the cards can also be sorted, selected and opened', {
  tag: ['@phone', '@phone-only'],
}, async ({ page, arrange, signIn }) => {
  const month = await arrange.aMonth({ month_name: 'August', year: 2027 })
  const { admin } = await aFamily(arrange, 'Ginkgo', month)
  await signIn(page, admin)
  await page.goto('/admin/submissions?search=ginkgo')
  const cards = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
  await expect(cards.first()).toContainText('Otis Ginkgo')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Fee')
  await expect(cards.first()).toContainText('$25.00')
  await page.getByRole('button', { name: 'Sort in descending order' }).click()
  await expect(cards.first()).toContainText('June Ginkgo')
  await expect(page).toHaveURL(/sort=fee&direction=desc/)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Mark 5 Billed' }).click()
  await expect(page.getByText('Marked 3 submission(s) as billed')).toBeVisible()
  await cards.filter({ hasText: 'June Ginkgo' }).getByText('$90.00').click()
  await expect(page.getByRole('dialog', { name: 'August 2027' })).toBeVisible()
})

test('the export contains every listed submission and is named after the day', async ({
  page,
  arrange,
  signIn,
}) => {
  const month = await arrange.aMonth({ month_name: 'April', year: 2027 })
  const { admin } = await aFamily(arrange, 'Dogwood', month)
  await arrange.aGuestRegistration(month, {
    guest_parent_name: '=1+1 Dogwood',
    guest_child_name: 'Lucía, "Lu"',
  })
  await signIn(page, admin)
  await page.goto('/admin/submissions?search=dogwood&type=month_registration')
  await expect(page.getByText('1 to 5 of 5 submissions')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('submissions-export-2026-11-16.csv')
  await expect(page.getByText('Export Complete')).toBeVisible()
  await expect(page.getByText('Exported 5 submission(s)')).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true })
  expect(data).toHaveLength(6)
  expect(data[0]?.join()).toBe(
    'Parent Name,Parent Email,Child Name,Type,Month,Days,Fee,Status,Submitted Date,Allergies',
  )
  expect(data[1]?.slice(0, 3)).toEqual(["'=1+1 Dogwood", 'grace@example.com', 'Lucía, "Lu"'])
})

test('several submissions are marked billed at once, and Undo reverts it', async ({
  page,
  arrange,
  signIn,
}) => {
  const month = await arrange.aMonth({ month_name: 'May', year: 2027 })
  const { admin } = await aFamily(arrange, 'Elm', month)
  await signIn(page, admin)
  await page.goto('/admin/submissions?search=elm&status=submitted')
  const mark = async () => {
    await page.getByRole('checkbox', { name: 'Select Amara Elm' }).check()
    await page.getByRole('checkbox', { name: 'Select Otis Elm' }).check()
    await page.getByRole('button', { name: 'Mark 2 Billed' }).click()
    await expect(page.getByText('Marked 2 submission(s) as billed')).toBeVisible()
  }
  await mark()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 submission(s) are back to how they were.')).toBeVisible()
  await mark()
  await expect(page.getByText('No submissions match these filters')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Billed' }).click()
  await expect(page.getByText('1 to 3 of 3 submissions')).toBeVisible()
})
