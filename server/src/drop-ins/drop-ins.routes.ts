import { dropInAvailability } from '@aftercare/domain/months/availability'
import { dropInSchema, guestDropInSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { eitherBody } from '../http/either-body'
import { body, json, route, routes } from '../http/route'
import { countGuest, countParent } from '../submissions/count-sender'
import { enqueueSubmissionMails } from '../submissions/submission-mails.queries'
import { submissionRow } from '../submissions/submission-row'
import { findRecentDropIn, listDropInMonths } from './drop-ins.queries'
import { requestDropIn, requestGuestDropIn } from './request-drop-in'

const availability = route('drop-ins.read-availability', {
  method: 'get',
  path: '/drop-ins/availability',
  responses: json(
    z.object({
      options: z.array(
        z.object({ key: z.enum(['today', 'tomorrow']), date: z.string(), available: z.boolean() }),
      ),
    }),
  ),
})

const create = route('drop-ins.create', {
  method: 'post',
  path: '/drop-ins',
  request: { body: body(eitherBody('child_id', dropInSchema, guestDropInSchema)) },
  responses: json(submissionRow),
})

/**
 * The mail is queued together with the drop-in, so this only confirms it, or queues it where that failed: one mail per
 * submission, and every value from the stored row. Names and addresses in the request are not read, or anybody could
 * have mails sent to anybody.
 */
const sendMail = route('drop-ins.create', {
  method: 'post',
  path: '/functions/send-dropin-submission-email',
  request: { body: body(z.looseObject({ submission_id: z.guid() })) },
  responses: json(z.object({ queued: z.literal(true) })),
})

const RECENT_MS = 15 * 60 * 1000

export const dropInsRoutes = routes()
  .openapi(availability, async (c) => {
    const { db, clock } = c.var.services
    const months = await listDropInMonths(db, clock.today())
    const options = months.map(({ option, month }) => ({
      key: option.key,
      date: option.day,
      available: dropInAvailability(month, option.day).available,
    }))
    return c.json({ options }, 200)
  })
  .openapi(create, async (c) => {
    const request = c.req.valid('json')
    if (request.by === 'parent') {
      const id = await countParent(c)
      return c.json(await requestDropIn(c, id, request.values), 200)
    }
    await countGuest(c, request.values.guest_parent_email, 'child_id')
    return c.json(await requestGuestDropIn(c, request.values), 200)
  })
  .openapi(sendMail, async (c) => {
    const { db, clock, limiter } = c.var.services
    const parentId = c.var.viewer.account?.id ?? null
    await limiter.take('drop-in-mail', parentId ?? c.var.clientAddress)
    const since = new Date(clock.now().getTime() - RECENT_MS).toISOString()
    await db.transaction(async (tx) => {
      const dropIn = await findRecentDropIn(tx, c.req.valid('json').submission_id, parentId, since)
      if (!dropIn) throw new AppError('not-found')
      await enqueueSubmissionMails(tx, [dropIn], c.var.services)
    })
    return c.json({ queued: true as const }, 200)
  })
