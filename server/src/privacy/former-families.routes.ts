import { retentionSchema } from '@aftercare/domain/privacy/retention-schemas'
import { z } from '@hono/zod-openapi'
import { pageOf, pageOnly } from '../http/paging'
import { json, route, routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { dropNotices } from './forget-families'
import { listFormerFamilies, readRetention } from './former-families.queries'

const { read, save } = settingRoutes('admin.retention', '/admin/forget-families', retentionSchema)

const list = route('admin.retention', {
  method: 'get',
  path: '/admin/forget-families/families',
  request: { query: pageOnly() },
  responses: json(
    pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Their last booked day or payment, or when they signed up. */
        last_on: z.string(),
        mailed_on: z.string().nullable(),
        /** The first night in which they may be erased; null as long as they are not mailed. */
        erased_on: z.string().nullable(),
        /** Sentences. */
        obstacles: z.array(z.string()),
      }),
    ),
  ),
})

const form: SettingForm<{ months: number | null }> = {
  key: 'forget_families',
  action: 'retention.save',
  parse: readRetention,
}

export const formerFamiliesRoutes = routes()
  .openapi(read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(save, async (c) => {
    const { version, months } = c.req.valid('json')
    const { services } = c.var
    // Whoever is no longer concerned is mailed anew before they are erased some day.
    const saved = await saveSettingForm(c, form, { months }, version, (tx) =>
      dropNotices(tx, services, months),
    )
    return c.json(saved, 200)
  })
  .openapi(list, async (c) => {
    const { services } = c.var
    return c.json(await listFormerFamilies(services, c.req.valid('query')), 200)
  })
