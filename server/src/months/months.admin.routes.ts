import { monthIndexOf } from '@aftercare/domain/lib/days'
import { idField } from '@aftercare/domain/lib/fields'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { monthCreateSchema } from '@aftercare/domain/months/month-schemas'
import { monthLabel, newMonthDayTypes, yearChoices } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { isUniqueViolation } from '../db/client'
import { AppError } from '../errors'
import { idempotentTransaction } from '../http/idempotency'
import { pageOf, pageOnly } from '../http/paging'
import { body, json, route, routes } from '../http/route'
import { monthRow, serializeMonth } from './month-row'
import {
  childOfDayRow,
  countRegistrationsByDay,
  countSubmissionsOf,
  countTakenByDay,
  createMonth,
  findDefaultSeats,
  getMonthForUpdate,
  listAllMonths,
  listChildrenOfDay,
  removeMonth,
} from './months.admin.queries'
import { findDefaultPrices, findShownPrices, touchPrices } from './prices.queries'

export const adminMonth = monthRow.extend({ submission_count: z.number().int() })
const params = z.object({ id: idField })
export const dayParams = params.extend({ day: z.coerce.number().int().min(1).max(31) })

const listMonths = route('admin.months', {
  method: 'get',
  path: '/admin/months',
  responses: json(z.object({ rows: z.array(adminMonth) }), 'All months in calendar order'),
})

const addMonth = route('admin.months', {
  method: 'post',
  path: '/admin/months',
  request: { body: body(monthCreateSchema) },
  responses: json(adminMonth, 'The new month, a draft'),
})

const deleteMonth = route('admin.months', {
  method: 'delete',
  path: '/admin/months/{id}',
  request: { params },
  responses: json(z.object({ id: z.string() })),
})

const byDay = z.record(z.string(), z.number().int())

const readRegistrations = route('admin.months', {
  method: 'get',
  path: '/admin/months/{id}/registrations',
  request: { params },
  responses: json(
    z.object({ counts: byDay, taken: byDay }),
    'Registered children per day number, and seats taken, drop-ins included',
  ),
})

const readRegistrationsOfDay = route('admin.months', {
  method: 'get',
  path: '/admin/months/{id}/registrations/{day}',
  request: {
    params: dayParams,
    query: pageOnly(100),
  },
  responses: json(
    pageOf(childOfDayRow).extend({
      registered: z.number().int(),
      drop_ins: z.number().int(),
      waiting: z.number().int(),
    }),
    'Children who are registered for the day or have a drop-in, each once, as registered if both',
  ),
})

export const monthsAdminRoutes = routes()
  .openapi(listMonths, async (c) => c.json({ rows: await listAllMonths(c.var.services.db) }, 200))

  .openapi(addMonth, async (c) => {
    const { clock } = c.var.services
    const { month_name, year } = c.req.valid('json')
    const years = yearChoices(clock.today())
    if (!years.includes(year)) {
      throw new AppError(
        'invalid',
        {},
        { fields: { year: `Please choose a year from ${years[0]} to ${years.at(-1)}` } },
      )
    }
    const created = await idempotentTransaction(c, { month_name, year }, async (tx) => {
      const month = await createMonth(tx, {
        month_name,
        year,
        is_active: false,
        ...(await findDefaultPrices(tx)),
        seats: await findDefaultSeats(tx),
        day_types: newMonthDayTypes(year, monthIndexOf(month_name) ?? 0),
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
      })
      await recordAudit(tx, c.var, 'months.create', 'months', month.id, { month_name, year })
      return { ...serializeMonth(month), submission_count: 0 }
    }).catch((error) => {
      throw isUniqueViolation(error) ? new AppError('month-exists') : error
    })
    return c.json(created, 200)
  })

  .openapi(deleteMonth, async (c) => {
    const { id } = c.req.valid('param')
    await c.var.services.db.transaction(async (tx) => {
      const month = await getMonthForUpdate(tx, id)
      const count = await countSubmissionsOf(tx, id)
      if (count > 0) {
        throw new AppError('month-has-submissions', {
          month: monthLabel(month),
          count: pluralize(count, 'submission'),
        })
      }
      const shownPrices = await findShownPrices(tx)
      await removeMonth(tx, id)
      await touchPrices(tx, shownPrices, c.var.services.clock.now().toISOString())
      await recordAudit(tx, c.var, 'months.delete', 'months', id, serializeMonth(month))
    })
    return c.json({ id }, 200)
  })

  .openapi(readRegistrations, async (c) => {
    const { db } = c.var.services
    const { id } = c.req.valid('param')
    const [counts, taken] = await Promise.all([countRegistrationsByDay(db, id), countTakenByDay(db, id)])
    return c.json({ counts, taken }, 200)
  })

  .openapi(readRegistrationsOfDay, async (c) => {
    const { id, day } = c.req.valid('param')
    return c.json(await listChildrenOfDay(c.var.services.db, id, day, c.req.valid('query')), 200)
  })
