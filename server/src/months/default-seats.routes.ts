import { versionField } from '@aftercare/domain/lib/fields'
import { defaultSeatsSchema } from '@aftercare/domain/months/month-schemas'
import { z } from '@hono/zod-openapi'
import { body, json, route, routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm } from '../settings/setting-form'
import { readDefaultSeats } from './months.admin.queries'

const defaultSeats = z.object({ seats: z.number().int().nullable(), version: z.number().int() })

const read = route('admin.pricing', {
  method: 'get',
  path: '/admin/default-seats',
  responses: json(defaultSeats),
})

const save = route('admin.pricing', {
  method: 'put',
  path: '/admin/default-seats',
  request: { body: body(defaultSeatsSchema.extend({ version: versionField })) },
  responses: json(defaultSeats),
})

const form: SettingForm<{ seats: number | null }> = {
  key: 'default_seats',
  action: 'default-seats.save',
  parse: readDefaultSeats,
  detail: (before, { seats }) => ({ before, seats }),
}

/** Separate from prices: changing the seats of new months must not touch prices. */
export const defaultSeatsRoutes = routes()
  .openapi(read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(save, async (c) => {
    const { version, seats } = c.req.valid('json')
    return c.json(await saveSettingForm(c, form, { seats }, version), 200)
  })
