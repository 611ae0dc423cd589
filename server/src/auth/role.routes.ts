import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'

const readRole = route('admin.role', {
  method: 'get',
  path: '/admin/role',
  responses: json(
    z.object({
      role: z.literal('admin'),
      /** Two-factor sign-in is required: until it is set up, the other admin routes return an error. */
      must_set_up_two_factor: z.literal(true).optional(),
    }),
    'For admins only',
  ),
})

/** Requested by the admin area before it renders. */
export const roleRoutes = routes().openapi(readRole, (c) => {
  const isPendingTwoFactor = c.var.viewer.roles.includes('admin-pending-two-factor')
  return c.json(
    { role: 'admin' as const, ...(isPendingTwoFactor && { must_set_up_two_factor: true as const }) },
    200,
  )
})
