import { JOB_NAMES } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'
import { listFailingJobs, listJobTimes, overdueBackup } from '../jobs/job-runs.queries'
import { scheduledJobs } from '../jobs/jobs'
import {
  askedToCancelRow,
  countToday,
  findCounts,
  listCancelRequests,
  listRecentSubmissions,
  listWaitingDropIns,
  recentSubmissionRow,
  waitingDropInRow,
} from './dashboard.queries'
import { findOnboarding, onboardingRow } from './onboarding.queries'

const dashboard = z.object({
  parent_users: z.number().int(),
  unpaid: z.number().int(),
  edited_since_billed: z.number().int(),
  /** Null on days without aftercare. */
  today: z
    .object({ expected: z.number().int(), here: z.number().int(), not_coming: z.number().int() })
    .nullable(),
  recent_submissions: z.array(recentSubmissionRow),
  /** The first ones, and how many there are. */
  cancel_requests: z.array(askedToCancelRow),
  cancel_request_count: z.number().int(),
  waiting_drop_ins: z.array(waitingDropInRow),
  waiting_drop_in_count: z.number().int(),
  failing_jobs: z.array(
    z.object({ job: z.enum(JOB_NAMES), failed_at: z.string(), retry_at: z.string().nullable() }),
  ),
  /** While there has been no backup for 3 days; without a time, there never was one. */
  overdue_backup: z.object({ last_at: z.string().nullable() }).nullable(),
  onboarding: onboardingRow.nullable(),
})

const readDashboard = route('admin.read', {
  method: 'get',
  path: '/admin/dashboard',
  responses: json(dashboard),
})

export const dashboardRoutes = routes().openapi(readDashboard, async (c) => {
  const { db, clock, config } = c.var.services
  const jobs = scheduledJobs(config)
  const [counts, today, recent_submissions, cancel_requests, waiting_drop_ins, failing_jobs, jobTimes] =
    await Promise.all([
      findCounts(db),
      countToday(db, clock.today()),
      listRecentSubmissions(db),
      listCancelRequests(db),
      listWaitingDropIns(db, clock.today()),
      listFailingJobs(db, clock.now(), jobs),
      listJobTimes(db, clock.now(), jobs),
    ])
  // A registration means that a month was published: onboarding is over.
  const hasBegun = recent_submissions.some((row) => row.month !== null)
  const onboarding = hasBegun ? null : await findOnboarding(db)
  const overdue_backup = overdueBackup(jobTimes, clock.now())
  return c.json(
    {
      ...counts,
      today,
      recent_submissions,
      cancel_requests,
      waiting_drop_ins,
      failing_jobs,
      overdue_backup,
      onboarding,
    },
    200,
  )
})
