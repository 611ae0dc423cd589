import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import { BILLED_STATUSES } from '@aftercare/domain/lib/enums'
import { idField, shownFeeField, versionField } from '@aftercare/domain/lib/fields'
import { parseAmount, toCentsOrNull } from '@aftercare/domain/lib/money'
import {
  cancellationSchema,
  declineSchema,
  staffEditSchema,
  submissionUpdateSchema,
  submissionVersionSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit, recordAuditEntries } from '../audit/audit.queries'
import { AppError } from '../errors'
import { centsToDollarsOrNull } from '../http/cents-to-dollars'
import { csvHeaders, csvResponse } from '../http/csv'
import { idempotentTransaction } from '../http/idempotency'
import { cappedPageOf } from '../http/paging'
import { accountOf, body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { cancel, undoCancel } from './cancel'
import { declineCancelRequest } from './cancel-request'
import { editRegistration } from './edit'
import { countIds, submissionsCsv } from './submissions.admin.export'
import { submissionsQuery } from './submissions.admin.filters'
import { listAllIds, listSubmissions } from './submissions.admin.list'
import {
  type BillingUndo,
  confirmFee,
  getSubmissionDetail,
  lockChanged,
  markBilled,
  undoBilling,
  updateSubmission,
} from './submissions.admin.queries'
import { listedSubmissionRow, submissionDetailRow } from './submissions.admin.rows'

const MAX_AT_ONCE = 100

const idParam = z.object({ id: idField })

/** What a save of billing replaced, to undo it; `guest_child_notes` only if notes were saved. */
const replaced = z.object({
  billed_status: z.enum(BILLED_STATUSES),
  billed_fee: z
    .number()
    .refine((fee) => parseAmount(fee) !== null, 'Please enter an amount in dollars and cents')
    .nullable(),
  guest_child_notes: z.string().max(10_000).nullable().optional(),
})

const savedRow = z.object({ id: idField, version: versionField, before: replaced })
/** `undo` has the version after the save: the submission read afterwards may already be newer. */
const savedDetail = submissionDetailRow.extend({ undo: savedRow })

function serializeReplaced({
  billed_status,
  billed_fee_cents,
  guest_child_notes,
}: BillingUndo['before']): z.infer<typeof replaced> {
  return { billed_status, billed_fee: centsToDollarsOrNull(billed_fee_cents), guest_child_notes }
}

const changedRow = z.object({
  id: z.string(),
  child: z.string(),
  month: z.object({ month_name: z.string(), year: z.number().int() }).nullable(),
  dropin_date: z.string().nullable(),
})

const list = route('admin.submissions', {
  method: 'get',
  path: '/admin/submissions',
  request: { query: submissionsQuery },
  responses: json(
    cappedPageOf(listedSubmissionRow).extend({
      edited_since_billed: z.number().int(),
      has_cancelled: z.boolean(),
      has_waiting: z.boolean(),
      has_declined: z.boolean(),
    }),
  ),
})

const exportList = route('admin.submissions', {
  method: 'get',
  path: '/admin/submissions/export',
  request: { query: submissionsQuery },
  responses: csvResponse('All pages of the list as a CSV file; X-Exported-Count says how many rows'),
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
  responses: json(savedDetail),
})

const confirmOne = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/confirm-fee',
  request: { params: idParam, body: body(submissionVersionSchema) },
  responses: json(savedDetail),
})

const editDays = route('admin.submissions', {
  method: 'patch',
  path: '/admin/submissions/{id}/days',
  request: { params: idParam, body: body(staffEditSchema) },
  responses: json(submissionDetailRow),
})

const cancelOne = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/cancel',
  request: { params: idParam, body: body(cancellationSchema) },
  responses: json(submissionDetailRow),
})

const undoCancelOne = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/undo-cancel',
  request: { params: idParam, body: body(submissionVersionSchema) },
  responses: json(submissionDetailRow),
})

const declineOne = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/{id}/decline-cancel',
  request: { params: idParam, body: body(declineSchema) },
  responses: json(submissionDetailRow),
})

const billSelected = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/mark-billed',
  request: {
    body: body(
      z.object({
        ids: z.array(idField).min(1, 'Please select a submission').max(MAX_AT_ONCE),
        /** By id, as staff saw them. */
        fees: z.record(idField, shownFeeField).default({}),
      }),
    ),
  },
  responses: json(
    z.object({ updated: z.number().int(), rows: z.array(savedRow), changed: z.array(changedRow) }),
    'Those whose fee is no longer the one in `fees` are left, in `changed`',
  ),
})

const undoSaved = route('admin.submissions', {
  method: 'post',
  path: '/admin/submissions/undo-billing',
  request: { body: body(z.object({ rows: z.array(savedRow).min(1).max(MAX_AT_ONCE) })) },
  responses: json(
    z.object({ undone: z.number().int() }),
    'How many were restored: those that still have the version after the save',
  ),
})

