import { pickupSettingsSchema } from '@aftercare/domain/board/board-schemas'
import { type PickupSettings, readPickupSettings } from '@aftercare/domain/board/pickup-times'
import { versionField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { body, json, route, routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm } from '../settings/setting-form'

const pickupTimes = z.object({
  monday: z.string(),
  tuesday: z.string(),
  wednesday: z.string(),
  thursday: z.string(),
  friday: z.string(),
  special: z.string(),
  regular_begins: z.string(),
  regular_friday_begins: z.string(),
  noon_begins: z.string(),
  early_begins: z.string(),
  no_late_drop_ins: z.boolean(),
  give_up_begun_days: z.boolean(),
  version: z.number().int(),
})

const read = route('admin.pricing', {
  method: 'get',
  path: '/admin/pickup-times',
  responses: json(pickupTimes),
})

const save = route('admin.pricing', {
  method: 'put',
  path: '/admin/pickup-times',
  request: { body: body(pickupSettingsSchema.extend({ version: versionField })) },
  responses: json(pickupTimes),
})

const form: SettingForm<PickupSettings> = {
  key: 'pickup_times',
  action: 'pickup-times.save',
  parse: readPickupSettings,
}

export const pickupTimesRoutes = routes()
  .openapi(read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(save, async (c) => {
    const { version, ...settings } = c.req.valid('json')
    return c.json(await saveSettingForm(c, form, settings, version), 200)
  })
