import { versionField } from '@aftercare/domain/lib/fields'
import { aboutSchema, spanishAboutSchema } from '@aftercare/domain/site-content/about-schema'
import { testMailSchema } from '@aftercare/domain/site-content/site-content-schemas'
import { z } from '@hono/zod-openapi'
import { recordAuditEntries } from '../audit/audit.queries'
import { familyTransaction } from '../db/family-transaction'
import { listRecentDropIns } from '../drop-ins/drop-ins.queries'
import { AppError } from '../errors'
import { accountOf, body, json, route, routes } from '../http/route'
import { awaitDelivery } from '../mail/await-delivery'
import { queueEvent } from '../mail-events/queue-events'
import { savedSection, saveSiteContent } from '../site-content/site-content.admin.routes'
import { lockChild } from '../submissions/bookings.queries'
import { queueSubmitted } from '../submissions/submission-events'

/*
 * Routes that exist only because the specification names them: procedures and functions of a hosted backend. Everything
 * else is REST.
 */

/**
 * Called by the About tab. The editor is the session's account, whatever `_user_id` says. The specified values include no
 * version, so only here it is optional.
 */
const updateAbout = route('admin.site-content', {
  method: 'post',
  path: '/rpc/update_about_aftercare',
  request: {
    body: body(
      z.object({
        _user_id: z.string().max(64).optional(),
        _title: aboutSchema.shape.title,
        _description: aboutSchema.shape.description,
        _program_hours: aboutSchema.shape.program_hours,
        _pricing: aboutSchema.shape.pricing,
        _contact: aboutSchema.shape.contact,
        _spanish: spanishAboutSchema,
        version: versionField.optional(),
      }),
    ),
  },
  responses: savedSection,
})

/**
 * The mail is queued together with the drop-in, so this only confirms it, or queues it if that failed: one mail per
 * submission, with every value from the stored row. Names and emails in the request are ignored, or anybody could send
 * mails to anybody.
 */
const sendDropInMail = route('drop-ins.create', {
  method: 'post',
  path: '/functions/send-dropin-submission-email',
  request: { body: body(z.looseObject({ submission_id: z.guid() })) },
  responses: json(z.object({ queued: z.literal(true) })),
})

const RECENT_MS = 15 * 60 * 1000

const sendTestMail = route('admin.mail', {
  method: 'post',
  path: '/functions/send-test-email',
  request: { body: body(testMailSchema) },
  responses: json(z.object({ sent_to: z.string(), state: z.enum(['sent', 'waiting']) })),
})

export const compatRoutes = routes()
  .openapi(updateAbout, async (c) => {
    const { _title, _description, _program_hours, _pricing, _contact, _spanish, version } =
      c.req.valid('json')
    const content = {
      description: _description,
      program_hours: _program_hours,
      pricing: _pricing,
      contact: _contact,
    }
    const section = { section_name: 'about_aftercare', title: _title, description: _description } as const
    return c.json(await saveSiteContent(c, { ...section, content, spanish: _spanish }, version), 200)
  })
  .openapi(sendDropInMail, async (c) => {
    const { clock, rateLimiter } = c.var.services
    const { account } = c.var.viewer
    const parentId = account?.familyId ?? null
    await rateLimiter.consume('drop-in-mail', account?.id ?? c.var.ipAddress)
    const since = new Date(clock.now().getTime() - RECENT_MS).toISOString()
    await familyTransaction(c, async (tx) => {
      const dropIns = await listRecentDropIns(tx, c.req.valid('json').submission_id, parentId, since)
      if (dropIns.length === 0) throw new AppError('not-found')
      // Every adult who deletes their account locks the children first.
      for (const { child_id } of dropIns) if (child_id) await lockChild(tx, child_id)
      await queueSubmitted(tx, c, dropIns, null)
    })
    return c.json({ queued: true as const }, 200)
  })
  .openapi(sendTestMail, async (c) => {
    const { db, rateLimiter, live } = c.var.services
    const { templateType, testEmail, language } = c.req.valid('json')
    await rateLimiter.consume('test-mail', accountOf(c).id)
    const id = await db.transaction(async (tx) => {
      const event = { kind: 'test', templateType, language } as const
      const [mailId] = await queueEvent(tx, { event, to: testEmail }, c.var.services)
      if (!mailId) throw new Error('The test mail was not stored')
      await recordAuditEntries(tx, c.var, [
        {
          action: 'mail.send-test',
          table: 'outbox',
          rowId: mailId,
          email: testEmail,
          detail: { templateType, testEmail },
        },
      ])
      return mailId
    })
    const outcome = await awaitDelivery({ db, live }, id)
    if (outcome.state === 'rejected') throw new AppError('mail-not-sent', { reason: outcome.reason })
    return c.json({ sent_to: testEmail, state: outcome.state }, 200)
  })
