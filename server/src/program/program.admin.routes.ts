import { versionField } from '@aftercare/domain/lib/fields'
import type { ProgramForm } from '@aftercare/domain/program/program-details'
import { programSchema } from '@aftercare/domain/program/program-schemas'
import { z } from '@hono/zod-openapi'
import type { Config } from '../config'
import type { Tx } from '../db/client'
import type { AppContext } from '../http/context'
import { accountOf, json, route, routes } from '../http/route'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { replaceContactEmail } from '../site-content/seed-site-content'
import { encodeLogo } from './encode-logo'
import { logoPath } from './program'
import {
  loadProgram,
  type ProgramLogo,
  readProgramForm,
  readProgramLogo,
  storeLogo,
} from './program-details.queries'

const logoRow = z.object({ logo: z.string().nullable(), version: versionField })
const versionQuery = z.object({ version: z.coerce.number().pipe(versionField) })

const { read, save } = settingRoutes('admin.program', '/admin/program', programSchema)

const readLogo = route('admin.program', {
  method: 'get',
  path: '/admin/program/logo',
  responses: json(logoRow),
})

/** The body is the picture itself; its size is limited in app.ts. */
const saveLogo = route('admin.program', {
  method: 'put',
  path: '/admin/program/logo',
  request: { query: versionQuery },
  responses: json(logoRow),
})

const removeLogo = route('admin.program', {
  method: 'delete',
  path: '/admin/program/logo',
  request: { query: versionQuery },
  responses: json(logoRow),
})

const detailsForm = (config: Config): SettingForm<ProgramForm> => ({
  key: 'program',
  action: 'program.save',
  parse: (stored) => readProgramForm(stored, config),
})

const logoForm: SettingForm<ProgramLogo> = {
  key: 'program_logo',
  action: 'program-logo.save',
  parse: readProgramLogo,
}

const serializeLogo = ({ id, version }: ProgramLogo & { version: number }) => ({
  logo: id && logoPath(id),
  version,
})

/** The details are in use here before the response; other instances follow the notification. */
async function saveAndLoad<Values extends object>(
  c: AppContext,
  ...[form, values, version, alsoStore]: [
    SettingForm<Values>,
    Values,
    number,
    ((tx: Tx, before: Values) => Promise<unknown>)?,
  ]
) {
  const saved = await saveSettingForm(c, form, values, version, alsoStore)
  await loadProgram(c.var.services.db, c.var.services.config)
  return saved
}

export const programAdminRoutes = routes()
  .openapi(read, async (c) => {
    const { db, config } = c.var.services
    return c.json(await readSettingForm(db, detailsForm(config)), 200)
  })
  .openapi(readLogo, async (c) =>
    c.json(serializeLogo(await readSettingForm(c.var.services.db, logoForm)), 200),
  )
  .openapi(save, async (c) => {
    const { version, ...values } = c.req.valid('json')
    const saved = await saveAndLoad(c, detailsForm(c.var.services.config), values, version, (tx, before) => {
      const change = { from: before.contact_email, to: values.contact_email }
      return replaceContactEmail(tx, c.var, change, accountOf(c).id)
    })
    return c.json(saved, 200)
  })
  .openapi(saveLogo, async (c) => {
    const { id, picture } = await encodeLogo(Buffer.from(await c.req.arrayBuffer()), c.var.services)
    const at = c.var.services.clock.now().toISOString()
    const saved = await saveAndLoad(c, logoForm, { id }, c.req.valid('query').version, (tx) =>
      storeLogo(tx, id, picture, at),
    )
    return c.json(serializeLogo(saved), 200)
  })
  .openapi(removeLogo, async (c) => {
    const saved = await saveAndLoad(c, logoForm, { id: null }, c.req.valid('query').version)
    return c.json(serializeLogo(saved), 200)
  })
