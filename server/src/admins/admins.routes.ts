import {
  adminEditSchema,
  emailPreferencesSchema,
  inviteAdminSchema,
} from '@aftercare/domain/admins/admin-schemas'
import { STAFF_ROLES } from '@aftercare/domain/lib/enums'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { lockAdmins } from '../auth/accounts.queries'
import {
  changeStaffRole,
  inviteAdmin,
  removeAdmin,
  resetTwoFactor,
  sendAdminReset,
} from '../auth/admin-accounts.queries'
import { changeAccountEmail } from '../auth/change-email'
import { withIdempotency } from '../http/idempotency'
import { pageOf, pageQuery } from '../http/paging'
import { accountOf, body, json, route, routes } from '../http/route'
import { assertRecentPassword } from '../http/step-up'
import {
  getAdmin,
  getAdminForUpdate,
  listAdmins,
  savePreferences,
  updateAdminProfile,
} from './admins.queries'

const adminRow = z.object({
  id: z.string(),
  role: z.enum(STAFF_ROLES),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
  has_password: z.boolean(),
  /** Staff changed it, and nobody has used a link mailed to it. */
  has_unconfirmed_email: z.boolean(),
  has_two_factor: z.boolean(),
  preferences: emailPreferencesSchema,
})

const params = z.object({ id: idField })

const list = route('admin.admins', {
  method: 'get',
  path: '/admin/admins',
  request: { query: pageQuery(['created_at'], 'created_at', 100) },
  responses: json(pageOf(adminRow)),
})

const invite = route('admin.admins', {
  method: 'post',
  path: '/admin/admins',
  stepUp: 'always',
  request: { body: body(inviteAdminSchema) },
  responses: json(adminRow),
})

const update = route('admin.admins', {
  method: 'patch',
  path: '/admin/admins/{id}',
  stepUp: 'for-some-changes',
  request: { params, body: body(adminEditSchema) },
  responses: json(adminRow),
})

const setPreferences = route('admin.admins', {
  method: 'put',
  path: '/admin/admins/{id}/preferences',
  request: { params, body: body(emailPreferencesSchema.partial()) },
  responses: json(adminRow),
})

const remove = route('admin.admins', {
  method: 'delete',
  path: '/admin/admins/{id}',
  stepUp: 'always',
  request: { params },
  responses: json(z.object({ id: z.string() })),
})

const sendReset = route('admin.admins', {
  method: 'post',
  path: '/admin/admins/{id}/send-reset',
  request: { params },
  responses: json(z.object({ email: z.string() })),
})

const resetTwoFactorRoute = route('admin.admins', {
  method: 'post',
  path: '/admin/admins/{id}/reset-two-factor',
  stepUp: 'always',
  request: { params },
  responses: json(adminRow),
})

export const adminsRoutes = routes()
  .openapi(list, async (c) => c.json(await listAdmins(c.var.services.db, c.req.valid('query')), 200))
  .openapi(invite, async (c) => {
    const { services, viewer } = c.var
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    const invitation = c.req.valid('json')
    const admin = await services.db.transaction(async (tx) => {
      const { id } = await withIdempotency(c, tx, invitation, async () => {
        const invited = await inviteAdmin(tx, services, invitation, viewer)
        return { id: invited.id }
      })
      return getAdmin(tx, id)
    })
    return c.json(admin, 200)
  })
  .openapi(update, async (c) => {
    const { services } = c.var
    const { id } = c.req.valid('param')
    const edit = c.req.valid('json')
    const { email, version, preferences, role, ...profile } = edit
    const at = services.clock.now().toISOString()
    const admin = await services.db.transaction(async (tx) => {
      await withIdempotency(c, tx, edit, async () => {
        if (role !== undefined) await lockAdmins(tx)
        const before = await getAdminForUpdate(tx, id, version)
        if (role !== undefined && role !== before.role) {
          await assertRecentPassword(tx, c)
          await changeStaffRole(tx, services, id, role, c.var.viewer)
        }
        if (email !== undefined && email !== before.email) {
          await assertRecentPassword(tx, c)
          await changeAccountEmail(tx, services, id, email)
        }
        await updateAdminProfile(tx, id, profile, at)
        if (preferences) await savePreferences(tx, id, preferences, at)
        const after = { ...profile, email, preferences }
        if (Object.values(after).some((value) => value !== undefined))
          await recordAudit(tx, c.var, 'admins.update', 'profiles', id, { before, after })
        return { id }
      })
      return getAdmin(tx, id)
    })
    return c.json(admin, 200)
  })
  .openapi(setPreferences, async (c) => {
    const { services } = c.var
    const { id } = c.req.valid('param')
    const preferences = c.req.valid('json')
    const admin = await services.db.transaction(async (tx) => {
      await getAdmin(tx, id)
      await savePreferences(tx, id, preferences, services.clock.now().toISOString())
      const detail = { preferences }
      await recordAudit(tx, c.var, 'admins.preferences', 'admin_email_preferences', id, detail)
      return getAdmin(tx, id)
    })
    return c.json(admin, 200)
  })
  .openapi(remove, async (c) => {
    const { services, viewer } = c.var
    const { id } = c.req.valid('param')
    await services.db.transaction((tx) => removeAdmin(tx, services, id, viewer))
    return c.json({ id }, 200)
  })
  .openapi(sendReset, async (c) => {
    const { services, viewer } = c.var
    const { id } = c.req.valid('param')
    await services.rateLimiter.consume('account-mail', id)
    return c.json(await services.db.transaction((tx) => sendAdminReset(tx, services, id, viewer)), 200)
  })
  .openapi(resetTwoFactorRoute, async (c) => {
    const { services, viewer } = c.var
    const { id } = c.req.valid('param')
    const admin = await services.db.transaction(async (tx) => {
      await resetTwoFactor(tx, services, id, viewer)
      return getAdmin(tx, id)
    })
    return c.json(admin, 200)
  })
