import {
  type AttendanceRow,
  type AttendanceStatus,
  CANCELLED_NOTICE,
} from '@aftercare/domain/attendance/attendance'
import type { AttendanceRemark } from '@aftercare/domain/attendance/attendance-remark'
import { may } from '@aftercare/domain/auth/access'
import { attendanceColumns, attendanceCsvName, attendanceCsvRow } from '@aftercare/domain/lib/csv'
import { dayField } from '@aftercare/domain/lib/fields'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { DAY_TYPES } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { csvHeaders, csvResponse, csvText } from '../http/csv'
import { json, route, routes } from '../http/route'
import { knownFamilyRow } from '../same-child/known-family-row'
import { findDayReport } from './attendance.queries'

const STATUSES = ['drop-in', 'registered'] as const satisfies readonly AttendanceStatus[]
const REMARKS = ['not_coming', 'not_booked'] as const satisfies readonly AttendanceRemark[]

export const contactedAdult = z.object({ name: z.string(), phone: z.string().nullable() })

/** Defaults to the programme's today. */
const query = z.object({ date: dayField(dayRule('Please select a date')).optional() })

const readDay = route('admin.attendance', {
  method: 'get',
  path: '/admin/attendance',
  request: { query },
  responses: json(
    z.object({
      date: z.string(),
      isCancelled: z.boolean(),
      rows: z.array(
        z.object({
          id: z.string(),
          child: z.string(),
          parent: z.string(),
          phone: z.string(),
          adults: z.array(contactedAdult),
          allergies: z.string(),
          notes: z.string(),
          dismissalType: z.enum(DAY_TYPES),
          status: z.enum(STATUSES),
          remark: z.enum(REMARKS).nullable(),
          knownFamily: knownFamilyRow.nullable(),
          fee: z.number().optional(),
        }),
      ),
      stats: z.object({
        totalChildren: z.number().int(),
        dropIns: z.number().int(),
        withAllergies: z.number().int(),
        revenue: z.number().optional(),
      }),
    }),
    'Who comes on the day, by child name; fee and revenue are for admins',
  ),
})

const exportDay = route('admin.attendance', {
  method: 'get',
  path: '/admin/attendance/export',
  request: { query },
  responses: csvResponse('The same rows as a CSV file'),
})

/** Field by field: a rest copy costs several times as much, and there are hundreds of rows. */
const serializeRow = (row: AttendanceRow, hasFees: boolean) => ({
  id: row.id,
  child: row.child,
  parent: row.parent,
  phone: row.phone,
  adults: row.adults,
  allergies: row.allergies,
  notes: row.notes,
  dismissalType: row.dismissalType,
  status: row.status,
  remark: row.remark,
  knownFamily: row.knownFamily,
  fee: hasFees ? centsToDollars(Math.round(row.feeCents)) : undefined,
})

const mayReadFees = (c: AppContext) => may('admin.fees', c.var.viewer.roles)

export const attendanceRoutes = routes()
  .openapi(readDay, async (c) => {
    const { db, clock } = c.var.services
    const { date = clock.today() } = c.req.valid('query')
    const { rows, stats, isCancelled } = await findDayReport(db, date)
    const { revenueCents, ...counts } = stats
    const hasFees = mayReadFees(c)
    return c.json(
      {
        date,
        isCancelled,
        rows: rows.map((row) => serializeRow(row, hasFees)),
        stats: { ...counts, ...(hasFees && { revenue: centsToDollars(revenueCents) }) },
      },
      200,
    )
  })
  .openapi(exportDay, async (c) => {
    const { db, clock } = c.var.services
    const { date = clock.today() } = c.req.valid('query')
    const { rows, isCancelled } = await findDayReport(db, date)
    const hasFees = mayReadFees(c)
    const lines = [attendanceColumns(hasFees), ...rows.map((row) => attendanceCsvRow(row, hasFees))]
    const text = csvText(isCancelled ? [[CANCELLED_NOTICE], ...lines] : lines)
    return c.body(text, 200, csvHeaders(attendanceCsvName(date)))
  })
