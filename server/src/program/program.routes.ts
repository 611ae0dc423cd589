import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'
import { describeProgram } from './program'

const readProgram = route('program.read', {
  method: 'get',
  path: '/program',
  responses: json(
    z.object({
      name: z.string(),
      time_zone: z.string(),
      contact_email: z.string(),
      now: z.string(),
      is_clock_set: z.boolean(),
      sends_mail: z.boolean(),
    }),
  ),
})

export const programRoutes = routes().openapi(readProgram, (c) =>
  c.json(describeProgram(c.var.services.config, c.var.services.clock), 200),
)
