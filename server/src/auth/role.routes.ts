import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'

const readRole = route('admin.read', {
  method: 'get',
  path: '/admin/role',
  responses: json(z.object({ role: z.literal('admin') }), 'Given to admins only: everybody else is refused'),
})

/** What the admin area asks before it shows anything. */
export const roleRoutes = routes().openapi(readRole, (c) => c.json({ role: 'admin' as const }, 200))
