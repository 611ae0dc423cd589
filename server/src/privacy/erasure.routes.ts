import { erasureSchema } from '@aftercare/domain/privacy/erasure-schemas'
import { z } from '@hono/zod-openapi'
import { done } from '../auth/auth.routes'
import { centsToDollars } from '../http/cents-to-dollars'
import { body, json, route, routes } from '../http/route'
import { readParentId } from '../parents/parent-id'
import { erasePerson, findErasure } from './staff-erasure'

const path = '/admin/parents/{id}/erasure'
const params = z.object({ id: z.string().max(400) })

const read = route('admin.erase', {
  method: 'get',
  path,
  request: { params },
  responses: json(
    z.object({
      /** To be typed to confirm. */
      name: z.string(),
      /** Sentences. */
      obstacles: z.array(z.string()),
      /** Of a guest: written off. */
      open_fees: z.number(),
    }),
  ),
})

const erase = route('admin.erase', {
  stepUp: 'always',
  method: 'post',
  path,
  request: { params, body: body(erasureSchema) },
  responses: json(done, 'The family, the adult or the guest is erased'),
})

export const erasureRoutes = routes()
  .openapi(read, async (c) => {
    const { db, clock } = c.var.services
    const { open_fees_cents, ...erasure } = await findErasure(
      db,
      readParentId(c.req.valid('param').id),
      clock.today(),
    )
    return c.json({ ...erasure, open_fees: centsToDollars(open_fees_cents) }, 200)
  })
  .openapi(erase, async (c) => {
    await erasePerson(c, readParentId(c.req.valid('param').id), c.req.valid('json'))
    return c.json({ ok: true as const }, 200)
  })
