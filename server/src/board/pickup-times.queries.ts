import { type PickupSettings, readPickupSettings } from '@aftercare/domain/board/pickup-times'
import type { Queryable } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'

/** The saved pick-up times and what depends on them, or the defaults. */
export async function findPickupSettings(db: Queryable): Promise<PickupSettings> {
  const row = await maybeOne<{ value: unknown }>(
    db,
    prepared('pickup-times', sql`select value from settings where key = 'pickup_times'`),
  )
  return readPickupSettings(row?.value)
}
