import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const day = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Registration' })
const agree = (page: Page) => page.getByRole('checkbox', { name: /agree/ }).click()

/** The visible toast. */
async function expectToast(page: Page, title: string, message: string) {
  await expect(page.getByRole('alert')).toHaveCount(1)
  // The previous one may still be fading out.
  await expect(
    page.getByRole('alert').filter({ hasText: title }).filter({ hasText: message }).first(),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)
}

const MISSING = 'Please select at least one child and select days.'

test('a parent registers two children when a third is already registered', { tag: '@phone' }, async ({
  page,
  arrange,
  signIn,
  server,
  mails,
}) => {
  const parent = await arrange.aParent()
  const lena = await arrange.aChild(parent, { name: 'Lena' })
  await arrange.aChild(parent, { name: 'Tobias' })
  await arrange.aChild(parent, { name: 'Amara', allergies: 'Peanuts' })
  const types = { 4: 'noon', 9: 'early', 10: 'no_school', 11: 'unavailable' } as const
  const december = await arrange.aMonth({ day_types: types, closed_days: [16] })
  await arrange.aMonth({ month_name: 'January', year: 2027 })
  await arrange.aRegistration(lena, december)
  await signIn(page, parent)

  await watchLayoutShifts(page)
  await page.goto('/monthly-signup')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
  const picker = page.getByRole('region', { name: 'Month' }).getByRole('button')
  await expect(picker).toHaveText([/December\s*2026/, /January\s*2027/])
  await expectNoLayoutShift(page)
  await submit(page).click()
  await expectToast(page, 'Month Required', 'Please select a month for registration.')

  await picker.first().click()
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
  const taken = page.getByRole('checkbox', { name: 'Lena' })
  await expect(taken).toBeDisabled()
  await expect(page.getByText('Already Submitted')).toBeVisible()
  await submit(page).click()
  await expectToast(page, 'Missing Information', MISSING)

  await page.getByRole('checkbox', { name: 'Amara' }).click()
  await page.getByRole('checkbox', { name: 'Tobias' }).click()
  await submit(page).click()
  await expectToast(page, 'Missing Information', MISSING)

  await day(page, 'Tuesday, December 1, Regular, $20').click()
  await day(page, 'Wednesday, December 2, Regular, $20').click()
  await day(page, /December 2, .*selected/).click()
  await expect(day(page, 'Wednesday, December 2, Regular, $20')).toHaveAttribute('aria-pressed', 'false')
  await day(page, 'Thursday, December 3, Regular, $20').click()
  await day(page, 'Friday, December 4, Noon Dismissal, $30').click()
  await day(page, 'Wednesday, December 9, 2:30 Dismissal, $30').click()
  for (const off of [/December 10, No School/, /December 11, Unavailable/, /December 16, Closed/]) {
    // Playwright would wait for a day that never becomes enabled.
    await day(page, off).click({ force: true })
    await expect(day(page, off)).toHaveAttribute('aria-disabled', 'true')
    await expect(day(page, off)).toHaveAttribute('aria-pressed', 'false')
  }
  await expect(page.getByText('$200.00').first()).toBeVisible()
  await submit(page).click()
  await expectToast(page, 'Missing Information', MISSING)
  await expect(page.getByText('Check the agreement box to register.')).toBeInViewport()

  await agree(page)
  await expectAccessible(page)
  await submit(page).click()
  await expect(page.getByText('Registration submitted successfully for 2 children.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const { rows } = await server.database.pool.query(
    'select * from submissions where parent_id = $1 and child_id <> $2',
    [parent.id, lena.id],
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ month_id: december.id, selected_days: [1, 3, 4, 9], is_edited: false })
    expect(Number(row.total_fee)).toBe(100)
  }
  expect((await mails.next(parent.email)).subject).not.toBe('')
})

test('a new parent adds a first child on the form and registers for the only month', async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  await arrange.aMonth()
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  // The only month is preselected, without a picker.
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Month' })).toHaveCount(0)
  await expect(submit(page)).toBeDisabled()
  await day(page, /December 1, Regular/).click()
  await page.getByRole('button', { name: 'Add Child' }).click()
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Zoë 🦊 نور')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Child' }).click()
  await expect(page.getByRole('checkbox', { name: 'Zoë 🦊 نور' })).toBeChecked()
  await expect(day(page, /December 1, .*selected/)).toBeVisible()
  await agree(page)
  await submit(page).click()
  await expect(page.getByText('Registration submitted successfully for 1 child.')).toBeVisible()
})

