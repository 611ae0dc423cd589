import { type PickupTimes, readPickupTimes } from '@aftercare/domain/board/pickup-times'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** The pick-up times as they are set, or the first ones. */
export async function findPickupTimes(db: Queryable): Promise<PickupTimes> {
  const row = await maybeOne<{ value: unknown }>(
    db,
    prepared('pickup-times', sql`select value from settings where key = 'pickup_times'`),
  )
  return readPickupTimes(row?.value)
}
