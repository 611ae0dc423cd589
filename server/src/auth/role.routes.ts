import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'

const readRole = route('admin.role', {
  method: 'get',
  path: '/admin/role',
  responses: json(
    z.object({
      role: z.literal('admin'),
      /** Two-step sign-in is required: until it is set up, staff's other routes refuse. */
      must_set_up_two_factor: z.literal(true).optional(),
    }),
    'Given to admins only: everybody else is refused',
  ),
})

/** What the admin area asks before it shows anything. */
export const roleRoutes = routes().openapi(readRole, (c) => {
  const isSettingUp = c.var.viewer.roles.includes('admin-to-be')
  return c.json(
    { role: 'admin' as const, ...(isSettingUp && { must_set_up_two_factor: true as const }) },
    200,
  )
})
