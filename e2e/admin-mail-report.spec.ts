import { saveWithVersion } from '../server/testing/save-with-version'
import { expect, test } from './fixtures'

test.use({ now: '2026-11-16T11:59:35-05:00' })

test('at noon the daily report is sent with the saved text, to those who want it', async ({
  arrange,
  api,
  mails,
}) => {
  test.setTimeout(120_000)
  const rosa = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const unsubscribed = await arrange.anAdmin({ full_name: 'Quiet Admin' })
  const staff = await api.as(rosa)
  const { body } = await staff.get('/api/admin/site-content/email_templates')
  const { content } = body as { content: Record<string, unknown> }
  const report = { subject: 'Today {{date}}: {{totalCount}} {{nobody}}', preheader: 'P {{totalCount}}' }
  const saved = await saveWithVersion(staff, '/api/admin/site-content/email_templates', {
    content: { ...content, 'daily-report': report },
  })
  expect(saved.status).toBe(200)
  await staff.put(`/api/admin/admins/${unsubscribed.id}/preferences`, { daily_attendance_report: false })
  const dana = await arrange.aParent({ full_name: 'Dana Okafor' })
  const child = await arrange.aChild(dana, { name: 'Amara <b>O.</b>', allergies: 'Peanuts' })
  const month = await arrange.aMonth({ month_name: 'November' })
  await arrange.aRegistration(child, month, { selected_days: [16] })

  const arrived = () => mails.all().find(({ to }) => to === rosa.email)
  await expect.poll(arrived, { timeout: 90_000 }).toBeDefined()
  const mail = await mails.next(rosa.email)
  expect(mail.subject).toBe('Today Monday, November 16, 2026: 1 {{nobody}}')
  expect(mail.html).toContain('Amara &lt;b&gt;O.&lt;/b&gt;')
  for (const text of ['Amara <b>O.</b>', 'N/A', 'Dana Okafor', dana.email, 'Peanuts']) {
    expect(mail.text).toContain(text)
  }
  expect(mails.all().filter(({ to }) => to === unsubscribed.email)).toEqual([])
})
