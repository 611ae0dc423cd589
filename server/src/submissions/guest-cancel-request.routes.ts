import { cancelRequestSchema } from '@aftercare/domain/submissions/submission-schemas'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { createCancelRequest } from './cancel-request'
import { followLink, linked, secretField, serializeLinked } from './guest-links.routes'

/** By the secret of the guest's private link. */
const cancelRequest = route('guest-link.ask-to-cancel', {
  method: 'post',
  path: '/guest-registration/cancel-request',
  request: { body: body(cancelRequestSchema.extend({ secret: secretField })) },
  responses: json(linked),
})

export const guestCancelRequestRoutes = routes().openapi(cancelRequest, async (c) => {
  const { clock } = c.var.services
  const request = c.req.valid('json')
  const { id } = await followLink(c, request.secret)
  await monthTransaction(c, { submissionId: id }, request, (tx) =>
    createCancelRequest(c, tx, id, null, request.text),
  )
  return c.json(serializeLinked(await followLink(c, request.secret), clock.today()), 200)
})
