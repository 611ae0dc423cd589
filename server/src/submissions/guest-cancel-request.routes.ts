import { cancelRequestSchema } from '@aftercare/domain/submissions/submission-schemas'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { createCancelRequest } from './cancel-request'
import { followLink, getLinked, linked, secretField } from './guest-links.routes'

/** By the secret of the guest's private link. */
const cancelRequest = route('guest-link.ask-to-cancel', {
  method: 'post',
  path: '/guest-registration/cancel-request',
  request: { body: body(cancelRequestSchema.extend({ secret: secretField })) },
  responses: json(linked),
})

export const guestCancelRequestRoutes = routes().openapi(cancelRequest, async (c) => {
  const request = c.req.valid('json')
  const { id } = await followLink(c, request.secret)
  await monthTransaction(c, { submissionId: id }, request, (tx) =>
    createCancelRequest(c, tx, id, null, request.text),
  )
  return c.json(await getLinked(c, request.secret), 200)
})
