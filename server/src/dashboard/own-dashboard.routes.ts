import { z } from '@hono/zod-openapi'
import { findOwnToday, ownToday } from '../board/not-coming.routes'
import { childRow } from '../children/child-row'
import { listAllChildren } from '../children/children.queries'
import { claimableRow, presentClaimable } from '../guest-claims/claimable-row'
import { listClaimableOf } from '../guest-claims/guest-claims.queries'
import { accountOf, json, route, routes } from '../http/route'
import { monthRow, presentMonth } from '../months/month-row'
import { listOfferedMonths } from '../months/months.queries'
import { ownSubmissionRow, presentOwnSubmission } from '../submissions/own-submission-row'
import { listNewestSubmissions, listRegistered } from '../submissions/submissions.queries'

/** All that a parent's first screen shows, in one answer; each part is as its own address gives it. */
const ownDashboard = z.object({
  profile: z.object({ id: z.string(), full_name: z.string(), email: z.string() }),
  children: z.object({ rows: z.array(childRow), total: z.number().int() }),
  submissions: z.object({ rows: z.array(ownSubmissionRow), total: z.number().int() }),
  registered: z.array(z.object({ month_id: z.string().nullable(), child_id: z.string().nullable() })),
  months: z.array(monthRow),
  today: ownToday,
  guest_claims: z.array(claimableRow),
})

const readOwnDashboard = route('submissions.read', {
  method: 'get',
  path: '/dashboard',
  request: { query: z.object({ submissions: z.coerce.number().int().min(1).max(100).default(12) }) },
  responses: json(ownDashboard),
})

export const ownDashboardRoutes = routes().openapi(readOwnDashboard, async (c) => {
  const { services } = c.var
  const { db, clock } = services
  const { id, fullName, email } = accountOf(c)
  const [children, submissions, registered, months, today, claims] = await Promise.all([
    listAllChildren(db, id),
    listNewestSubmissions(db, id, c.req.valid('query').submissions),
    listRegistered(db, id),
    listOfferedMonths(db, clock.today()),
    findOwnToday(db, services, id),
    listClaimableOf(db, id),
  ])
  return c.json(
    {
      profile: { id, full_name: fullName, email },
      children: { rows: children, total: children.length },
      submissions: { rows: submissions.rows.map(presentOwnSubmission), total: submissions.total },
      registered,
      months: months.map(presentMonth),
      today,
      guest_claims: claims.map(presentClaimable),
    },
    200,
  )
})
