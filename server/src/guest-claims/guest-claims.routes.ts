import { claimSchema } from '@aftercare/domain/guest-claims/claim-schemas'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { body, familyIdOf, json, route, routes } from '../http/route'
import { limitParentSubmissions } from '../submissions/limit-submissions'
import { getOwnSubmission, ownSubmissionRow } from '../submissions/own-submission-row'
import { claimSubmission } from './claim-submission'
import { claimableRow, serializeClaimable } from './claimable-row'
import { listClaimableOf } from './guest-claims.queries'

const list = route('guest-claims.read', {
  method: 'get',
  path: '/guest-claims',
  responses: json(
    z.object({ rows: z.array(claimableRow) }),
    "What was sent as a guest with the confirmed address of one of the family's adults",
  ),
})

const claim = route('guest-claims.create', {
  method: 'post',
  path: '/guest-claims/{id}',
  request: { params: z.object({ id: idField }), body: body(claimSchema) },
  responses: json(ownSubmissionRow, 'The submission as the family has it from now on'),
})

export const guestClaimsRoutes = routes()
  .openapi(list, async (c) => {
    const found = await listClaimableOf(c.var.services.db, familyIdOf(c))
    return c.json({ rows: found.map(serializeClaimable) }, 200)
  })
  .openapi(claim, async (c) => {
    const { id } = c.req.valid('param')
    const parentId = await limitParentSubmissions(c)
    await claimSubmission(c, parentId, id, c.req.valid('json'))
    return c.json(await getOwnSubmission(c.var.services.db, parentId, id), 200)
  })
