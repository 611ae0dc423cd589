import { kindOfAction } from '@aftercare/domain/activity/activity'
import { activityPerson, activitySentence } from '@aftercare/domain/activity/activity-sentences'
import { activityCsvName } from '@aftercare/domain/lib/csv'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { csvHeaders, csvResponse } from '../http/csv'
import { json, route, routes } from '../http/route'
import { activityCsv } from './activity.export'
import { activityFilter, activityQuery, listActivity, type StoredAuditEntry } from './activity.queries'
import { findNames } from './activity-names.queries'
import { type ActivityRow, activityRow } from './activity-row'

const listEntries = route('admin.activity', {
  method: 'get',
  path: '/admin/activity',
  request: { query: activityQuery },
  responses: json(z.object({ rows: z.array(activityRow), older: z.number().int().nullable() })),
})

const exportEntries = route('admin.activity', {
  method: 'get',
  path: '/admin/activity/export',
  request: { query: activityFilter },
  responses: csvResponse('The filtered entries as a CSV file, newest first'),
})

export const activityRoutes = routes()
  .openapi(listEntries, async (c) => {
    const { db, config } = c.var.services
    const query = c.req.valid('query')
    // One more than the page, to know whether there are older ones.
    const found = await listActivity(db, { ...query, size: query.size + 1 }, config.program.timeZone)
    const rows = await serializeActivity(db, found.slice(0, query.size))
    const older = found.length > query.size ? (rows.at(-1)?.id ?? null) : null
    return c.json({ rows, older }, 200)
  })
  .openapi(exportEntries, async (c) => {
    const { db, clock, config } = c.var.services
    const filter = c.req.valid('query')
    const readBatch = async (before: number | undefined, size: number) =>
      serializeActivity(db, await listActivity(db, { ...filter, before, size }, config.program.timeZone))
    return c.body(
      activityCsv(readBatch, config.program.timeZone),
      200,
      csvHeaders(activityCsvName(clock.today())),
    )
  })

async function serializeActivity(
  db: Queryable,
  entries: readonly StoredAuditEntry[],
): Promise<ActivityRow[]> {
  const names = await findNames(db, entries)
  return entries.map((entry) => {
    const { action, actor_role: role, detail } = entry
    const activity = { action, role, actor: names.actorOf(entry), about: names.aboutOf(entry), detail }
    return {
      id: entry.id,
      at: entry.at,
      role,
      person: activityPerson(activity),
      kind: kindOfAction(action),
      sentence: activitySentence(activity),
    }
  })
}
