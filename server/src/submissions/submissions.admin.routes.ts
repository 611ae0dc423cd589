import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import { idField, versionField } from '@aftercare/domain/lib/fields'
import {
  submissionConfirmSchema,
  submissionUpdateSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { AppError } from '../errors'
import { csvHeaders } from '../http/csv'
import { once } from '../http/idempotency'
import { cappedPageOf } from '../http/paging'
import { accountOf, body, json, route, routes } from '../http/route'
import { countIds, submissionsCsv } from './submissions.admin.export'
import { submissionsQuery } from './submissions.admin.filters'
import { listSubmissions, readEveryId } from './submissions.admin.list'
import { confirmFee, getSubmissionDetail, markBilled, updateSubmission } from './submissions.admin.queries'
import { listedSubmissionRow, submissionDetailRow } from './submissions.admin.rows'
import { takeBackBilling } from './take-back.queries'

const MOST_AT_ONCE = 100

const idParam = z.object({ id: idField })

const listThem = route('admin.submissions', {
  method: 'get',
  path: '/admin/submissions',
  request: { query: submissionsQuery },
  responses: json(cappedPageOf(listedSubmissionRow).extend({ edited_since_billed: z.number().int() })),
})

const exportThem = route('admin.submissions', {
  method: 'get',
  path: '/admin/submissions/export',
  request: { query: submissionsQuery },
  responses: {
    200: {
      description: 'All pages of the list as a CSV file; X-Exported-Count says how many rows',
      content: { 'text/csv': { schema: z.string() } },
    },
  },
})

const readOne = route('admin.submissions', {
  method: 'get',
  path: '/admin/submissions/{id}',
  request: { params: idParam },
  responses: json(submissionDetailRow),
})

const changeOne = route('admin.submissions', {
  method: 'patch',
  path: '/admin/submissions/{id}',
  request: { params: idParam, body: body(submissionUpdateSchema) },
  responses: json(submissionDetailRow),
})

const confirmOne = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/confirm-fee',
  request: { params: idParam, body: body(submissionConfirmSchema) },
  responses: json(submissionDetailRow),
})

const billThem = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/mark-billed',
  request: {
    body: body(z.object({ ids: z.array(idField).min(1, 'Please select a submission').max(MOST_AT_ONCE) })),
  },
  responses: json(
    z.object({ updated: z.number().int(), rows: z.array(z.object({ id: z.string(), version: z.number() })) }),
  ),
})

const takeBack = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/take-back',
  request: {
    body: body(
      z.object({
        rows: z
          .array(z.object({ id: idField, version: versionField }))
          .min(1)
          .max(MOST_AT_ONCE),
      }),
    ),
  },
  responses: json(
    z.object({ taken_back: z.number().int() }),
    'Billing as it was before the last save of these submissions, each as `version` says that save left it',
  ),
})

export const adminSubmissionsRoutes = routes()
  .openapi(listThem, async (c) => c.json(await listSubmissions(c.var.services.db, c.req.valid('query')), 200))
  .openapi(exportThem, async (c) => {
    const { db, clock, config } = c.var.services
    const ids = await readEveryId(db, c.req.valid('query'))
    return c.body(submissionsCsv(db, ids, config.timeZone), 200, {
      ...csvHeaders(submissionsCsvName(clock.today())),
      'X-Exported-Count': String(countIds(ids)),
    })
  })
  .openapi(readOne, async (c) => {
    return c.json(await getSubmissionDetail(c.var.services.db, c.req.valid('param').id), 200)
  })
  .openapi(changeOne, async (c) => {
    const { db, clock } = c.var.services
    const { id } = c.req.valid('param')
    const values = c.req.valid('json')
    await db.transaction((tx) =>
      once(c, tx, values, async () => {
        const before = await updateSubmission(tx, id, values, clock.now())
        await recordAudit(tx, clock, c.var.viewer, {
          action: 'submission.update',
          table: 'submissions',
          rowId: id,
          detail: { before, after: values },
        })
        return { id }
      }),
    )
    return c.json(await getSubmissionDetail(db, id), 200)
  })
  .openapi(confirmOne, async (c) => {
    const { db, clock } = c.var.services
    const { id } = c.req.valid('param')
    const { version } = c.req.valid('json')
    await db.transaction((tx) =>
      once(c, tx, { version }, async () => {
        const detail = await confirmFee(tx, id, version, clock.now())
        if (detail) {
          await recordAudit(tx, clock, c.var.viewer, {
            action: 'submission.confirm-fee',
            table: 'submissions',
            rowId: id,
            detail,
          })
        }
        return { id }
      }),
    )
    return c.json(await getSubmissionDetail(db, id), 200)
  })
  .openapi(billThem, async (c) => {
    const { db, clock } = c.var.services
    const { ids } = c.req.valid('json')
    const marked = await db.transaction(async (tx) => {
      const billed = await markBilled(tx, ids, clock.now())
      await recordAudit(
        tx,
        clock,
        c.var.viewer,
        billed.map(({ id, before, fee_cents }) => ({
          action: 'submission.mark-billed',
          table: 'submissions',
          rowId: id,
          detail: { before, after: { billed_status: 'billed', billed_fee_cents: fee_cents } },
        })),
      )
      return billed.map(({ id, version }) => ({ id, version }))
    })
    return c.json({ updated: marked.length, rows: marked }, 200)
  })
  .openapi(takeBack, async (c) => {
    const { db, clock } = c.var.services
    const sent = c.req.valid('json')
    const taken_back = await db.transaction((tx) =>
      once(c, tx, sent, async () => {
        const back = await takeBackBilling(tx, sent.rows, accountOf(c).id, clock.now())
        if (back.length === 0) throw new AppError('not-undoable')
        await recordAudit(
          tx,
          clock,
          c.var.viewer,
          back.map(({ id, before, after }) => ({
            action: 'submission.take-back',
            table: 'submissions',
            rowId: id,
            detail: { before, after },
          })),
        )
        return back.length
      }),
    )
    return c.json({ taken_back }, 200)
  })
