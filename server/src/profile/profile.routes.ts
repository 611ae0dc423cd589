import { ACCOUNT_STATUSES } from '@aftercare/domain/lib/enums'
import { languageSchema, profileSchema } from '@aftercare/domain/profile/profile-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import type { Queryable } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { findProfile, setLanguage, updateProfile } from './profile.queries'

const profileRow = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(ACCOUNT_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

const edit = { body: body(profileSchema) }

const readOwn = route('profile.read', { method: 'get', path: '/profile', responses: json(profileRow) })
const editOwn = route('profile.update', {
  method: 'patch',
  path: '/profile',
  request: edit,
  responses: json(profileRow),
})
const chooseLanguage = route('profile.update', {
  method: 'put',
  path: '/profile/language',
  request: { body: body(languageSchema) },
  responses: json(languageSchema, 'Mails and other browsers follow'),
})
const readAdmin = route('admin.profile', {
  method: 'get',
  path: '/admin/profile',
  responses: json(profileRow),
})
const editAdmin = route('admin.profile', {
  method: 'patch',
  path: '/admin/profile',
  request: edit,
  responses: json(profileRow),
})

/** One's own profile, the same in both portals: only name and phone number can be changed. */
export const profileRoutes = routes()
  .openapi(readOwn, async (c) => c.json(await readProfile(c), 200))
  .openapi(editOwn, async (c) => c.json(await changeProfile(c, c.req.valid('json'), 'parent'), 200))
  .openapi(chooseLanguage, async (c) => {
    const { db, clock } = c.var.services
    const { language } = c.req.valid('json')
    const { id } = accountOf(c)
    await db.transaction(async (tx) => {
      await setLanguage(tx, id, language, clock.now())
      await recordAudit(tx, c.var, 'profile.update', 'profiles', id, { fields: ['language'] })
    })
    return c.json({ language }, 200)
  })
  .openapi(readAdmin, async (c) => c.json(await readProfile(c), 200))
  .openapi(editAdmin, async (c) => c.json(await changeProfile(c, c.req.valid('json'), 'staff'), 200))

async function readProfile(c: AppContext, db: Queryable = c.var.services.db) {
  const profile = await findProfile(db, accountOf(c).id)
  if (!profile) throw new AppError('not-found')
  return profile
}

async function changeProfile(c: AppContext, values: z.output<typeof profileSchema>, by: 'parent' | 'staff') {
  const { db, clock } = c.var.services
  const { id } = accountOf(c)
  const { version: _, ...changes } = values
  return db.transaction(async (tx) => {
    await withIdempotency(c, tx, values, async () => {
      await updateProfile(tx, id, values, by, clock.now())
      await recordAudit(tx, c.var, 'profile.update', 'profiles', id, { fields: Object.keys(changes) })
      return { id }
    })
    return readProfile(c, tx)
  })
}
