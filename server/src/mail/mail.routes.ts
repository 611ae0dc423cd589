import { MAIL_STATES } from '@aftercare/domain/lib/enums'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { idField } from '@aftercare/domain/lib/fields'
import { LANGUAGES } from '@aftercare/domain/lib/language'
import { TEMPLATE_TYPES } from '@aftercare/domain/mail/mail-templates'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { pageOf, pageQuery } from '../http/paging'
import { json, route, routes } from '../http/route'
import { listMails, resendMail } from './mail.queries'
import { previewMail } from './preview'

const mailRow = z.object({
  id: z.string(),
  template: z.string(),
  to_email: z.string(),
  to_name: z.string().nullable(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string(),
  sent_at: z.string().nullable(),
  is_secret: z.boolean(),
})

const list = route('admin.mail', {
  method: 'get',
  path: '/admin/mail',
  request: {
    query: pageQuery(['created_at'], 'created_at').extend({
      state: z.enum(['all', ...MAIL_STATES]).default('all'),
    }),
  },
  responses: json(pageOf(mailRow)),
})

const resend = route('admin.mail', {
  method: 'post',
  path: '/admin/mail/{id}/send-again',
  request: { params: z.object({ id: idField }) },
  responses: json(mailRow),
})

/** The email as a page for an iframe, with its own content security policy, see http/security. */
const preview = route('admin.mail', {
  method: 'get',
  path: '/admin/mail/preview',
  request: {
    query: z.object({
      type: z.enum(TEMPLATE_TYPES),
      subject: z.string().max(MAX_LENGTH.subject).default(''),
      preheader: z.string().max(MAX_LENGTH.preheader).default(''),
      /** In Spanish the two below are shown, or the two above without them. */
      language: z.enum(LANGUAGES).default('en'),
      spanish_subject: z.string().max(MAX_LENGTH.subject).default(''),
      spanish_preheader: z.string().max(MAX_LENGTH.preheader).default(''),
    }),
  },
  responses: {
    200: { description: 'The mail with sample data', content: { 'text/html': { schema: z.string() } } },
  },
})

/** An empty page for the preview iframe, for text too long for a URL; see http/security. */
const frame = route('admin.mail', {
  method: 'get',
  path: '/admin/mail/frame',
  responses: { 200: { description: 'An empty page', content: { 'text/html': { schema: z.string() } } } },
})

export const mailRoutes = routes()
  .openapi(list, async (c) => c.json(await listMails(c.var.services.db, c.req.valid('query')), 200))
  .openapi(resend, async (c) => {
    const { id } = c.req.valid('param')
    const row = await c.var.services.db.transaction(async (tx) => {
      const mail = await resendMail(tx, id, c.var.services.clock.now())
      await recordAudit(tx, c.var, 'mail.send-again', 'outbox', id)
      return mail
    })
    return c.json(row, 200)
  })
  .openapi(preview, (c) => {
    const { type, subject, preheader, language, spanish_subject, spanish_preheader } = c.req.valid('query')
    const isTranslated = spanish_subject !== '' || spanish_preheader !== ''
    const spanish = isTranslated ? { subject: spanish_subject, preheader: spanish_preheader } : undefined
    const wording = { subject, preheader, spanish }
    return c.html(previewMail(type, wording, c.var.services.config, language).html, 200)
  })
  .openapi(frame, (c) => c.html('<!DOCTYPE html><title>Mail</title>', 200))
