import { JOB_NAMES } from '@aftercare/domain/lib/enums'
import { DERIVED_STATUSES } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'
import { listFailingJobs, listJobTimes, overdueBackup } from '../jobs/job-runs.queries'
import { scheduledJobs } from '../jobs/jobs'
import { dayPrices } from '../submissions/day-prices'
import { countToday, findCounts, listCancelRequests, listRecentSubmissions } from './dashboard.queries'
import { findOnboarding } from './onboarding.queries'

const dashboard = z.object({
  parent_users: z.number().int(),
  unpaid: z.number().int(),
  edited_since_billed: z.number().int(),
  /** Null on days without aftercare. */
  today: z
    .object({ expected: z.number().int(), here: z.number().int(), not_coming: z.number().int() })
    .nullable(),
  recent_submissions: z.array(
    z.object({
      id: z.string(),
      child_name: z.string(),
      parent_name: z.string(),
      month: z.object({ month_name: z.string(), year: z.number().int() }).nullable(),
      dropin_date: z.string().nullable(),
      total_fee: z.number(),
      day_prices: dayPrices,
      status: z.enum(DERIVED_STATUSES),
      is_cancelled: z.boolean(),
      submitted_at: z.string(),
    }),
  ),
  cancel_requests: z.array(
    z.object({ id: z.string(), child_name: z.string(), month_name: z.string(), year: z.number().int() }),
  ),
  failing_jobs: z.array(
    z.object({ job: z.enum(JOB_NAMES), failed_at: z.string(), retry_at: z.string().nullable() }),
  ),
  /** While there has been no backup for 3 days; without a time, there never was one. */
  overdue_backup: z.object({ last_at: z.string().nullable() }).nullable(),
  onboarding: z
    .object({
      is_named: z.boolean(),
      is_described: z.boolean(),
      is_priced: z.boolean(),
      month_id: z.string().nullable(),
    })
    .nullable(),
})

const readDashboard = route('admin.read', {
  method: 'get',
  path: '/admin/dashboard',
  responses: json(dashboard),
})

export const dashboardRoutes = routes().openapi(readDashboard, async (c) => {
  const { db, clock, config } = c.var.services
  const jobs = scheduledJobs(config)
  const [counts, today, recent_submissions, cancel_requests, failing_jobs, jobTimes] = await Promise.all([
    findCounts(db),
    countToday(db, clock.today()),
    listRecentSubmissions(db),
    listCancelRequests(db),
    listFailingJobs(db, clock.now(), jobs),
    listJobTimes(db, clock.now(), jobs),
  ])
  // A registration means that a month was published: onboarding is over.
  const hasBegun = recent_submissions.some((row) => row.month !== null)
  const onboarding = hasBegun ? null : await findOnboarding(db)
  const overdue_backup = overdueBackup(jobTimes, clock.now())
  return c.json(
    { ...counts, today, recent_submissions, cancel_requests, failing_jobs, overdue_backup, onboarding },
    200,
  )
})
