import { PUBLIC_SECTIONS } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { json, route, routes } from '../http/route'
import { findSiteContent } from './site-content.queries'

export const siteContentRow = z.object({
  section_name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  content: z.unknown(),
  /** Null if there is none: the English text is shown. */
  spanish: z.unknown(),
  updated_at: z.string(),
})

const readSection = route('site-content.read', {
  method: 'get',
  path: '/site-content/{section}',
  request: { params: z.object({ section: z.enum(PUBLIC_SECTIONS) }) },
  responses: json(siteContentRow),
})

export const siteContentRoutes = routes().openapi(readSection, async (c) => {
  const row = await findSiteContent(c.var.services.db, c.req.valid('param').section)
  if (!row) throw new AppError('not-found')
  return c.json(row, 200)
})
