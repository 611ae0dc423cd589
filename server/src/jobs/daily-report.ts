import { dailyReportAttendee } from '@aftercare/domain/attendance/attendance'
import { type Day, dayInZone } from '@aftercare/domain/lib/days'
import { listAttendance } from '../attendance/attendance.queries'
import type { Queryable } from '../db/client'
import { type AdminRecipient, listAdminRecipients } from '../mail/admin-recipients.queries'
import type { MailQueueContext } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { composeMail } from '../mail/render'
import { readStoredTemplates } from '../mail/stored-templates.queries'
import { defineJob, type Job } from './scheduler'

/**
 * The attendance email at 12:00 PM, Monday to Friday, even if nobody comes, so that a missing email means a fault. A
 * missed noon is caught up on the same day only; yesterday's list helps nobody.
 */
export function dailyReportJob(context: MailQueueContext): Job {
  const dayAt = (instant: Date) => dayInZone(instant, context.config.program.timeZone)
  return defineJob({
    name: 'daily-attendance-report',
    cron: '0 12 * * 1-5',
    runKey: dayAt,
    catchUp: (dueAt, now) => dayAt(dueAt) === dayAt(now),
    run: (tx, dueAt) => enqueueDailyReport(tx, dayAt(dueAt), context),
  })
}

async function enqueueDailyReport(tx: Queryable, day: Day, context: MailQueueContext): Promise<void> {
  const admins = (await listAdminRecipients(tx)).filter((admin) => admin.wants.daily_attendance_report)
  const { sources, isCancelled } = await listAttendance(tx, day)
  const attendees = (isCancelled ? [] : sources)
    .map((source) => ({ ...dailyReportAttendee(source), id: source.id }))
    .sort((a, b) => a.child_name.localeCompare(b.child_name, 'en-US'))
  const wording = (await readStoredTemplates(tx))['daily-report']
  const composed = composeMail(
    { template: 'daily-report', wording, day, isCancelled, attendees },
    context.config,
  )
  const entries = admins.map((to: AdminRecipient) => ({
    template: 'daily-report',
    to,
    composed,
    isSecret: false,
    dedupeKey: `daily report ${day}`,
  }))
  await insertMails(tx, entries, context)
}
