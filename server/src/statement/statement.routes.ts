import { getDayParts } from '@aftercare/domain/lib/days'
import { BILLED_STATUSES } from '@aftercare/domain/lib/enums'
import { sumCents } from '@aftercare/domain/lib/money'
import { PAYMENT_METHODS } from '@aftercare/domain/payments/balances'
import { creditsOf } from '@aftercare/domain/pricing/credits'
import { dollarsToDayPrices } from '@aftercare/domain/pricing/day-prices'
import { statementOf } from '@aftercare/domain/statement/statement'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { familyIdOf, json, route, routes } from '../http/route'
import { readParentId } from '../parents/parent-id'
import { dayPrices } from '../submissions/day-prices'
import { findPerson, listCare, listPaid, listYears } from './statement.queries'
import { findStatementDetails } from './statement-details.queries'
import { statementDetailsRow } from './statement-details.routes'

const yearQuery = z.object({
  /** Defaults to the current one. */
  year: z.coerce.number().int().min(2000).max(2200).optional(),
})

const month = z.object({ month_name: z.string(), year: z.number().int() }).nullable()

const statement = z.object({
  year: z.number().int(),
  /** Years with submissions or payments, newest first. */
  years: z.array(z.number().int()),
  as_of: z.string(),
  program: statementDetailsRow.extend({ name: z.string() }),
  parent: z.object({ full_name: z.string(), email: z.string() }),
  children: z.array(
    z.object({
      name: z.string(),
      lines: z.array(
        z.object({
          id: z.string(),
          month,
          dropin_date: z.string().nullable(),
          selected_days: z.array(z.number().int()),
          total_fee: z.number(),
          day_prices: dayPrices,
          /** Of the selected days, those without care. */
          cancelled_days: z.array(z.number().int()),
          /** What was credited for them. */
          credited: z.number(),
          billed_status: z.enum(BILLED_STATUSES),
        }),
      ),
      total_fee: z.number(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      payment_date: z.string(),
      amount: z.number(),
      payment_method: z.enum(PAYMENT_METHODS).nullable(),
      submission: z.object({ month, dropin_date: z.string().nullable(), child_name: z.string() }).nullable(),
      reverses_payment_of: z.string().nullable(),
      is_reversed: z.boolean(),
    }),
  ),
  totals: z.object({ fees: z.number(), billed: z.number(), not_billed: z.number(), paid: z.number() }),
})

const readOwn = route('statement.read', {
  method: 'get',
  path: '/statement',
  request: { query: yearQuery },
  responses: json(statement, "The family's calendar year"),
})

const readTheirs = route('admin.parents', {
  method: 'get',
  path: '/admin/parents/{id}/statement',
  request: { params: z.object({ id: z.string().max(400) }), query: yearQuery },
  responses: json(statement, 'The same, of any registered parent'),
})

export const statementRoutes = routes()
  .openapi(readOwn, async (c) =>
    c.json(await findStatement(c, familyIdOf(c), c.req.valid('query').year), 200),
  )
  .openapi(readTheirs, async (c) => {
    const { parentId } = readParentId(c.req.valid('param').id)
    // A guest has neither payments nor an account.
    if (parentId === null) throw new AppError('not-found')
    return c.json(await findStatement(c, parentId, c.req.valid('query').year), 200)
  })

type Line = Awaited<ReturnType<typeof listCare>>[number]

const bookedDaysCancelled = ({ selectedDays, cancelledDays }: Pick<Line, 'selectedDays' | 'cancelledDays'>) =>
  selectedDays.filter((n) => cancelledDays.includes(n))

/** In dollars, for the cancelled days only. */
const creditedOn = (line: Line) =>
  centsToDollars(
    sumCents(Object.values(creditsOf(dollarsToDayPrices(line.credits), bookedDaysCancelled(line)))),
  )

async function findStatement(
  c: AppContext,
  parentId: string,
  requestedYear: number | undefined,
): Promise<z.infer<typeof statement>> {
  const { db, clock, config } = c.var.services
  const as_of = clock.today()
  const currentYear = getDayParts(as_of).year
  const year = requestedYear ?? currentYear
  const [person, details, years, care, paid] = await Promise.all([
    findPerson(db, parentId),
    findStatementDetails(db),
    listYears(db, parentId, currentYear),
    listCare(db, parentId, year),
    listPaid(db, parentId, year),
  ])
  if (!person) throw new AppError('not-found')
  const { children, payments, totals } = statementOf(year, care, paid)
  return {
    year,
    years,
    as_of,
    program: { name: config.program.name, ...details },
    parent: person,
    children: children.map(({ name, lines, feesCents }) => ({
      name,
      total_fee: centsToDollars(feesCents),
      lines: lines.map((line) => ({
        id: line.id,
        month: line.month,
        dropin_date: line.dropInDate,
        selected_days: [...line.selectedDays],
        total_fee: centsToDollars(line.feeCents),
        day_prices: line.dayPrices,
        cancelled_days: bookedDaysCancelled(line),
        credited: creditedOn(line),
        billed_status: line.billedStatus,
      })),
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      payment_date: payment.paidOn,
      amount: centsToDollars(payment.amountCents),
      payment_method: payment.method,
      submission: payment.submission,
      reverses_payment_of: payment.reversesOf,
      is_reversed: payment.isReversed,
    })),
    totals: {
      fees: centsToDollars(totals.feesCents),
      billed: centsToDollars(totals.billedCents),
      not_billed: centsToDollars(totals.notBilledCents),
      paid: centsToDollars(totals.paidCents),
    },
  }
}
