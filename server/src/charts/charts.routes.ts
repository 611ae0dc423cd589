import { z } from '@hono/zod-openapi'
import { json, route, routes } from '../http/route'
import { listChildrenPerDay, listSchoolYear } from './charts.queries'

const month = { month_name: z.string(), year: z.number().int() }

const charts = z.object({
  months: z.array(
    z.object({
      ...month,
      days: z.array(
        z.object({ day: z.string(), children: z.number().int(), seats: z.number().int().nullable() }),
      ),
    }),
  ),
  school_year: z.array(z.object({ ...month, fees: z.number(), payments: z.number(), uncovered: z.number() })),
})

const readCharts = route('admin.read', {
  method: 'get',
  path: '/admin/dashboard/charts',
  responses: json(charts),
})

/** Separate from the dashboard, which does not wait for them. */
export const chartsRoutes = routes().openapi(readCharts, async (c) => {
  const { db, clock } = c.var.services
  const [months, school_year] = await Promise.all([
    listChildrenPerDay(db, clock.today()),
    listSchoolYear(db, clock.today()),
  ])
  return c.json({ months, school_year }, 200)
})
