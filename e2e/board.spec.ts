import type { Page } from '@playwright/test'
import { rows, sql } from '../server/src/db/sql'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { givePassword } from './support/passwords'
import type { RunningServer } from './support/server'
import { signInByForm } from './support/sign-in'

const DAY = '2026-11-16'
const BOARD = '/admin/day-reports/board'

test.use({ now: '2026-11-16T16:00:00-05:00' })
test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, rate_limits'),
)

const card = (page: Page, name: string) => page.getByRole('article', { name })
const clickIn = (page: Page, name: string, button: string) =>
  card(page, name).getByRole('button', { name: button, exact: true }).click()
const openRow = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name, exact: true }).click()
const counts = (page: Page) => page.getByRole('group', { name: 'Show only' }).getByRole('button')
const expectText = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible()

/** From here on the page opens without a connection. */
async function expectCached(page: Page) {
  const countCachedFiles = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('aftercare /admin'))
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active && name ? (await (await caches.open(name)).keys()).length : 0
    })
  await expect.poll(countCachedFiles).toBeGreaterThan(5)
}

/** Browsers may drop it at any time: what a page needs offline has to come from the worker's cache. */
async function clearHttpCache(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  await devTools.detach()
}

/** What the board left in the browser; the page that says that there is no connection holds nothing of anybody. */
const storedItems = (page: Page) =>
  page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()).filter((name) => !name.startsWith('aftercare / ')),
    ...(await navigator.serviceWorker.getRegistrations())
      .map(({ scope }) => new URL(scope).pathname)
      .filter((scope) => scope !== '/'),
    localStorage.getItem('aftercare.board'),
  ])

const listMarks = ({ database }: RunningServer) =>
  rows<{ child: string; version: number; arrived: boolean; by: string | null }>(
    database.db,
    sql`select s.guest_child_name as child, m.version, m.arrived_at is not null as arrived, m.picked_up_by as by
      from attendance_marks m join submissions s on s.id = m.submission_id order by child`,
  )
const listAuditedMarks = ({ database }: RunningServer, ...people: { id: string }[]) =>
  rows<{ action: string; actor_id: string }>(
    database.db,
    sql`select action, actor_id from audit_log
      where table_name = 'attendance_marks' and actor_id = any(${people.map(({ id }) => id)}) order by id`,
  )

