import { type DropInMonth, dropInDates } from '@aftercare/domain/availability'
import { type Day, getDayParts, monthNameOf } from '@aftercare/domain/days'
import { and, eq, gte, isNotNull, isNull, or } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { months, profiles, submissions } from '../db/schema'

const identityOf = (day: Day) => {
  const { year, monthIndex } = getDayParts(day)
  return { month_name: monthNameOf(monthIndex), year }
}

const isMonthOf = (day: Day) => {
  const { month_name, year } = identityOf(day)
  return and(eq(months.month_name, month_name), eq(months.year, year))
}

const dropInColumns = { day_types: months.day_types, closed_days: months.closed_days }

/** Today and tomorrow, each with its own month, a draft too: drop-ins go on while staff rework a month. */
export async function listDropInMonths(db: Queryable, today: Day) {
  const options = dropInDates(today)
  const rows = await db
    .select({ ...dropInColumns, month_name: months.month_name, year: months.year })
    .from(months)
    .where(or(...options.map((option) => isMonthOf(option.day))))
  return options.map((option) => {
    const { month_name, year } = identityOf(option.day)
    const month = rows.find((row) => row.month_name === month_name && row.year === year)
    return { option, month: month ?? null }
  })
}

/** Kept as it is until the caller's transaction ends, so that a day just closed takes no drop-in. */
export async function lockDropInMonth(tx: Tx, day: Day): Promise<DropInMonth | null> {
  const [row] = await tx.select(dropInColumns).from(months).where(isMonthOf(day)).for('share')
  return row ?? null
}

export async function findParent(tx: Tx, id: string) {
  const [row] = await tx
    .select({ full_name: profiles.full_name, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id))
  return row ?? null
}

/** A drop-in that this family, or a guest, asked for since `since`; what staff entered was agreed to by nobody. */
export async function findRecentDropIn(tx: Tx, id: string, parentId: string | null, since: string) {
  const [row] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.id, id),
        isNull(submissions.month_id),
        isNotNull(submissions.agreed_at),
        gte(submissions.submitted_at, since),
        parentId === null ? isNull(submissions.parent_id) : eq(submissions.parent_id, parentId),
      ),
    )
  return row ?? null
}
