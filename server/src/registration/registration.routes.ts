import { guestRegistrationSchema, registrationSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { heldSubmission } from '../guest-confirmation/hold-submission'
import { body, json, route, routes } from '../http/route'
import { limitGuestNetwork, limitParentSubmissions } from '../submissions/limit-submissions'
import { parentOrGuestBody } from '../submissions/parent-or-guest-body'
import { submissionRow } from '../submissions/submission-row'
import { registerChildren, registerGuest } from './register'

const create = route('submissions.create', {
  method: 'post',
  path: '/submissions',
  request: { body: body(parentOrGuestBody({ child_ids: registrationSchema }, guestRegistrationSchema)) },
  responses: json(z.union([z.object({ rows: z.array(submissionRow) }), heldSubmission])),
})

export const registrationRoutes = routes().openapi(create, async (c) => {
  const request = c.req.valid('json')
  if (request.by === 'child_ids') {
    const parentId = await limitParentSubmissions(c)
    return c.json(await registerChildren(c, parentId, request.values), 200)
  }
  await limitGuestNetwork(c, 'child_ids')
  return c.json(await registerGuest(c, request.values), 200)
})
