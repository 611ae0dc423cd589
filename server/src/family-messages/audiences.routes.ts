import { MAX_NAMES } from '@aftercare/domain/family-messages/audiences'
import {
  audienceDraftSchema,
  audienceMessageSchema,
  audienceSchema,
} from '@aftercare/domain/family-messages/family-message-schemas'
import { MAX_MESSAGES_PER_DAY } from '@aftercare/domain/family-messages/family-messages'
import { z } from '@hono/zod-openapi'
import { idempotentTransaction } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { renderMail } from '../mail/render'
import { listAudience, writeToAudience } from './audiences'
import { countSentOn, earlierMessage, listMessagesToAudiences } from './family-messages.queries'

const read = route('admin.family-messages', {
  method: 'get',
  path: '/admin/family-messages/audience',
  request: { query: audienceSchema },
  responses: json(
    z.object({
      families: z.number().int(),
      /** The first of them, by name. */
      names: z.array(z.string()),
      /** Families without a usable email, by name. */
      unreachable: z.array(z.string()),
      /** How many messages may still be sent today. */
      left_today: z.number().int(),
      /** Today's messages that were not about a day. */
      earlier: z.array(earlierMessage),
    }),
    'Whom a message would reach',
  ),
})

const preview = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages/audience/preview',
  request: { body: body(audienceDraftSchema) },
  responses: json(
    z.object({ families: z.number().int(), subject: z.string(), html: z.string(), text: z.string() }),
    'The email as the first family would get it',
  ),
})

const send = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages/audience',
  request: { body: body(audienceMessageSchema) },
  responses: json(
    z.object({ id: z.string(), families: z.number().int() }),
    'How many families were written to',
  ),
})

export const audiencesRoutes = routes()
  .openapi(read, async (c) => {
    const { services } = c.var
    const { db, clock } = services
    const [{ families, unreachable }, sent, earlier] = await Promise.all([
      listAudience(db, c.req.valid('query'), services),
      countSentOn(db, clock.today()),
      listMessagesToAudiences(db, clock.today()),
    ])
    const names = families.slice(0, MAX_NAMES).map(({ name, email }) => name || email)
    const left_today = Math.max(0, MAX_MESSAGES_PER_DAY - sent)
    return c.json({ families: families.length, names, unreachable, left_today, earlier }, 200)
  })

  .openapi(preview, async (c) => {
    const { services } = c.var
    const { subject, text, ...to } = c.req.valid('json')
    // The text is shown even before a month is chosen.
    const isChosen = audienceSchema.safeParse(to).success
    const families = isChosen ? (await listAudience(services.db, to, services)).families : []
    const name = families[0]?.name ?? ''
    const mail = renderMail({ template: 'family-message', name, days: [], subject, text }, services.config)
    return c.json({ families: families.length, ...mail }, 200)
  })

  .openapi(send, async (c) => {
    const message = c.req.valid('json')
    const { services, viewer } = c.var
    const sentBy = accountOf(c).id
    const response = await idempotentTransaction(c, message, (tx) =>
      writeToAudience(tx, { ...message, sentBy }, services, viewer),
    )
    return c.json(response, 200)
  })
