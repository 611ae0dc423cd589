import { dayOf, getDayParts } from '@aftercare/domain/lib/days'
import { idField } from '@aftercare/domain/lib/fields'
import type { Language } from '@aftercare/domain/lib/language'
import {
  staffGuestRegistrationSchema,
  staffRegistrationSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { accountOf, body, json, route, routes } from '../http/route'
import { earlierRows, monthQuery, registeredRows, serializeEarlier } from '../submissions/own-submission-row'
import { parentOrGuestBody } from '../submissions/parent-or-guest-body'
import { submissionRow } from '../submissions/submission-row'
import { listEarlierRegistrations, listRegistered } from '../submissions/submissions.queries'
import { registerCallingGuest, registerChildren } from './register'

const create = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions',
  request: {
    body: body(parentOrGuestBody({ child_ids: staffRegistrationSchema }, staffGuestRegistrationSchema)),
  },
  responses: json(
    z.object({ rows: z.array(submissionRow) }),
    "As families' and guests' registrations; confirm-days for past, closed and full days that are not in confirmed_days",
  ),
})

const params = z.object({ id: idField })

const registered = route('admin.submissions', {
  method: 'get',
  path: '/admin/parents/{id}/registered',
  request: { params },
  responses: json(registeredRows, "As the family's own: its drop-ins from this month on"),
})

const earlier = route('admin.submissions', {
  method: 'get',
  path: '/admin/parents/{id}/earlier-registrations',
  request: { params, query: monthQuery },
  responses: json(earlierRows),
})

/** Not part of what the idempotency key compares: sent again, a day may be full by this very registration. */
const withoutStaffs = <T extends { confirmed_days: number[]; language: Language }>({
  confirmed_days: _,
  language: __,
  ...values
}: T) => values

export const registrationAdminRoutes = routes()
  .openapi(create, async (c) => {
    const request = c.req.valid('json')
    const { confirmed_days, language } = request.values
    const registeredBy = {
      by: 'staff',
      account: accountOf(c),
      confirmedDays: confirmed_days,
      language,
    } as const
    const stored =
      request.by === 'child_ids'
        ? await registerChildren(c, null, withoutStaffs(request.values), registeredBy)
        : await registerCallingGuest(c, withoutStaffs(request.values), registeredBy)
    return c.json(stored, 200)
  })
  .openapi(registered, async (c) => {
    const { db, clock } = c.var.services
    const { year, monthIndex } = getDayParts(clock.today())
    const firstDay = dayOf(year, monthIndex, 1)
    return c.json({ rows: await listRegistered(db, c.req.valid('param').id, firstDay) }, 200)
  })
  .openapi(earlier, async (c) => {
    const { month_id } = c.req.valid('query')
    const found = await listEarlierRegistrations(c.var.services.db, c.req.valid('param').id, month_id)
    return c.json({ rows: found.map(serializeEarlier) }, 200)
  })
