import { z } from '@hono/zod-openapi'
import { balanceRow } from '../balance/balance.queries'
import { ownToday, serializeToday } from '../board/absence.routes'
import { childRow } from '../children/child-row'
import { claimableRow, serializeClaimable } from '../guest-claims/claimable-row'
import { accountOf, json, route, routes } from '../http/route'
import { monthRow, serializeMonth } from '../months/month-row'
import {
  ownSubmissionRow,
  registeredRows,
  serializeCalendar,
  serializeOwn,
} from '../submissions/own-submission-row'
import { findOwnDashboard, type OwnDashboard } from './own-dashboard.queries'

/** Everything on a parent's first screen in one response; each part is the same as from its own route. */
const ownDashboard = z.object({
  profile: z.object({ id: z.string(), full_name: z.string(), email: z.string() }),
  children: z.object({ rows: z.array(childRow), total: z.number().int() }),
  submissions: z.object({ rows: z.array(ownSubmissionRow), total: z.number().int() }),
  registered: registeredRows.shape.rows,
  months: z.array(monthRow),
  today: ownToday,
  guest_claims: z.array(claimableRow),
  balance: balanceRow,
})

const readOwnDashboard = route('submissions.read', {
  method: 'get',
  path: '/dashboard',
  request: { query: z.object({ submissions: z.coerce.number().int().min(1).max(100).default(12) }) },
  responses: json(ownDashboard),
})

export const ownDashboardRoutes = routes().openapi(readOwnDashboard, async (c) => {
  const { services } = c.var
  const { id, familyId, fullName, email } = accountOf(c)
  const today = services.clock.today()
  const found = await findOwnDashboard(services.db, familyId, c.req.valid('query').submissions, today)
  return c.json(
    {
      profile: { id, full_name: fullName, email },
      children: { rows: found.children, total: found.children.length },
      submissions: { rows: serializeSubmissions(found), total: found.total },
      registered: found.registered,
      months: found.months.map(serializeMonth),
      today: serializeToday(found.today, found.phones, today, services),
      guest_claims: found.claims.map(serializeClaimable),
      balance: found.balance,
    },
    200,
  )
})

/** Several submissions share a month, so each month is serialized once. */
function serializeSubmissions({ submissions, monthOf }: OwnDashboard) {
  const calendars = new Map([...monthOf].map(([id, month]) => [id, serializeCalendar(month)]))
  return submissions.map((row) =>
    serializeOwn(row, row.month_id === null ? null : (calendars.get(row.month_id) ?? null)),
  )
}
