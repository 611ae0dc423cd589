import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { statementDetailsSchema } from '@aftercare/domain/statement/statement-schemas'
import { z } from '@hono/zod-openapi'
import { routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { readStatementDetails } from './statement-details.queries'

export const statementDetailsRow = z.object({
  legal_name: z.string().nullable(),
  address: z.string().nullable(),
  tax_number: z.string().nullable(),
})

const { read, save } = settingRoutes('admin.pricing', '/admin/statement-details', statementDetailsSchema)

const form: SettingForm<StatementDetails> = {
  key: 'statement_details',
  action: 'statement-details.save',
  parse: readStatementDetails,
}

export const statementDetailsRoutes = routes()
  .openapi(read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(save, async (c) => {
    const { version, ...details } = c.req.valid('json')
    return c.json(await saveSettingForm(c, form, details, version), 200)
  })