export const submissionsAdminRoutes = routes()
  .openapi(list, async (c) => c.json(await listSubmissions(c.var.services.db, c.req.valid('query')), 200))
  .openapi(exportList, async (c) => {
    const { db, clock, config } = c.var.services
    const ids = await listAllIds(db, c.req.valid('query'))
    return c.body(submissionsCsv(db, ids, config.program.timeZone), 200, {
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
    const sent = c.req.valid('json')
    const undo = await idempotentTransaction(c, sent, async (tx, shows) => {
      shows([{ id }])
      const { fee: seenCents, ...values } = sent
      const change = { ...values, seenCents }
      const { guest_child_notes, ...before } = await updateSubmission(tx, id, change, clock.now())
      await recordAudit(tx, c.var, 'submission.update', 'submissions', id, {
        before: { ...before, guest_child_notes },
        after: values,
      })
      const replaced = values.guest_child_notes === undefined ? before : { ...before, guest_child_notes }
      return { id, version: values.version + 1, before: serializeReplaced(replaced) }
    })
    return c.json({ ...(await getSubmissionDetail(db, id)), undo }, 200)
  })
  .openapi(confirmOne, async (c) => {
    const { db, clock } = c.var.services
    const { id } = c.req.valid('param')
    const sent = c.req.valid('json')
    const undo = await idempotentTransaction(c, sent, async (tx) => {
      const { before, after, version } = await confirmFee(tx, id, sent.version, clock.now())
      if (after) {
        await recordAudit(tx, c.var, 'submission.confirm-fee', 'submissions', id, {
          before: { billed_fee_cents: before.billed_fee_cents },
          after,
        })
      }
      return { id, version, before: serializeReplaced(before) }
    })
    return c.json({ ...(await getSubmissionDetail(db, id)), undo }, 200)
  })
  .openapi(editDays, async (c) => {
    const { id } = c.req.valid('param')
    const { confirmed_days, ...edit } = c.req.valid('json')
    await editRegistration(c, { by: 'staff', account: accountOf(c), confirmedDays: confirmed_days }, id, edit)
    return c.json(await getSubmissionDetail(c.var.services.db, id), 200)
  })
  .openapi(cancelOne, async (c) => {
    const { id } = c.req.valid('param')
    await cancel(c, id, c.req.valid('json'))
    return c.json(await getSubmissionDetail(c.var.services.db, id), 200)
  })
  .openapi(undoCancelOne, async (c) => {
    const { id } = c.req.valid('param')
    await undoCancel(c, id, c.req.valid('json').version)
    return c.json(await getSubmissionDetail(c.var.services.db, id), 200)
  })
  .openapi(declineOne, async (c) => {
    const { id } = c.req.valid('param')
    const sent = c.req.valid('json')
    const { db } = c.var.services
    await monthTransaction(c, { submissionId: id }, sent, (tx) => declineCancelRequest(c, tx, id, sent))
    return c.json(await getSubmissionDetail(db, id), 200)
  })
  .openapi(billSelected, async (c) => {
    const { db, clock } = c.var.services
    const { ids, fees } = c.req.valid('json')
    const { changed, marked } = await db.transaction(async (tx) => {
      const changed = await lockChanged(tx, ids, fees)
      const unchanged = ids.filter((id) => !changed.some((row) => row.id === id))
      const billed = await markBilled(tx, unchanged, clock.now())
      await recordAuditEntries(
        tx,
        c.var,
        billed.map(({ id, before, fee_cents }) => ({
          action: 'submission.mark-billed',
          table: 'submissions',
          rowId: id,
          detail: { before, after: { billed_status: 'billed', billed_fee_cents: fee_cents } },
        })),
      )
      const marked = billed.map(({ id, version, before }) => ({
        id,
        version,
        before: serializeReplaced(before),
      }))
      return { changed, marked }
    })
    return c.json({ updated: marked.length, rows: marked, changed }, 200)
  })
  .openapi(undoSaved, async (c) => {
    const { clock } = c.var.services
    const sent = c.req.valid('json')
    const saves = sent.rows.map(({ before: { billed_fee, ...before }, ...save }) => ({
      ...save,
      before: { ...before, billed_fee_cents: toCentsOrNull(billed_fee) },
    }))
    const undone = await idempotentTransaction(c, sent, async (tx) => {
      const restored = await undoBilling(tx, saves, clock.now())
      if (restored.length === 0) throw new AppError('not-undoable')
      await recordAuditEntries(
        tx,
        c.var,
        restored.map(({ id, before, after }) => ({
          action: 'submission.take-back',
          table: 'submissions',
          rowId: id,
          detail: { before, after },
        })),
      )
      return restored.length
    })
    return c.json({ undone }, 200)
  })
