import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { body, json, route, routes } from '../http/route'
import { linkToChild, markAnotherChild } from './same-child-answers'

const params = z.object({ id: idField })
const answered = json(z.object({ id: z.string() }))

const link = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/same-child',
  request: { params, body: body(z.object({ child_id: idField })) },
  responses: json(z.object({ id: z.string() }), "The guest's submission is the child's from now on"),
})

const keepApart = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/another-child',
  request: { params },
  responses: answered,
})

export const sameChildRoutes = routes()
  .openapi(link, async (c) => {
    const { id } = c.req.valid('param')
    await linkToChild(c, id, c.req.valid('json').child_id)
    return c.json({ id }, 200)
  })
  .openapi(keepApart, async (c) => {
    const { id } = c.req.valid('param')
    await markAnotherChild(c, id)
    return c.json({ id }, 200)
  })
