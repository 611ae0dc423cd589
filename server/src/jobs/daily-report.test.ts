import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { recordingLog } from '../../testing/mail-samples'
import { composeDueEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'
import { createClock } from '../clock'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'
import type { EmailContent } from '../mail/templates/email-content'
import { renderHtml } from '../mail/templates/layout'
import { dailyReportJob } from './daily-report'
import { startScheduler } from './scheduler'

const cleanups: (() => Promise<void>)[] = []
const app = await testApp()
beforeEach(async () => {
  await emptyTables(
    app.services.pool,
    'outbox, job_runs, submissions, children, months, site_content, user_roles, profiles, accounts',
  )
  await buildersFor(app.services.db).anAdmin({ email: 'rosa@example.com' })
})
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** An instance of the server started at that time. */
async function instanceAt(now: string, timeZone = 'America/New_York') {
  const { db, config } = app.services
  const program = { ...config.program, timeZone }
  const clock = createClock(program, now)
  const job = dailyReportJob({ config: { ...config, program }, clock })
  const scheduler = startScheduler({ db, clock, log: recordingLog(), program, job })
  cleanups.push(() => scheduler.stop())
  await scheduler.runDue()
  await composeDueEvents({ ...app.services, config: { ...config, program }, clock })
}

const reports = async () =>
  (await storedRows(app.services.db, 'outbox', sql`order by created_at`)).map(({ subject }) => subject)

const reportOf = (date: string, count = 0) => `Aftercare attendance for ${date}: ${count} children`

describe('the daily attendance report', () => {
  test.each([
    ['a minute before noon on a Monday', '2026-11-16T11:59:00-05:00', []],
    ['noon on a Monday', '2026-11-16T12:00:00-05:00', ['Monday, November 16, 2026']],
    [
      'the evening of a day whose noon was missed',
      '2026-11-16T23:58:00-05:00',
      ['Monday, November 16, 2026'],
    ],
    ['the morning after a missed noon', '2026-11-17T08:00:00-05:00', []],
    ['noon on a Friday', '2026-11-20T12:00:01-05:00', ['Friday, November 20, 2026']],
    ['noon on a Saturday', '2026-11-21T12:00:00-05:00', []],
    ['noon on a Sunday', '2026-11-22T12:30:00-05:00', []],
    ['Sunday, the day the clocks go forward', '2026-03-08T12:30:00-04:00', []],
    ['an hour early on the Monday after', '2026-03-09T11:59:00-04:00', []],
    ['noon on the Monday after', '2026-03-09T12:00:00-04:00', ['Monday, March 9, 2026']],
    ['noon on the Friday before', '2026-03-06T12:00:00-05:00', ['Friday, March 6, 2026']],
    ['Sunday, the day the clocks go back', '2026-11-01T12:30:00-05:00', []],
    ['summer noon on the Monday after', '2026-11-02T12:00:00-04:00', []],
    [
      'noon on the Monday after the clocks went back',
      '2026-11-02T12:00:00-05:00',
      ['Monday, November 2, 2026'],
    ],
  ])('is sent as expected at %s', async (_, now, dates) => {
    await instanceAt(now)
    expect(await reports()).toEqual(dates.map((date) => reportOf(date)))
  })

  test("follows the programme's time zone", async () => {
    await instanceAt('2026-11-16T12:00:00-05:00', 'America/Los_Angeles')
    expect(await reports()).toEqual([])
    await instanceAt('2026-11-16T12:00:00-08:00', 'America/Los_Angeles')
    expect(await reports()).toEqual([reportOf('Monday, November 16, 2026')])
  })

  test('is sent once by two instances and after a restart', async () => {
    await Promise.all([instanceAt('2026-11-16T12:00:00-05:00'), instanceAt('2026-11-16T12:00:00-05:00')])
    await instanceAt('2026-11-16T14:00:00-05:00')
    expect(await reports()).toEqual([reportOf('Monday, November 16, 2026')])
  })

  test('lists attendees by name', async () => {
    const make = buildersFor(app.services.db)
    const parent = await make.aParent({ full_name: 'Dana Okafor' })
    const november = await make.aMonth({ month_name: 'November' })
    const zuri = await make.aChild(parent, { name: 'Zuri', allergies: 'Peanuts' })
    const family = await app.as(parent)
    await family.patch(`/api/children/${zuri.id}`, { grade: 'Pre-K <4>', version: 1 })
    await make.aRegistration(zuri, november, { selected_days: [16, 17] })
    await make.aDropIn('2026-11-16', { guest_child_name: 'Abel' })
    await make.aDropIn('2026-11-17', { guest_child_name: 'Tomorrow' })
    await instanceAt('2026-11-16T12:00:00-05:00')
    const [report] = await storedRows(app.services.db, 'outbox')
    expect(report?.subject).toBe(reportOf('Monday, November 16, 2026', 2))
    expect(report?.text).toMatch(
      /Child: Abel\n {2}Grade: N\/A[\s\S]*Child: Zuri\n {2}Grade: Pre-K <4>\n {2}Parent: Dana Okafor/,
    )
    expect(report?.text).not.toContain('Tomorrow')
  })

  test('has the wording that staff saved, and shows markup as text', async () => {
    const make = buildersFor(app.services.db)
    const staff = await app.as(await make.anAdmin({ email: 'ben@example.com' }))
    const path = '/api/admin/site-content/email_templates'
    const report = { subject: 'Today {{date}}: {{totalCount}} {{nobody}}', preheader: 'P {{totalCount}}' }
    const content = { ...DEFAULT_TEMPLATES, 'daily-report': report }
    expect((await saveWithVersion(staff, path, { content })).status).toBe(200)
    const dana = await make.aParent({ full_name: 'Dana Okafor' })
    const amara = await make.aChild(dana, { name: 'Amara <b>O.</b>', allergies: 'Peanuts' })
    const november = await make.aMonth({ month_name: 'November' })
    await make.aRegistration(amara, november, { selected_days: [16] })
    await instanceAt('2026-11-16T12:00:00-05:00')
    const [mail] = await storedRows(app.services.db, 'outbox', sql`where template = 'daily-report'`)
    expect(mail?.subject).toBe('Today Monday, November 16, 2026: 1 {{nobody}}')
    expect(renderHtml(mail?.content as EmailContent, app.services.config)).toContain(
      'Amara &lt;b&gt;O.&lt;/b&gt;',
    )
    for (const text of ['Amara <b>O.</b>', 'N/A', 'Dana Okafor', dana.email, 'Peanuts'])
      expect(mail?.text).toContain(text)
  })

  test('marks a child as not coming, and still counts it', async () => {
    const make = buildersFor(app.services.db)
    const abel = await make.aDropIn('2026-11-16', { guest_child_name: 'Abel' })
    await make.aDropIn('2026-11-16', { guest_child_name: 'Bea' })
    await execute(
      app.services.db,
      sql`insert into attendance_marks (submission_id, day, not_coming_at, not_coming_by)
        values (${abel.id}, '2026-11-16', '2026-11-16T14:00:00Z', 'staff')`,
    )
    await instanceAt('2026-11-16T12:00:00-05:00')
    const [report] = await storedRows(app.services.db, 'outbox')
    expect(report?.subject).toBe(reportOf('Monday, November 16, 2026', 2))
    expect(report?.text).toContain('2 children are expected')
    expect(report?.text).toMatch(/Child: Abel \(Not coming\)\n[\s\S]*Child: Bea\n/)
  })

  test('goes only to admins who want it', async () => {
    const make = buildersFor(app.services.db)
    await make.aParent()
    await make.anAdmin({ email: 'suspended@example.com', status: 'suspended' })
    const ben = await make.anAdmin({ email: 'ben@example.com' })
    await execute(
      app.services.db,
      insertInto('admin_email_preferences', [{ user_id: ben.id, daily_attendance_report: false }]),
    )
    await instanceAt('2026-11-16T12:00:00-05:00')
    const mails = await storedRows(app.services.db, 'outbox')
    expect(mails.map(({ to_email }) => to_email)).toEqual(['rosa@example.com'])
  })
})
