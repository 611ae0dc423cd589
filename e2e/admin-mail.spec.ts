import { execute, sql } from '../server/src/db/sql'
import { insertInto, setClause } from '../server/src/db/write'
import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, expectAccessible, test } from './fixtures'
import { expectToast } from './support/sign-in'

const LOG = '/admin/settings?tab=email-templates&view=sent-mail'
const TYPES = ['monthly-parent', 'monthly-admin', 'dropin-parent', 'dropin-admin', 'daily-report'] as const
const FILLED = {
  'monthly-parent': '{{month}} {{childName}} {{parentName}} {{totalFee}}',
  'monthly-admin': '{{month}} {{childName}} {{parentName}} {{totalFee}}',
  'dropin-parent': '{{date}} {{childName}} {{parentName}} {{fee}}',
  'dropin-admin': '{{date}} {{childName}} {{parentName}} {{fee}}',
  'daily-report': '{{date}} {{totalCount}}',
}

/** Each email's subject and preheader name the template and use all of its placeholders. */
const wording = Object.fromEntries(
  TYPES.map((type) => [
    type,
    { subject: `S ${type}: ${FILLED[type]}`, preheader: `P ${type}: ${FILLED[type]}` },
  ]),
)

test('the emails about a registration and a drop-in use the saved text with every placeholder filled in', async ({
  arrange,
  api,
  mails,
}) => {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const staff = await api.as(admin)
  expect(
    (await saveWithVersion(staff, '/api/admin/site-content/email_templates', { content: wording })).status,
  ).toBe(200)
  await staff.put(`/api/admin/admins/${admin.id}/preferences`, {
    monthly_submission_parent: false,
    dropin_submission_parent: false,
  })
  const dana = await arrange.aParent({ full_name: 'Dana <b>Okafor</b>' })
  const child = await arrange.aChild(dana, { name: 'Amara & <i>Co</i>', allergies: '<script>x</script>' })
  const month = await arrange.aMonth()
  await arrange.aMonth({ month_name: 'November' })
  const parent = await api.as(dana)
  const registered = await parent.post('/api/submissions', {
    month_id: month.id,
    child_ids: [child.id],
    selected_days: [1, 2],
    agreed: true,
  })
  expect(registered).toMatchObject({ status: 200 })
  const values = 'December 2026 Amara & <i>Co</i> Dana <b>Okafor</b> $40.00'
  const confirmation = await mails.next(dana.email)
  expect(confirmation.subject).toBe(`S monthly-parent: ${values}`)
  expect(confirmation.html).toContain('Amara &amp; &lt;i&gt;Co&lt;/i&gt;')
  expect(confirmation.html).not.toMatch(/<i>Co|<script|<b>Okafor/)
  const notification = await mails.next(admin.email)
  expect(notification.subject).toBe(`S monthly-admin: ${values}`)
  expect(notification.html).toContain('&lt;script&gt;x&lt;/script&gt;')

  const response = await parent.post('/api/drop-ins', {
    dropin_date: '2026-11-17',
    child_id: child.id,
    agreed: true,
  })
  expect(response, JSON.stringify(response.body)).toMatchObject({ status: 200 })
  const drop = 'Tuesday, November 17, 2026 Amara & <i>Co</i> Dana <b>Okafor</b> $25.00'
  expect((await mails.next(dana.email)).subject).toBe(`S dropin-parent: ${drop}`)
  expect((await mails.next(admin.email)).subject).toBe(`S dropin-admin: ${drop}`)
})

test('an admin with every switch off gets no email, and the family still gets its confirmation', async ({
  arrange,
  api,
  mails,
}) => {
  const unsubscribed = await arrange.anAdmin({ full_name: 'Quiet Admin' })
  const copying = await arrange.anAdmin({ full_name: 'Copying Admin' })
  const staff = await api.as(unsubscribed)
  const off = {
    monthly_submission_parent: false,
    monthly_submission_admin: false,
    dropin_submission_parent: false,
    dropin_submission_admin: false,
    daily_attendance_report: false,
  }
  await staff.put(`/api/admin/admins/${unsubscribed.id}/preferences`, off)
  await staff.put(`/api/admin/admins/${copying.id}/preferences`, { ...off, dropin_submission_parent: true })
  const dana = await arrange.aParent()
  const child = await arrange.aChild(dana, { name: 'Amara' })
  const parent = await api.as(dana)
  const response = await parent.post('/api/drop-ins', {
    dropin_date: '2026-11-17',
    child_id: child.id,
    agreed: true,
  })
  expect(response.status).toBe(200)
  expect((await mails.next(dana.email)).subject).toContain('dropin-parent')
  expect((await mails.next(copying.email)).subject).toContain('dropin-parent')
  expect(mails.all().filter(({ to }) => to === unsubscribed.email)).toEqual([])
})

test('Sent Mail shows live who was sent what and when, and can resend it', async ({
  page,
  arrange,
  signIn,
  api,
  server,
  mails,
}, info) => {
  const rosa = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  await signIn(page, rosa)
  const { db } = server.database
  await execute(db, sql`delete from outbox`)
  await page.goto(LOG)
  await expect(page.getByText('No emails sent yet')).toBeVisible()
  const to = `log-${info.project.name}@example.com`
  const staff = await api.as(rosa)
  await staff.post('/api/functions/send-test-email', { templateType: 'daily_report', testEmail: to })
  const table = page.getByRole('table', { name: 'Sent Mail' })
  const row = table.getByRole('row', { name: new RegExp(to) })
  await expect(row).toContainText('Daily attendance report')
  await expect(row).toContainText('Sent')
  await expectAccessible(page)
  await mails.next(to)

  await execute(
    db,
    sql`update outbox set ${setClause('outbox', { state: 'failed', last_error: '550 <b>no such user</b>', attempts: 12 })} where to_email = ${to}`,
  )
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('550 <b>no such user</b>')
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
  await expect(page).toHaveURL(/state=failed/)
  await row.getByRole('button', { name: /Send again/ }).click()
  await expectToast(page, 'Email queued again', `The email to ${to} is on its way again.`)
  await mails.next(to)
  await expect(page.getByText('No emails match these filters')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }).click()
  await expect(row).toContainText('Sent')
})

test('Sent Mail can be searched and paged, and never shows a one-time link', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  await signIn(page, await arrange.anAdmin())
  const { db } = server.database
  await execute(db, sql`delete from outbox`)
  const secret = 'http://localhost/auth#access_token=one-time-secret'
  await execute(
    db,
    insertInto(
      'outbox',
      Array.from({ length: 30 }, (_, index) => ({
        template: 'recovery',
        to_email: `person${index}@example.com`,
        subject: `Subject ${index}`,
        text: secret,
        message_id: `<paged-${index}@example.org>`,
        is_secret: true,
        state: 'sent' as const,
        last_error: index === 29 ? `554 ${secret}` : null,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      })),
    ),
  )
  await page.goto(LOG)
  await expect(page.getByText('Subject 29')).toBeVisible()
  await expect(page.getByText('One-time link, not stored').first()).toBeVisible()
  await expect(page.getByText('one-time-secret')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Send again/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('row', { name: /person0@example\.com/ })).toBeVisible()
  await page.getByLabel('Search recipient or subject').fill('person17')
  await expect(page.getByText('Subject 17')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sent Mail' }).getByRole('row')).toHaveCount(2)
  await page.route('**/api/admin/mail?**', (route) => route.abort())
  await page.getByLabel('Search recipient or subject').fill('other')
  await expectToast(page, 'Error', 'Failed to load sent mail')
})
