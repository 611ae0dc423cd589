import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { conflictAlert } from './support/conflict'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'submissions, months, children, family_messages, rate_limits'),
)

const dec = (page: Page, n: number) =>
  page.getByRole('gridcell').getByRole('button', { name: new RegExp(`^\\w+, December ${n},`) })

test('staff cancel a day in the month editor, every family gets one email, and no edit is lost', async ({
  page,
  arrange,
  signIn,
  mails,
  server,
}) => {
  const month = await arrange.aMonth()
  const dana = await arrange.aParent({ full_name: 'Dana <b>Okafor</b>' })
  for (const _ of [1, 2])
    await arrange.aRegistration(await arrange.aChild(dana), month, { selected_days: [4] })
  await arrange.aGuestRegistration(month, { selected_days: [4], guest_parent_email: 'grace@example.com' })
  await arrange.aDropIn('2026-12-04', { guest_parent_name: 'Joel', guest_parent_email: 'joel@example.com' })
  await signIn(page, await arrange.anAdmin({ full_name: 'Rosa Medina' }))
  await page.goto(`/admin/months?month=${month.id}`)
  await page.getByRole('radio', { name: 'Noon Dismissal' }).click()
  for (const day of [4, 10]) await dec(page, day).click({ position: { x: 8, y: 8 } })
  await page.getByRole('button', { name: 'Show who is registered on December 4' }).click()
  await page.getByRole('button', { name: 'Write to these families' }).click()

  const dialog = page.getByRole('dialog', { name: 'Write to these families' })
  await expect(dialog).toContainText('Friday, December 4: 3 families, one email each.')
  await dialog.getByRole('button', { name: 'Send to 3 families' }).click()
  await expect(dialog).toContainText('Please enter a subject')
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'Aftercare is cancelled on this day' }).check()
  await expect(dialog.getByRole('radio', { name: /^Credit the day to each family/ })).toBeChecked()
  await expect(dialog).toContainText('3 families, $')
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(
    'Aftercare is cancelled on Friday, December 4',
  )
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('a'.repeat(2001))
  await dialog.getByRole('button', { name: 'Send to 3 families' }).click()
  await expect(dialog).toContainText('The message must be at most 2,000 characters long')
  await text.fill('The <i>heating</i> has failed.\n\nPlease pick up at noon.')
  const frame = dialog.frameLocator('iframe')
  await expect(
    frame.getByRole('heading', { name: 'Aftercare is cancelled on Friday, December 4' }),
  ).toBeVisible()
  await expect(frame.getByText('The <i>heating</i> has failed.', { exact: true })).toBeVisible()
  await expect(frame.getByText('Hello Dana <b>Okafor</b>,')).toBeVisible()
  // Inline styles apply in the frame, as in an email client.
  await expect(frame.getByText('Preschool Aftercare', { exact: true })).toHaveCSS('font-weight', '700')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog).toContainText('Questions? ')

  await dialog.getByRole('button', { name: 'Send to 3 families' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Send to 3 families?' })
  await expect(confirmDialog).toContainText('The day becomes Unavailable and is credited to each family.')
  await confirmDialog.getByRole('button', { name: 'Send 3 emails' }).dblclick()
  await expect(page.getByText('Message sent to 3 families', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Friday, December 4' })).toContainText('Cancelled')
  await page.keyboard.press('Escape')
  for (const address of [dana.email, 'grace@example.com', 'joel@example.com']) {
    const mail = await mails.next(address)
    expect(mail.subject).toBe('Aftercare is cancelled on Friday, December 4')
    expect(mail.text).toContain(
      'The <i>heating</i> has failed.\n\nPlease pick up at noon.\n\nThe fee for this day is credited',
    )
    expect(mail.html).toContain('The &lt;i&gt;heating&lt;/i&gt; has failed.')
    expect(mail.replyTo).toBe('aftercare@example.com')
  }
  const { rows: stored } = await server.database.pool.query(
    "select (select count(*)::int from outbox where template = 'family-message') as mails, (select count(*)::int from family_messages) as messages",
  )
  expect(stored).toEqual([{ mails: 3, messages: 1 }])

  // The same admin cancelled the day, so the unsaved day is no conflict and can be saved.
  await expect(conflictAlert(page)).toHaveCount(0)
  await expect(dec(page, 4)).toHaveAccessibleName(/Cancelled/)
  await expect(dec(page, 10)).toHaveAccessibleName(/Noon Dismissal/)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('December 2026 saved and synced', { exact: true })).toBeVisible()
  const { rows } = await server.database.pool.query('select day_types, closed_days from months')
  expect(rows[0]).toMatchObject({ day_types: { 4: 'unavailable', 10: 'noon' }, closed_days: [] })

  await page.goto('/admin/day-reports/board?date=2026-12-04')
  await page.getByRole('button', { name: 'Write to these families' }).click()
  await expect(dialog).toContainText('Friday, December 4: 3 families, one email each.')
  await expect(dialog).toContainText('“Aftercare is cancelled on Friday, December 4”, Rosa Medina,')
})

test('staff cancel a day from its dialog and write to its families in the same step', async ({
  page,
  arrange,
  signIn,
  mails,
  server,
}) => {
  const month = await arrange.aMonth()
  const dana = await arrange.aParent()
  await arrange.aRegistration(await arrange.aChild(dana), month, { selected_days: [3, 4, 7] })
  await arrange.aDropIn('2026-12-04', { guest_parent_email: 'joel@example.com' })
  await signIn(page, await arrange.anAdmin())
  await page.goto(`/admin/months?month=${month.id}`)
  await dec(page, 4).click()
  await page.getByRole('button', { name: 'Cancel this day…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Friday, December 4?' })
  await expect(dialog.getByRole('checkbox', { name: 'Write to the 2 families' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The heating has failed.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel this day' }).dblclick()
  await expect(page.getByText('Sent to 2 families.', { exact: false })).toBeVisible()
  await expect(dec(page, 4)).toHaveAccessibleName(/Cancelled/)
  for (const address of [dana.email, 'joel@example.com'])
    expect((await mails.next(address)).text).toContain(
      'The heating has failed.\n\nThe fee for this day is credited',
    )
  const { rows } = await server.database.pool.query('select count(*)::int as messages from family_messages')
  expect(rows).toEqual([{ messages: 1 }])

  await page.goto('/admin/submissions')
  await expect(page.getByText('2 days, 1 cancelled').first()).toBeVisible()
  await signIn(page, dana)
  await page.goto('/history')
  await expect(page.getByText('2 days, 1 cancelled')).toBeVisible()
})

test('a parent marks a child as not coming today, staff see it at once, and it can be undone', {
  tag: '@phone',
}, async ({ page, arrange, api, signIn, browser, baseURL }) => {
  const november = await arrange.aMonth({ month_name: 'November' })
  const parent = await arrange.aParent()
  const amara = await arrange.aChild(parent, { name: 'Amara', notes: 'Naps' })
  const booked = await arrange.aRegistration(amara, november, { selected_days: [16, 17] })
  await arrange.aRegistration(await arrange.aChild(parent, { name: 'Tobias' }), november, {
    selected_days: [17],
  })
  const admin = await arrange.anAdmin()
  const staffContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const report = await staffContext.newPage()
  await signIn(report, admin)
  await report.goto('/admin/day-reports')
  await expect(report.getByText('Naps').first()).toBeVisible()

  await signIn(page, parent)
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: /^Today/ })
  await expect(today.getByRole('listitem')).toHaveCount(1)
  await expect(today).toContainText('AmaraFrom 3:30 PM, pick-up by 5:30 PM')
  await expectAccessible(page)
  await today.getByRole('button', { name: 'Not coming today', description: 'Amara' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Mark Amara as not coming today?' })
  await expect(confirmDialog).toContainText("Today's fee still applies.")
  await confirmDialog.getByRole('button', { name: 'Mark not coming' }).click()
  await expect(page.getByText('Amara is not coming today', { exact: true })).toBeVisible()
  await expect(report.getByText('Not coming; Naps').first()).toBeVisible()
  await today.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Amara is expected again')).toBeVisible()
  await expect(report.getByText('Not coming; Naps')).toHaveCount(0)

  const mark = {
    submission_id: booked.id,
    day: '2026-11-16',
    change: 'arrived',
    at: '2026-11-16T14:00:00.000Z',
  }
  const marked = await (await api.as(admin)).post('/api/admin/board/marks', { ...mark, version: 2 })
  expect(marked.status).toBe(200)
  await expect(today).toContainText('Here since 9:00 AM')
  await expect(today.getByRole('button')).toHaveCount(0)
  await staffContext.close()
})
