import { pickupSettingsSchema } from '@aftercare/domain/board/board-schemas'
import { type PickupSettings, readPickupSettings } from '@aftercare/domain/board/pickup-times'
import { routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'

const { read, save } = settingRoutes('admin.pricing', '/admin/pickup-times', pickupSettingsSchema)

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
