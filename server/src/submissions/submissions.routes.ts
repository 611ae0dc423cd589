import { cancelRequestSchema, submissionEditSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { pageOf, pageQuery } from '../http/paging'
import { accountOf, body, familyIdOf, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { createCancelRequest } from './cancel-request'
import { editRegistration } from './edit'
import { limitParentSubmissions } from './limit-submissions'
import {
  earlierRows,
  getOwnSubmission,
  monthQuery,
  ownSubmissionRow,
  registeredRows,
  serializeEarlier,
  serializeOwnSubmission,
} from './own-submission-row'
import { listEarlierRegistrations, listOwnSubmissions, listRegistered } from './submissions.queries'

const idParam = z.object({ id: z.guid() })

const list = route('submissions.read', {
  method: 'get',
  path: '/submissions',
  request: { query: pageQuery(['submitted_at'], 'submitted_at') },
  responses: json(pageOf(ownSubmissionRow)),
})

const registered = route('submissions.read', {
  method: 'get',
  path: '/submissions/registered',
  responses: json(registeredRows),
})

const earlier = route('submissions.read', {
  method: 'get',
  path: '/submissions/earlier',
  request: { query: monthQuery },
  responses: json(earlierRows, "Each child's latest registration before that month"),
})

const read = route('submissions.read', {
  method: 'get',
  path: '/submissions/{id}',
  request: { params: idParam },
  responses: json(ownSubmissionRow),
})

const edit = route('submissions.edit', {
  method: 'patch',
  path: '/submissions/{id}',
  request: { params: idParam, body: body(submissionEditSchema) },
  responses: json(ownSubmissionRow),
})

const cancelRequest = route('submissions.ask-to-cancel', {
  method: 'post',
  path: '/submissions/{id}/cancel-request',
  request: { params: idParam, body: body(cancelRequestSchema) },
  responses: json(ownSubmissionRow),
})

export const submissionsRoutes = routes()
  .openapi(list, async (c) => {
    const page = await listOwnSubmissions(c.var.services.db, familyIdOf(c), c.req.valid('query'))
    return c.json({ ...page, rows: page.rows.map(serializeOwnSubmission) }, 200)
  })
  .openapi(registered, async (c) => {
    const { db, clock } = c.var.services
    return c.json({ rows: await listRegistered(db, familyIdOf(c), clock.today()) }, 200)
  })
  .openapi(earlier, async (c) => {
    const { month_id } = c.req.valid('query')
    const found = await listEarlierRegistrations(c.var.services.db, familyIdOf(c), month_id)
    return c.json({ rows: found.map(serializeEarlier) }, 200)
  })
  .openapi(read, async (c) => {
    return c.json(await getOwnSubmission(c.var.services.db, familyIdOf(c), c.req.valid('param').id), 200)
  })
  .openapi(cancelRequest, async (c) => {
    const { id } = c.req.valid('param')
    const request = c.req.valid('json')
    const parentId = await limitParentSubmissions(c)
    await monthTransaction(c, { submissionId: id }, request, (tx) =>
      createCancelRequest(c, tx, id, parentId, request.text),
    )
    return c.json(await getOwnSubmission(c.var.services.db, parentId, id), 200)
  })
  .openapi(edit, async (c) => {
    const { id } = c.req.valid('param')
    const parentId = await limitParentSubmissions(c)
    await editRegistration(c, { by: 'parent', account: accountOf(c) }, id, c.req.valid('json'))
    return c.json(await getOwnSubmission(c.var.services.db, parentId, id), 200)
  })
