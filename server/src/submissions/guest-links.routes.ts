import { withdrawalError } from '@aftercare/domain/drop-ins/withdrawals'
import type { Day } from '@aftercare/domain/lib/days'
import { SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { isMonthEditable } from '@aftercare/domain/months/months'
import { isAgreedByPhone } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { findLinked, type LinkedSubmission } from '../guest-links/guest-links.queries'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { body, json, route, routes } from '../http/route'
import { approvalRow } from './approval-row'
import { cancelRequestRow, familyCancellation, serializeCancellation } from './cancellation-rows'
import { dayPrices } from './day-prices'
import { calendarRow, serializeCalendar } from './own-submission-row'
import { findSubmission, type JoinedSubmission } from './submissions.queries'

export const secretField = z.string().min(1).max(200)

export const linked = z.object({
  month_name: z.string().nullable(),
  year: z.number().int().nullable(),
  dropin_date: z.string().nullable(),
  selected_days: z.array(z.number().int()),
  /** Of the selected days, those without care. */
  cancelled_days: z.array(z.number().int()),
  total_fee: z.number(),
  day_prices: dayPrices,
  agreed_at: z.string().nullable(),
  agreed_by_phone: z.boolean(),
  cancellation: familyCancellation.nullable(),
  cancel_request: cancelRequestRow.nullable(),
  status: z.enum(SUBMISSION_STATUSES),
  approval: approvalRow.nullable(),
  /** A drop-in that the guest can still withdraw. */
  may_withdraw: z.boolean(),
  /** What an edit of the days needs; null where the guest cannot edit them. */
  edit: z
    .object({
      version: z.number().int(),
      months: calendarRow,
      attended_days: z.array(z.number().int()),
      begun_days_stay: z.boolean(),
      credits: z.record(z.string(), z.number()),
    })
    .nullable(),
  /** It now belongs to an account; the response does not say whose. */
  is_claimed: z.boolean(),
})

/** The secret is in the body because URLs end up in logs, ours and those of proxies. */
const read = route('guest-link.read', {
  method: 'post',
  path: '/guest-registration',
  request: { body: body(z.object({ secret: secretField })) },
  responses: json(linked, 'What a guest sent, without a name; the link is not used up'),
})

export async function followLink(c: AppContext, linkSecret: string) {
  const { db, clock, rateLimiter } = c.var.services
  await rateLimiter.consume('link-check-ip', c.var.ipAddress)
  const found = await findLinked(db, linkSecret, clock.now())
  if (!found) throw new AppError('invalid-guest-link')
  return found
}

export async function getLinked(c: AppContext, linkSecret: string): Promise<z.infer<typeof linked>> {
  const { db, clock } = c.var.services
  const found = await followLink(c, linkSecret)
  const submission = await findSubmission(db, found.id)
  if (!submission) throw new AppError('invalid-guest-link')
  return serializeLinked(found, submission, clock.today())
}

/** Without the id, which is no secret but nobody needs. */
export function serializeLinked(
  found: LinkedSubmission,
  joined: JoinedSubmission,
  today: Day,
): z.infer<typeof linked> {
  const { id: _, total_fee_cents, cancellation, month_name = null, year = null, ...rest } = found
  const { dismissal_type: __, billed_status: ___, ...submission } = rest
  return {
    ...submission,
    agreed_by_phone: isAgreedByPhone(joined),
    month_name,
    year,
    cancelled_days: found.cancelled_days.filter((n) => found.selected_days.includes(n)),
    total_fee: centsToDollars(total_fee_cents),
    cancellation: cancellation && serializeCancellation(cancellation),
    // What the family and the office write to each other is no longer the guest's.
    ...(found.is_claimed && {
      approval: found.approval && { ...found.approval, message: null },
      cancel_request: null,
    }),
    may_withdraw: !found.is_claimed && withdrawalError(found, today) === null,
    edit: found.is_claimed ? null : editOf(joined, today),
  }
}

function editOf(joined: JoinedSubmission, today: Day): z.infer<typeof linked>['edit'] {
  if (joined.month_id === null || joined.cancellation || !isMonthEditable(joined, today)) return null
  const { version, attended_days, begun_days_stay, credits } = joined
  return { version, months: serializeCalendar(joined), attended_days, begun_days_stay, credits }
}

export const guestLinksRoutes = routes().openapi(read, async (c) =>
  c.json(await getLinked(c, c.req.valid('json').secret), 200),
)
