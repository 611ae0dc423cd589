import { submissionEditSchema } from '@aftercare/domain/submissions/submission-schemas'
import { body, json, route, routes } from '../http/route'
import { editRegistration } from './edit'
import { followLink, getLinked, linked, secretField } from './guest-links.routes'

/** By the secret of the guest's private link. */
const edit = route('guest-link.edit', {
  method: 'patch',
  path: '/guest-registration',
  request: { body: body(submissionEditSchema.extend({ secret: secretField })) },
  responses: json(linked),
})

export const guestEditRoutes = routes().openapi(edit, async (c) => {
  const { secret, ...values } = c.req.valid('json')
  await c.var.services.rateLimiter.consume('guest-ip', c.var.ipAddress)
  const { id } = await followLink(c, secret)
  await editRegistration(c, { by: 'guest', linkSecret: secret }, id, values)
  return c.json(await getLinked(c, secret), 200)
})
