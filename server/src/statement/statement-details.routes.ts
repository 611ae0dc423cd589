import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { statementDetailsSchema } from '@aftercare/domain/statement/statement-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { saveSetting } from '../db/settings'
import { takeTurn } from '../db/turns'
import { AppError } from '../errors'
import { once } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { findStatementDetails } from './statement-details.queries'

export const statementDetailsRow = z.object({
  legal_name: z.string().nullable(),
  address: z.string().nullable(),
  tax_number: z.string().nullable(),
})

const read = route('admin.pricing', {
  method: 'get',
  path: '/admin/statement-details',
  responses: json(statementDetailsRow),
})

const save = route('admin.pricing', {
  method: 'put',
  path: '/admin/statement-details',
  request: {
    body: body(
      statementDetailsSchema.extend({
        /** What the change started from: a save over somebody else's is refused. */
        from: statementDetailsRow.optional(),
      }),
    ),
  },
  responses: json(statementDetailsRow),
})

export const statementDetailsRoutes = routes()
  .openapi(read, async (c) => c.json(await findStatementDetails(c.var.services.db), 200))
  .openapi(save, async (c) => {
    const { db, clock } = c.var.services
    const sent = c.req.valid('json')
    const { from, ...details } = sent
    const saved = await db.transaction((tx) =>
      once(c, tx, sent, async () => {
        await takeTurn(tx, 'statement-details')
        const before = await findStatementDetails(tx)
        if (from && !isSame(from, before)) throw new AppError('stale-version')
        await saveSetting(tx, 'statement_details', details, clock.now().toISOString())
        await recordAudit(tx, clock, c.var.viewer, {
          action: 'statement-details.save',
          table: 'settings',
          rowId: 'statement_details',
          detail: { before, after: details },
        })
        return details
      }),
    )
    return c.json(saved, 200)
  })

const isSame = (one: StatementDetails, other: StatementDetails) =>
  one.legal_name === other.legal_name && one.address === other.address && one.tax_number === other.tax_number
