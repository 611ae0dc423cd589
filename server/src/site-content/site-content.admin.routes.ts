import { SITE_SECTIONS } from '@aftercare/domain/lib/enums'
import { versionField } from '@aftercare/domain/lib/fields'
import { AGREEMENT_DESCRIPTIONS, AGREEMENT_TITLES } from '@aftercare/domain/site-content/agreements'
import {
  agreementSchema,
  emailTemplatesSchema,
  spanishItemsSchema,
  spanishTemplatesSchema,
} from '@aftercare/domain/site-content/site-content-schemas'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { listOutdatedTexts } from './outdated-texts.queries'
import { findSection } from './site-content.admin.queries'
import { siteContentRow } from './site-content.routes'
import { type SectionTexts, storeSiteContent } from './store-site-content'

const sectionRow = siteContentRow.extend({ updated_by: z.string().nullable(), version: z.number().int() })
export const savedSection = json(sectionRow, 'The stored section')

const readSection = route('admin.site-content', {
  method: 'get',
  path: '/admin/site-content/{section}',
  request: { params: z.object({ section: z.enum(SITE_SECTIONS) }) },
  responses: json(sectionRow),
})

const outdated = route('admin.site-content', {
  method: 'get',
  path: '/admin/outdated-texts',
  responses: json(z.object({ rows: z.array(z.object({ text: z.string(), to: z.string() })) })),
})

const saveAgreement = route('admin.site-content', {
  method: 'put',
  path: '/admin/site-content/agreements/{section}',
  request: {
    params: z.object({ section: z.enum(['registration_agreement', 'dropin_agreement']) }),
    body: body(agreementSchema.extend({ spanish: spanishItemsSchema, version: versionField })),
  },
  responses: savedSection,
})

const saveTemplates = route('admin.mail', {
  method: 'put',
  path: '/admin/site-content/email_templates',
  request: {
    body: body(
      z.object({ content: emailTemplatesSchema, spanish: spanishTemplatesSchema, version: versionField }),
    ),
  },
  responses: savedSection,
})

export const siteContentAdminRoutes = routes()
  .openapi(outdated, async (c) => {
    const { db, config } = c.var.services
    return c.json({ rows: await listOutdatedTexts(db, config.program.contactEmail) }, 200)
  })
  .openapi(readSection, async (c) => {
    const row = await findSection(c.var.services.db, c.req.valid('param').section)
    if (!row) throw new AppError('not-found')
    return c.json(row, 200)
  })
  .openapi(saveAgreement, async (c) => {
    const { section } = c.req.valid('param')
    const { items, spanish, version } = c.req.valid('json')
    const texts = { title: AGREEMENT_TITLES[section], description: AGREEMENT_DESCRIPTIONS[section] }
    return c.json(
      await saveSiteContent(c, { section_name: section, ...texts, content: { items }, spanish }, version),
      200,
    )
  })
  .openapi(saveTemplates, async (c) => {
    const { content, spanish, version } = c.req.valid('json')
    const section = { section_name: 'email_templates', title: 'Email Templates', description: null } as const
    return c.json(await saveSiteContent(c, { ...section, content, spanish }, version), 200)
  })

export async function saveSiteContent(c: AppContext, section: SectionTexts, version?: number) {
  return idempotentTransaction(c, { ...section, version }, (tx) => storeSiteContent(c, tx, section, version))
}