test('marks made offline survive a reload and are sent once each, and the first mark for a child is kept', async ({
  page,
  context,
  browser,
  arrange,
  signIn,
  server,
}) => {
  for (const name of ['Ada Lee', 'Ben Ode', 'Cleo Fry', 'Dov Katz'])
    await arrange.aDropIn(DAY, {
      guest_child_name: name,
      guest_parent_name: `${name}'s father`,
      guest_parent_phone: name === 'Dov Katz' ? '5'.repeat(40) : '(555) 014-2210',
      guest_child_allergies: name === 'Ada Lee' ? 'Peanuts' : null,
    })
  const rosa = await arrange.anAdmin()
  await signIn(page, rosa)
  await page.goto('/admin/day-reports')
  await page.getByRole('button', { name: 'Attendance Board' }).click()
  await expect(page).toHaveURL(`${BOARD}?date=${DAY}`)
  await expect(counts(page)).toHaveText(['4 Expected', '0 Here', '0 Gone', '0 Not coming'])
  // It is 4:00 PM, half an hour after they were expected.
  await expectText(page, '4 not arrived')
  await openRow(page, 'Dov Katz')
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const small = page.locator('main :is(button, a, input)').evaluateAll((all) =>
      all
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 48 || box.width < 48)
        .map(({ one }) => one.outerHTML),
    )
    expect(await small, `smaller than a finger at ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectCached(page)

  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(elsewhere, await arrange.anAdmin())
  await elsewhere.goto(BOARD)
  await expect(counts(elsewhere).first()).toHaveText('4 Expected')
  await clickIn(page, 'Ada Lee', 'Arrived')
  await expect(counts(elsewhere).nth(1)).toHaveText('1 Here')

  await clearHttpCache(page)
  await context.setOffline(true)
  await clickIn(page, 'Ben Ode', 'Arrived')
  await expectText(page, '1 mark is waiting on this device')
  await page.reload()
  await expectText(page, '1 mark is waiting on this device')
  await expect(card(page, 'Ada Lee')).toContainText('Peanuts')
  await clickIn(page, 'Ada Lee', 'Picked up')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: "Ada Lee's father" }).click()
  await clickIn(page, 'Cleo Fry', 'Arrived')
  await clickIn(page, 'Dov Katz', 'Arrived')
  await expectText(page, 'Dov Katz has arrived')
  await expectText(page, '4 marks are waiting on this device')
  await expect(counts(page)).toHaveText(['0 Expected', '3 Here', '1 Gone', '0 Not coming'])
  await page.reload()
  await expect(counts(page)).toHaveText(['0 Expected', '3 Here', '1 Gone', '0 Not coming'])
  const [sheet] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Emergency Sheet' }).click(),
  ])
  await expect(sheet.getByRole('row', { name: 'Ada Lee' })).toContainText(
    /Gone 4:0\d PM, Ada Lee's father.*Peanuts/,
  )
  await expect(sheet.getByRole('row', { name: 'Ben Ode' })).toContainText(/Here since 4:0\d PM/)
  await sheet.close()

  await openRow(elsewhere, 'Cleo Fry')
  await clickIn(elsewhere, 'Cleo Fry', 'Not coming')
  await expect(counts(elsewhere).nth(3)).toHaveText('1 Not coming')
  await server.database.pool.query("delete from submissions where guest_child_name = 'Dov Katz'")
  await context.setOffline(false)
  await expect(page.getByText('No connection')).toBeHidden()
  const expectAlert = (words: RegExp) =>
    expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByText('Meanwhile Not coming was set. Both are in the record.')).toBeVisible()
  await expectAlert(/Dov Katz: “Arrived, 4:0\d PM” was not saved/)
  await expect(counts(page)).toHaveText(['0 Expected', '2 Here', '1 Gone', '0 Not coming'])
  await expect(counts(elsewhere)).toHaveText(['0 Expected', '2 Here', '1 Gone', '0 Not coming'])
  await expect(card(elsewhere, 'Cleo Fry')).toContainText('Not coming was set')
  expect(await listMarks(server)).toEqual([
    { child: 'Ada Lee', version: 2, arrived: true, by: "Ada Lee's father" },
    { child: 'Ben Ode', version: 1, arrived: true, by: null },
    { child: 'Cleo Fry', version: 2, arrived: true, by: null },
  ])
  expect(await listAuditedMarks(server, rosa)).toHaveLength(4)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('button', { name: 'OK', exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('was not saved')).toHaveCount(0)
  await elsewhere.context().close()
})

test('pending marks are kept for the person who made them, and signing out leaves nothing behind', async ({
  page,
  context,
  arrange,
  server,
}) => {
  await arrange.aDropIn(DAY, { guest_child_name: 'Ada Lee' })
  const [rosa, omar] = [await arrange.anAdmin(), await arrange.anAdmin()]
  for (const { id } of [rosa, omar]) await givePassword(server, id, 'a-long-password')
  const signInAs = async ({ email }: { email: string }) => {
    await signInByForm(page, email, 'a-long-password')
    await expect(counts(page).first()).toBeVisible()
  }
  const signOut = () => page.getByRole('button', { name: 'Sign Out' }).click()

  await page.goto(BOARD)
  await signInAs(rosa)
  await expectCached(page)
  await context.setOffline(true)
  await clickIn(page, 'Ada Lee', 'Arrived')
  await expectText(page, '1 mark is waiting on this device')
  await server.database.pool.query('delete from sessions')
  await context.setOffline(false)
  await expect(page.getByText('Your session has ended')).toBeVisible()

  await signInAs(omar)
  await expect(counts(page)).toHaveText(['1 Expected', '0 Here', '0 Gone', '0 Not coming'])
  await signOut()
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  expect(await listAuditedMarks(server, rosa, omar)).toEqual([])
  await page.goto(BOARD)
  await signInAs(rosa)
  await expect(counts(page).nth(1)).toHaveText('1 Here')
  await expect
    .poll(() => listAuditedMarks(server, rosa, omar))
    .toEqual([{ action: 'mark.arrived', actor_id: rosa.id }])

  await expectCached(page)
  await context.setOffline(true)
  await openRow(page, 'Ada Lee')
  await clickIn(page, 'Ada Lee', 'Undo arrival')
  await expectText(page, '1 mark is waiting on this device')
  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(page.getByText("Other pages will open when you're back online")).toBeVisible()
  await signOut()
  const question = page.getByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await context.setOffline(false)
  await expect.poll(async () => (await listAuditedMarks(server, rosa, omar)).length).toBe(2)
  await signOut()
  await expect(page).toHaveURL('/admin/login')
  await expect.poll(() => storedItems(page)).toEqual([null])
})

const pageCount = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

test('the sign-in sheet has a line for each child, with what is known filled in', async ({
  page,
  context,
  arrange,
  api,
  signIn,
}) => {
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const first = await arrange.aDropIn(DAY, { guest_child_name: 'Ada Lee', guest_child_allergies: 'Peanuts' })
  for (let n = 1; n < 80; n++) await arrange.aDropIn(DAY, { guest_child_name: `Child ${100 + n}` })
  const rosa = await arrange.anAdmin()
  const mark = { submission_id: first.id, day: DAY, at: '2026-11-16T15:31:00-05:00' }
  const staff = await api.as(rosa)
  await staff.post('/api/admin/board/marks', { ...mark, change: 'arrived', version: 0 })
  const left = { ...mark, at: '2026-11-16T15:50:00-05:00', picked_up_by: 'Joel Lee', release_anyway: true }
  await staff.post('/api/admin/board/marks', { ...left, change: 'picked_up', version: 1 })
  await signIn(page, rosa)
  await page.goto(BOARD)
  await expect(page.getByRole('article')).toHaveCount(79)
  for (const [width, height, children] of [
    [390, 844, 7],
    [820, 1180, 14],
    [1280, 800, 16],
  ] as const) {
    await page.setViewportSize({ width, height })
    const whole = await page
      .getByRole('article')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length)
    expect(whole, `on ${width} by ${height}`).toBeGreaterThanOrEqual(children)
  }
  const [sheet] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Print sign-in sheet' }).click(),
  ])
  await expect(sheet.locator('html[data-printed]')).toBeAttached()
  await expect(sheet.getByRole('columnheader')).toHaveText([
    'Child Name',
    'In',
    'Out',
    'Picked up by',
    'Signature',
  ])
  await expect(sheet.getByRole('row')).toHaveCount(81)
  await expect(sheet.getByRole('row', { name: 'Ada Lee' }).getByRole('cell')).toHaveText([
    'Ada LeeRegular',
    '3:31 PM',
    '3:50 PM',
    'Joel Lee',
    '',
  ])
  await expect(sheet.getByText('Peanuts')).toHaveCount(0)
  await expectAccessible(sheet)
  await sheet.evaluate(() => document.fonts.ready)
  expect(pageCount(await sheet.pdf({ format: 'Letter', preferCSSPageSize: true })), 'Letter').toBe(4)
  expect(pageCount(await sheet.pdf({ format: 'A4', preferCSSPageSize: true })), 'A4').toBe(4)

  await sheet.goto(`${BOARD}/emergency?date=${DAY}`)
  // 79 who are expected, then the one who has left.
  await expect(sheet.getByRole('table')).toHaveCount(8)
  await expect(sheet.getByText('0 here, 79 expected, 1 gone, 0 not coming, as of 4:0')).toBeVisible()
  await expectAccessible(sheet)
  await sheet.evaluate(() => document.fonts.ready)
  expect(pageCount(await sheet.pdf({ format: 'Letter', preferCSSPageSize: true })), 'Letter, 12 each').toBe(7)
  expect(pageCount(await sheet.pdf({ format: 'A4', preferCSSPageSize: true })), 'A4, 12 each').toBe(7)
})

test('texts stay within their tiles and buttons at twice the text size', async ({
  page,
  arrange,
  signIn,
}) => {
  await arrange.aDropIn(DAY, { guest_child_name: 'Ada Lee' })
  await signIn(page, await arrange.anAdmin())
  const devTools = await page.context().newCDPSession(page)
  // The browser's own setting, which breakpoints follow.
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(BOARD)
    await openRow(page, 'Ada Lee')
    await expect(page.locator(':root')).toHaveCSS('font-size', '32px')
    const buttons = page.locator('[aria-label="Show only"] button, article button')
    const outside = await buttons.evaluateAll((all) =>
      all.flatMap((button) => {
        const text = document.createRange()
        text.selectNodeContents(button)
        const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()]
        const isOutside = inner.left < outer.left || inner.right > Math.min(outer.right, innerWidth)
        return isOutside ? [button.textContent] : []
      }),
    )
    expect([width, outside]).toEqual([width, []])
  }
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await devTools.detach()
})

test('a drop-in that was deleted while the board had no connection comes back with its arrival', async ({
  page,
  context,
  arrange,
  api,
  signIn,
}) => {
  const dropIn = await arrange.aDropIn(DAY, { guest_child_name: 'Ada Lee' })
  const rosa = await arrange.anAdmin()
  await signIn(page, rosa)
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto(BOARD)
  await expect(counts(page).first()).toHaveText('1 Expected')
  for (const name of ['Add Drop-In', 'Write to these families', 'Print sign-in sheet', 'Emergency Sheet'])
    await expect(page.getByRole('button', { name }).getByText(name)).toBeInViewport({ ratio: 1 })
  await context.setOffline(true)
  await clickIn(page, 'Ada Lee', 'Arrived')
  await expectText(page, '1 mark is waiting on this device')
  await page.getByRole('button', { name: 'Add Drop-In' }).click()
  await expectText(page, "Drop-ins can be added when you're back online.")
  await (await api.as(rosa)).delete(`/api/admin/drop-ins/${dropIn.id}`)
  await context.setOffline(false)
  await expect(card(page, 'Ada Lee')).toContainText('Not booked')
  await expect(counts(page).nth(1)).toHaveText('1 Here')
})

test('a guest who is a child on file is asked about with its allergies, and becomes that child', async ({
  page,
  api,
  arrange,
  signIn,
}) => {
  const family = await arrange.aParent({ full_name: 'Ngozi Okafor' })
  const amara = await arrange.aChild(family, { name: 'Amara Okafor', allergies: 'Peanuts' })
  const month = await arrange.aMonth({ month_name: 'November' })
  await arrange.aRegistration(amara, month, { selected_days: [17] })
  const zuri = await arrange.aChild(family, { name: 'Zuri Okafor' })
  await arrange.aRegistration(zuri, month, { selected_days: [16] })
  await signIn(page, await arrange.anAdmin())
  await page.goto(BOARD)
  await expect(page.getByRole('article')).toHaveCount(1)

  const sent = await api.visitor.post('/api/drop-ins', {
    guest_parent_name: 'Grandma',
    guest_parent_email: family.email,
    guest_child_name: 'Okafor, Amara',
    guest_child_allergies: '',
    dropin_date: DAY,
    agreed: true,
  })
  expect(sent.status).toBe(200)
  await expect(card(page, 'Okafor, Amara')).toContainText('Same child as Amara Okafor?')
  await expect(card(page, 'Okafor, Amara')).toContainText('Peanuts')
  await openRow(page, 'Okafor, Amara')
  await expectAccessible(page)
  await clickIn(page, 'Okafor, Amara', 'Same child')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Same child' }).click()
  await expectText(page, 'It belongs to Amara Okafor now.')
  await expect(card(page, 'Amara Okafor')).not.toContainText('Same child')
})
