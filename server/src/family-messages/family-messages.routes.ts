import { MAX_NAMES } from '@aftercare/domain/family-messages/audiences'
import {
  audienceDraftSchema,
  audienceMessageSchema,
  audienceSchema,
  familyMessageDraftSchema,
  familyMessageSchema,
} from '@aftercare/domain/family-messages/family-message-schemas'
import { cancelError } from '@aftercare/domain/family-messages/family-messages'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { dayField } from '@aftercare/domain/lib/fields'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { z } from '@hono/zod-openapi'
import { countWaitingOn } from '../attendance/attendance.queries'
import { findDayFees } from '../cancelled-days/day-fees'
import type { Queryable } from '../db/client'
import { centsToDollars } from '../http/cents-to-dollars'
import { idempotentTransaction } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { renderMail } from '../mail/render'
import { findMonth } from '../months/months.admin.queries'
import { adminMonth } from '../months/months.admin.routes'
import { findMonthOf } from '../months/months.queries'
import { listAudience, writeToAudience } from './audiences'
import {
  countLeft,
  earlierMessage,
  listFamilies,
  listMessagesToAudiences,
  listRecentMessages,
} from './family-messages.queries'
import { sendMessage } from './send-message'

/** Further days, separated by commas, for a message about several. */
const otherDays = z
  .string()
  .max(400)
  .default('')
  .transform((text) => text.split(',').filter((day) => day !== ''))
  .pipe(z.array(dayField(dayRule('Please choose a day'))).max(31))

/** What every message's dialog says first. */
const reach = z.object({
  families: z.number().int(),
  /** Families without a usable email, by name. */
  unreachable: z.array(z.string()),
  /** Families of whom every email waits to be confirmed: they get the message then, if it is not about a day long past. */
  held: z.array(z.string()),
  /** How many messages may still be sent today. */
  left_today: z.number().int(),
  earlier: z.array(earlierMessage),
})

const previewed = json(
  z.object({ families: z.number().int(), subject: z.string(), html: z.string(), text: z.string() }),
  'The email as the first family would get it',
)

const read = route('admin.family-messages', {
  method: 'get',
  path: '/admin/family-messages',
  request: { query: z.object({ date: dayField(dayRule('Please choose a day')), also: otherDays }) },
  responses: json(
    reach.extend({
      date: z.string(),
      /** Why the day cannot be cancelled; null where it can. */
      cancel_error: z.string().nullable(),
      is_cancelled: z.boolean(),
      /** How many families would be credited, and how much, if the day were cancelled. */
      fee_families: z.number().int(),
      fees: z.number(),
      /** How many drop-in requests for these days would be declined if they were cancelled. */
      waiting: z.number().int(),
    }),
    'Whom a message about the day, or about all of them, would reach; the rest is about the first day',
  ),
})

const preview = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages/preview',
  request: { body: body(familyMessageDraftSchema) },
  responses: previewed,
})

const send = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages',
  request: { body: body(familyMessageSchema) },
  responses: json(
    z.object({
      id: z.string(),
      families: z.number().int(),
      /** The month as the cancelling left it; null where nothing was cancelled. */
      month: adminMonth.nullable(),
    }),
    'How many families were written to',
  ),
})

const readAudience = route('admin.family-messages', {
  method: 'get',
  path: '/admin/family-messages/audience',
  request: { query: audienceSchema },
  responses: json(
    // The names are those of the first families.
    reach.extend({ names: z.array(z.string()) }),
    "Whom a message would reach, and today's messages that were not about a day",
  ),
})

const previewToAudience = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages/audience/preview',
  request: { body: body(audienceDraftSchema) },
  responses: previewed,
})

const sendToAudience = route('admin.family-messages', {
  method: 'post',
  path: '/admin/family-messages/audience',
  request: { body: body(audienceMessageSchema) },
  responses: json(
    z.object({ id: z.string(), families: z.number().int() }),
    'How many families were written to',
  ),
})

async function findFees(db: Queryable, date: Day, month: { id: string } | null) {
  const row = month && (await findMonth(db, month.id))
  if (!row) return { fee_families: 0, fees: 0 }
  const { families, feesCents } = await findDayFees(db, row, getDayParts(date).dayOfMonth)
  return { fee_families: families, fees: centsToDollars(feesCents) }
}

export const familyMessagesRoutes = routes()
  .openapi(read, async (c) => {
    const { db, clock } = c.var.services
    const { date, also } = c.req.valid('query')
    const [found, month, left_today, waiting, earlier] = await Promise.all([
      listFamilies(db, [date, ...also]),
      findMonthOf(db, date),
      countLeft(db, clock.today()),
      countWaitingOn(db, [date, ...also]),
      listRecentMessages(db, [date, ...also]),
    ])
    return c.json(
      {
        date,
        families: found.families.length,
        unreachable: found.unreachable,
        held: found.held,
        left_today,
        cancel_error: cancelError(date, clock.today(), month),
        is_cancelled: month?.isCancelled ?? false,
        ...(await findFees(db, date, month)),
        waiting,
        earlier,
      },
      200,
    )
  })

  .openapi(preview, async (c) => {
    const { db, config } = c.var.services
    const { date, subject, text, cancelled, fees } = c.req.valid('json')
    const { families } = await listFamilies(db, [date])
    // The text is shown even if there is nobody to write to.
    const name = families[0]?.name ?? ''
    const mail = renderMail(
      { template: 'family-message', name, days: [date], subject, text, fees: cancelled ? fees : null },
      config,
    )
    return c.json({ families: families.length, ...mail }, 200)
  })

  .openapi(send, async (c) => {
    const message = c.req.valid('json')
    const { services, viewer } = c.var
    const sentBy = accountOf(c).id
    const response = await idempotentTransaction(c, message, (tx) =>
      sendMessage(tx, { ...message, sentBy }, services, viewer),
    )
    return c.json(response, 200)
  })

  .openapi(readAudience, async (c) => {
    const { services } = c.var
    const { db, clock } = services
    const [{ families, unreachable, held }, left_today, earlier] = await Promise.all([
      listAudience(db, c.req.valid('query'), services),
      countLeft(db, clock.today()),
      listMessagesToAudiences(db, clock.today()),
    ])
    const names = families.slice(0, MAX_NAMES).map(({ name, email }) => name || email)
    return c.json({ families: families.length, names, unreachable, held, left_today, earlier }, 200)
  })

  .openapi(previewToAudience, async (c) => {
    const { services } = c.var
    const { subject, text, ...to } = c.req.valid('json')
    // The text is shown even before a month is chosen.
    const isChosen = audienceSchema.safeParse(to).success
    const families = isChosen ? (await listAudience(services.db, to, services)).families : []
    const name = families[0]?.name ?? ''
    const mail = renderMail({ template: 'family-message', name, days: [], subject, text }, services.config)
    return c.json({ families: families.length, ...mail }, 200)
  })

  .openapi(sendToAudience, async (c) => {
    const message = c.req.valid('json')
    const { services, viewer } = c.var
    const sentBy = accountOf(c).id
    const response = await idempotentTransaction(c, message, (tx) =>
      writeToAudience(tx, { ...message, sentBy }, services, viewer),
    )
    return c.json(response, 200)
  })
