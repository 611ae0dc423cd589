import { readPickupTimes } from '@aftercare/domain/board/pickup-times'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { offeredMonths } from '@aftercare/domain/months/months'
import type { z } from '@hono/zod-openapi'
import {
  type BalanceSums,
  type balanceRow,
  balanceStatement,
  serializeBalance,
} from '../balance/balance.queries'
import { type Board, boardOf, childrenStatement, type SourceRow } from '../board/board.queries'
import { allChildrenStatement, type Child } from '../children/children.queries'
import { phonesOf } from '../db/adults'
import type { Queryable } from '../db/client'
import { jsonAgg, parseJsonRows } from '../db/json-rows'
import { getOne, prepared, type Sql, sql } from '../db/sql'
import type { MonthRow } from '../db/tables'
import type { Claimable } from '../guest-claims/claimable-row'
import {
  type ClaimingAccountRow,
  claimableStatement,
  claimingStatement,
  confirmedEmails,
} from '../guest-claims/guest-claims.queries'
import { dayInMonth, identityOf, isMonthOf, monthColumns } from '../months/months.queries'
import {
  type OwnColumns,
  ownColumns,
  type Registered,
  registeredStatement,
} from '../submissions/submissions.queries'

type Found = {
  children: Child[]
  submissions: OwnColumns[]
  total: number
  registered: Registered[]
  months: MonthRow[]
  cards: SourceRow[]
  pickup_times: unknown
  phones: { phone: string | null }[]
  claiming: ClaimingAccountRow[]
  claims: Claimable[]
  balance: BalanceSums[]
}

export type OwnDashboard = Pick<
  Found,
  'children' | 'submissions' | 'total' | 'registered' | 'claims' | 'phones'
> & {
  months: MonthRow[]
  /** Every month that the submissions are for. */
  monthOf: ReadonlyMap<string, MonthRow>
  today: Board
  balance: z.infer<typeof balanceRow>
}

/** The family's submissions, read once for all parts. */
const own = sql`own`

const monthsStatement = (today: Day): Sql =>
  sql`select ${monthColumns} from months where is_active and year >= ${getDayParts(today).year}
    or ${isMonthOf(today)} or id in (select month_id from ${own})`

export const ownDashboardStatement = (parentId: string, limit: number, today: Day): Sql => sql`
  with own as materialized (
    select * from submissions where parent_id = ${parentId} order by submitted_at desc, id desc),
  claiming as materialized (${claimingStatement(parentId)})
  select ${jsonAgg(allChildrenStatement(parentId))} as children,
    ${jsonAgg(sql`select ${ownColumns}
      from (select * from ${own} limit ${limit}) s left join children c on c.id = s.child_id
      order by s.submitted_at desc, s.id desc`)} as submissions,
    (select count(*) from ${own}) as total,
    ${jsonAgg(registeredStatement(today, own))} as registered,
    ${jsonAgg(monthsStatement(today))} as months,
    ${jsonAgg(childrenStatement(today, sql`(select id from months where ${isMonthOf(today)})`, sql`true`, { from: own }))} as cards,
    (select value from settings where key = 'pickup_times') as pickup_times,
    ${jsonAgg(phonesOf(parentId))} as phones,
    ${jsonAgg(sql`select * from claiming`)} as claiming,
    ${jsonAgg(claimableStatement(sql`array(select email from claiming)`))} as claims,
    ${jsonAgg(balanceStatement(parentId))} as balance`

/** What each part's own route returns, in one statement: most of a small query's time is the round trip. */
export async function findOwnDashboard(
  db: Queryable,
  parentId: string,
  limit: number,
  today: Day,
): Promise<OwnDashboard> {
  const found = await getOne<Found>(
    db,
    prepared('own-dashboard', ownDashboardStatement(parentId, limit, today)),
  )
  const months = parseJsonRows(found.months, ['created_at', 'updated_at'])
  const cards = parseJsonRows(found.cards, ['submittedAt', 'arrived_at', 'left_at', 'not_coming_at'])
  const emails = confirmedEmails(found.claiming)
  const { month_name, year } = identityOf(today)
  const current = months.find((month) => month.month_name === month_name && month.year === year)
  const day = current ? dayInMonth(current, today) : null
  return {
    children: parseJsonRows(found.children, ['created_at', 'updated_at']),
    submissions: parseJsonRows(found.submissions, ['submitted_at', 'updated_at', 'agreed_at']),
    total: found.total,
    registered: found.registered,
    balance: serializeBalance(found.balance[0] ?? null),
    phones: found.phones,
    months: offeredMonths(
      months.filter((month) => month.year >= year),
      today,
    ),
    monthOf: new Map(months.map((month) => [month.id, month])),
    today: boardOf(today, cards, day, readPickupTimes(found.pickup_times)),
    claims: parseJsonRows(found.claims, ['submitted_at']).filter(({ guest_key }) =>
      emails.includes(guest_key),
    ),
  }
}
