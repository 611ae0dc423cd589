import { type DropInMoment, type DropInMonth, dropInDates } from '@aftercare/domain/drop-ins/drop-in-dates'
import type { Day } from '@aftercare/domain/lib/days'
import { findPickupSettings } from '../board/pickup-times.queries'
import type { Queryable, Tx } from '../db/client'
import { join, maybeOne, rows, sql } from '../db/sql'
import type { MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import type { Services } from '../http/context'
import { seatingOf } from '../months/month-row'
import { identityOf, isMonthOf, monthColumns } from '../months/months.queries'
import { submissionColumns } from '../submissions/submissions.queries'

/** Today and tomorrow, each with its month, drafts included: drop-ins continue while staff rework a month. */
export async function listDropInMonths(db: Queryable, today: Day) {
  const options = dropInDates(today)
  const found = await rows<MonthRow>(
    db,
    sql`select ${monthColumns} from months
      where ${join(
        options.map((option) => isMonthOf(option.date)),
        ' or ',
      )}`,
  )
  return options.map((option) => {
    const { month_name, year } = identityOf(option.date)
    const month = found.find((row) => row.month_name === month_name && row.year === year)
    return { option, month: month ? dropInMonthOf(month) : null }
  })
}

export const dropInMoment = async (
  db: Queryable,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
): Promise<DropInMoment> => ({
  now: clock.now(),
  timeZone: config.program.timeZone,
  pickup: await findPickupSettings(db),
})

export const dropInMonthOf = (row: MonthRow): DropInMonth => ({ ...row, seating: seatingOf(row) })

export async function findParentContact(tx: Tx, id: string) {
  return maybeOne<Pick<ProfileRow, 'full_name' | 'email'>>(
    tx,
    sql`select full_name, email from profiles where id = ${id}`,
  )
}

/**
 * A drop-in requested by this family or a guest since `since`, with the family's others of the same request; those
 * entered by staff have no agreement.
 */
export async function listRecentDropIns(tx: Tx, id: string, parentId: string | null, since: string) {
  return rows<SubmissionRow>(
    tx,
    sql`select ${submissionColumns} from submissions s join submissions requested on requested.id = ${id}
        and (s.id = requested.id or s.parent_id = requested.parent_id)
        and s.dropin_date = requested.dropin_date and s.submitted_at = requested.submitted_at
      where s.month_id is null and s.agreed_at is not null and s.submitted_at >= ${since}
        and s.parent_id is not distinct from ${parentId}
      order by s.child_id`,
  )
}
