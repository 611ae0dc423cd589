import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { json, route, routes } from '../http/route'
import { describeProgram, programRow } from './program'
import { findLogo } from './program-details.queries'

const readProgram = route('program.read', {
  method: 'get',
  path: '/program',
  responses: json(programRow),
})

const readLogo = route('program.read', {
  method: 'get',
  path: '/program/logo/{id}',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: { description: 'The logo', content: { 'image/png': {} } } },
})

export const programRoutes = routes()
  .openapi(readProgram, (c) => c.json(describeProgram(c.var.services.config, c.var.services.clock), 200))
  .openapi(readLogo, async (c) => {
    const logo = await findLogo(c.var.services.db, c.req.valid('param').id)
    if (!logo) throw new AppError('not-found')
    // Its id is a hash of its contents.
    return c.body(new Uint8Array(logo.picture), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