test('another month starts with no days selected, and without the children already registered for it', async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  const amara = await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aChild(parent, { name: 'Kofi' })
  await arrange.aMonth()
  const january = await arrange.aMonth({ month_name: 'January', year: 2027 })
  await arrange.aRegistration(amara, january, { selected_days: [5] })
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  const pick = (name: string) => page.getByRole('region', { name: 'Month' }).getByRole('button', { name })
  await pick('December').click()
  await page.getByRole('checkbox', { name: 'Amara' }).click()
  await page.getByRole('checkbox', { name: 'Kofi' }).click()
  await day(page, /December 1, Regular/).click()
  await pick('January').click()
  await expect(page.getByRole('checkbox', { name: 'Amara' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Amara' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Kofi' })).toBeChecked()
  await pick('December').click()
  await expect(day(page, /selected/)).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Amara' })).not.toBeChecked()
})

test('a month in the URL opens directly, the query before the path; an unknown one shows the picker', async ({
  page,
  arrange,
}) => {
  const december = await arrange.aMonth()
  const january = await arrange.aMonth({ month_name: 'January', year: 2027 })
  await page.goto(`/monthly-signup/${january.id}`)
  await expect(page.getByRole('grid', { name: 'January 2027' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Month' })).toHaveCount(0)
  await page.goto(`/monthly-signup/${january.id}?month=${december.id}`)
  await expect(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose another month' }).click()
  await expect(page.getByRole('region', { name: 'Month' })).toBeVisible()

  const draft = await arrange.aMonth({ month_name: 'March', year: 2027, is_active: false })
  const past = await arrange.aMonth({ month_name: 'October', year: 2026 })
  for (const id of ['unknown', draft.id, past.id]) {
    await page.goto(`/monthly-signup?month=${id}`)
    await expectToast(page, 'Error', 'Failed to load month data.')
    await expect(page.getByRole('region', { name: 'Month' }).getByRole('button')).toHaveCount(2)
  }
})

test('a month without a calendar is listed but cannot be opened', async ({ page, arrange }) => {
  await arrange.aMonth()
  const summer = await arrange.aMonth({ month_name: 'Summer', year: 2027 })
  await page.goto('/monthly-signup')
  await page.getByRole('button', { name: 'Summer' }).click()
  await expectToast(page, 'Error', 'Failed to load month data.')
  await page.goto(`/monthly-signup?month=${summer.id}`)
  await expectToast(page, 'Error', 'Failed to load month data.')
  await expect(page.getByRole('region', { name: 'Month' }).getByRole('button')).toHaveCount(2)
})

test('today and past days cannot be selected, and a list of fifteen children scrolls', async ({
  page,
  arrange,
  signIn,
}) => {
  const parent = await arrange.aParent()
  for (let n = 1; n <= 15; n += 1) await arrange.aChild(parent, { name: `Child Number ${n}` })
  await arrange.aMonth({ month_name: 'November', year: 2026 })
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  for (const name of [
    /November 13, Unavailable/,
    /November 16, today, Unavailable/,
    /Saturday, November 21/,
  ]) {
    await expect(day(page, name)).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(day(page, 'Tuesday, November 17, Regular, $20')).toBeVisible()
  const last = page.getByRole('checkbox', { name: 'Child Number 1', exact: true })
  await expect(last).not.toBeInViewport()
  await last.click()
  await expect(last).toBeChecked()
  const isScrolled = await last.evaluate((box) => {
    let area = box.parentElement
    while (area && area.scrollHeight <= area.clientHeight + 1) area = area.parentElement
    return area !== null && area !== document.documentElement && area.scrollTop > 0
  })
  expect(isScrolled).toBe(true)
})

test('days can be selected by keyboard alone', async ({ page, arrange }) => {
  await arrange.aMonth()
  await page.goto('/monthly-signup')
  await day(page, /December 1, Regular/).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(day(page, /December 1, .*selected/)).toBeVisible()
  await expect(day(page, /December 2, .*selected/)).toBeVisible()
})

test('what is clicked before the app has loaded is not lost', async ({ page, arrange, signIn }) => {
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Amara' })
  await arrange.aMonth()
  await signIn(page, parent)
  await page.addInitScript(() => {
    // As soon as the parser has them, which no click of the test's driver could be.
    const clicks = setInterval(() => {
      const [box, button] = [
        document.querySelector('input'),
        document.querySelector<HTMLElement>('[type=submit]'),
      ]
      if (!box || !button) return
      clearInterval(clicks)
      box.click()
      button.click()
    })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/monthly-signup')
  await expect(page.getByRole('alert').filter({ hasText: 'Missing Information' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Amara' })).toBeChecked()
})
