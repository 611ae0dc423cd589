import { addDays, type Day, getDayParts } from '@aftercare/domain/lib/days'
import { cancelDay } from '../src/cancelled-days/cancel-days'
import type { Tx } from '../src/db/client'
import { maybeOne, sql } from '../src/db/sql'
import type { ProfileRow } from '../src/db/tables'
import { listFamilies } from '../src/family-messages/family-messages.queries'
import type { Services } from '../src/http/context'
import { findMonthForUpdate } from '../src/months/months.admin.queries'
import { findMonthOf } from '../src/months/months.queries'

const MIN_DAYS_AHEAD = 3
const MAX_DAYS_AHEAD = 20

/** The demo shows fees that rose and fell since they were billed: a credit would hide them. */
const hasEditedSinceBilled = async (tx: Tx, day: Day, monthId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from submissions where month_id = ${monthId} and edited_since_billed
      and ${getDayParts(day).dayOfMonth}::int = any(selected_days) limit 1`,
  )) !== null

/** Cancels a coming day with bookings and credits it to the families. */
export async function cancelComingDay(
  tx: Tx,
  admin: Pick<ProfileRow, 'id' | 'email' | 'full_name'>,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  for (let ahead = MIN_DAYS_AHEAD; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const day: Day = addDays(clock.today(), ahead)
    const { families } = await listFamilies(tx, [day])
    const month = await findMonthOf(tx, day)
    const before = families.length > 0 && month ? await findMonthForUpdate(tx, month.id) : null
    if (!before || (await hasEditedSinceBilled(tx, day, before.id))) continue
    const by = { services: { clock }, viewer: { actorId: admin.id } }
    await cancelDay(tx, before, getDayParts(day).dayOfMonth, 'credit', by)
    return
  }
}
