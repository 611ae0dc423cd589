import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { execute, sql } from '../server/src/db/sql'
import { expect, expectAccessible, test } from './fixtures'
import { listRows } from './support/lists'

const PATH = '/admin/day-reports'
const COLUMNS = ['Child Name', 'Parent', 'Phone', 'Allergies', 'Notes', 'Dismissal', 'Type', 'Fee']

test.beforeEach(async ({ page, arrange, signIn, server }) => {
  await execute(server.database.db, sql`delete from submissions`)
  await execute(server.database.db, sql`delete from months`)
  await signIn(page, await arrange.anAdmin())
})

const table = (page: Page) => page.getByRole('table', { name: 'Attendance' })
const rows = (page: Page) => listRows(page, 'Attendance')
const stat = (page: Page, label: string) => page.locator('dl').filter({ hasText: label }).locator('dd')
const pickDay = (page: Page, name: string) => page.getByRole('gridcell').getByRole('button', { name }).click()

type Arrange = Parameters<Parameters<typeof test>[2]>[0]['arrange']

/** Two children of one family, a guest of the month and a drop-in, on November 17. */
async function aBusyTuesday(arrange: Arrange) {
  const dana = await arrange.aParent({ full_name: 'Dana Okafor', phone: '555 0100' })
  const amara = await arrange.aChild(dana, { name: 'Amara Okafor', allergies: 'Peanuts', notes: 'EpiPen' })
  const zuri = await arrange.aChild(dana, { name: 'Zuri Okafor', allergies: 'none' })
  const november = await arrange.aMonth({
    month_name: 'November',
    day_types: { 17: 'regular', 18: 'noon', 19: 'early' },
  })
  const registration = { selected_days: [17, 18, 19], total_fee_cents: 7000 }
  await arrange.aRegistration(amara, november, registration)
  await arrange.aRegistration(zuri, november, registration)
  await arrange.aGuestRegistration(november, {
    selected_days: [17],
    guest_child_allergies: 'Dairy',
    guest_child_notes: 'Brings own snack',
  })
  await arrange.aDropIn('2026-11-17', {
    guest_child_name: 'Wren Abernathy',
    guest_parent_name: 'Joel Abernathy',
    guest_parent_phone: '555 0142',
    dismissal_type: 'early',
    total_fee_cents: 3000,
  })
}

test('the report opens on today, and another day is chosen in the calendar or the URL', {
  tag: '@phone',
}, async ({ page, arrange }) => {
  await aBusyTuesday(arrange)
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'Day Reports' })).toBeVisible()
  await expect(page.getByText('Monday, November 16, 2026', { exact: true })).toBeVisible()
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Allergy Alert' })).toHaveCount(0)

  await pickDay(page, 'Tuesday, November 17')
  await expect(page).toHaveURL(`${PATH}?date=2026-11-17`)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(4)

  await page.goto(`${PATH}?date=2027-02-03`)
  await expect(page.getByText('Wednesday, February 3, 2027', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'February 2027' })).toBeVisible()
})

test('the table, the four figures and the allergy alert agree about the day', async ({ page, arrange }) => {
  await aBusyTuesday(arrange)
  await page.goto(`${PATH}?date=2026-11-17`)
  await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS)
  await expect(rows(page)).toHaveCount(4)
  const cells = await Promise.all(
    (await rows(page).all()).map((row) => row.getByRole('cell').allInnerTexts()),
  )
  expect(cells).toEqual([
    ['Amara Okafor', 'Dana Okafor', '555 0100', 'Peanuts', 'EpiPen', 'Regular', 'Registered', '$23.33'],
    ['Otis Whitfield', 'Grace Whitfield', '-', 'Dairy', 'Brings own snack', 'Regular', 'Drop-In', '$20.00'],
    ['Wren Abernathy', 'Joel Abernathy', '555 0142', 'None', '-', '2:30 PM', 'Drop-In', '$30.00'],
    ['Zuri Okafor', 'Dana Okafor', '555 0100', 'None', '-', 'Regular', 'Registered', '$23.33'],
  ])
  await expect(stat(page, 'Total Children')).toHaveText('4')
  await expect(stat(page, 'Drop-Ins')).toHaveText('2')
  await expect(stat(page, 'With Allergies')).toHaveText('2')
  await expect(stat(page, 'Revenue')).toHaveText('$96.67')
  const alert = page.getByRole('region', { name: 'Allergy Alert' })
  await expect(alert.getByRole('listitem')).toHaveText(['Amara OkaforPeanuts', 'Otis WhitfieldDairy'])
  await expectAccessible(page)

  await pickDay(page, 'Wednesday, November 18')
  await expect(rows(page).getByRole('cell', { name: 'Noon', exact: true })).toHaveCount(2)
  await pickDay(page, 'Thursday, November 19')
  await expect(rows(page).getByRole('cell', { name: '2:30 PM', exact: true })).toHaveCount(2)
})

test('a drop-in requested while the report is open appears live', async ({ page, arrange, api }) => {
  await arrange.aMonth({ month_name: 'November' })
  await page.goto(PATH)
  await expect(page.getByText('No children scheduled for this date')).toBeVisible()
  const response = await api.visitor.post('/api/drop-ins', {
    guest_parent_name: 'Grace Whitfield',
    guest_parent_email: 'grace@example.com',
    guest_child_name: 'Otis Whitfield',
    guest_child_allergies: 'Dairy',
    dropin_date: '2026-11-16',
    agreed: true,
  })
  expect(response.status).toBe(200)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('$25.00')
  await expect(page.getByRole('region', { name: 'Allergy Alert' })).toContainText('Otis Whitfield')
})

test('a long allergy is shown in full, and markup as text', async ({ page, arrange }) => {
  const allergies = `Everything with ${'nuts and '.repeat(40)}<img src=x onerror="document.title='hacked'">`
  await arrange.aDropIn('2026-11-16', { guest_child_name: '<b>Otis</b>', guest_child_allergies: allergies })
  await page.goto(PATH)
  const alert = page.getByRole('region', { name: 'Allergy Alert' })
  await expect(alert).toContainText(allergies)
  await expect(alert).toContainText('<b>Otis</b>')
  expect(await alert.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await expect(rows(page).getByText(allergies)).toBeVisible()
  await expect(page).toHaveTitle(/^Day Reports/)
})

test('Export CSV saves the rows of the chosen date in a file named after it', async ({ page, arrange }) => {
  await aBusyTuesday(arrange)
  await page.goto(`${PATH}?date=2026-11-17`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('attendance-2026-11-17.csv')
  const text = await readFile(await file.path(), 'utf8')
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true })
  expect(data[0]).toEqual(COLUMNS)
  expect(data.slice(1).map(([child, , , , , , type, fee]) => [child, type, fee])).toEqual([
    ['Amara Okafor', 'Registered', '23.33'],
    ['Otis Whitfield', 'Drop-In', '20.00'],
    ['Wren Abernathy', 'Drop-In', '30.00'],
    ['Zuri Okafor', 'Registered', '23.33'],
  ])
})
