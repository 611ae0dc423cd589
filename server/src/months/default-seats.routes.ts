import { defaultSeatsSchema } from '@aftercare/domain/months/month-schemas'
import { routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { readDefaultSeats } from './months.admin.queries'

const { read, save } = settingRoutes('admin.pricing', '/admin/default-seats', defaultSeatsSchema)

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
