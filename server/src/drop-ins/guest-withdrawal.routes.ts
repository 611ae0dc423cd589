import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { findLinked } from '../guest-links/guest-links.queries'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { secretField } from '../submissions/guest-links.routes'
import { withdrawDropIn } from './withdraw-drop-in'

/** By the secret of the guest's private link, which ends with the drop-in. */
const withdraw = route('guest-link.withdraw', {
  method: 'post',
  path: '/guest-registration/withdraw',
  request: { body: body(z.object({ secret: secretField })) },
  responses: json(z.object({ id: z.string() })),
})

export const guestWithdrawalRoutes = routes().openapi(withdraw, async (c) => {
  const { db, clock, rateLimiter } = c.var.services
  const { secret } = c.req.valid('json')
  await rateLimiter.consume('link-check-ip', c.var.ipAddress)
  const linked = await findLinked(db, secret, clock.now())
  // Without the link it may be a repeated request, which gets the first response.
  const of = linked ? { submissionId: linked.id } : { day: clock.today() }
  const withdrawn = await monthTransaction(c, of, { secret }, (tx) => {
    if (!linked) throw new AppError('invalid-guest-link')
    return withdrawDropIn(c, tx, linked.id, null)
  })
  return c.json(withdrawn, 200)
})
