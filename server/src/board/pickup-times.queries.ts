import { type PickupTimes, readPickupTimes } from '@aftercare/domain/board/pickup-times'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** The saved pick-up times, or the defaults. */
export async function findPickupTimes(db: Queryable): Promise<PickupTimes> {
  const row = await maybeOne<{ value: unknown }>(
    db,
    prepared('pickup-times', sql`select value from settings where key = 'pickup_times'`),
  )
  return readPickupTimes(row?.value)
}
