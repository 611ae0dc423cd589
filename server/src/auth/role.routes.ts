import { STAFF_ROLES, staffRoleOf } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { accountOf, json, route, routes } from '../http/route'

const readRole = route('admin.role', {
  method: 'get',
  path: '/admin/role',
  responses: json(
    z.object({
      role: z.enum(STAFF_ROLES),
      /** Two-factor sign-in is required: until it is set up, the other admin routes return an error. */
      must_set_up_two_factor: z.literal(true).optional(),
    }),
    'For staff only',
  ),
})

/** Requested by the admin area before it renders. */
export const roleRoutes = routes().openapi(readRole, (c) => {
  const role = staffRoleOf(accountOf(c).roles)
  if (!role) throw new AppError('admins-only')
  const isPendingTwoFactor = c.var.viewer.roles.includes('staff-pending-two-factor')
  return c.json({ role, ...(isPendingTwoFactor && { must_set_up_two_factor: true as const }) }, 200)
})
