import { type PickupTimes, readPickupTimes } from '@aftercare/domain/pickup-times'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, json, named, sql } from '../db/sql'

/** The pick-up times as they are set, or the first ones. */
export async function findPickupTimes(db: Queryable): Promise<PickupTimes> {
  const row = await firstRow<{ value: unknown }>(
    db,
    named('pickup-times', sql`select value from settings where key = 'pickup_times'`),
  )
  return readPickupTimes(row?.value)
}

/** One save at a time, until the end of the transaction. */
export const lockPickupTimes = (tx: Tx) =>
  affected(tx, sql`select pg_advisory_xact_lock(hashtextextended('pickup times', 0))`)

export const savePickupTimes = (tx: Tx, times: PickupTimes, at: string) =>
  affected(
    tx,
    sql`insert into settings (key, value, updated_at) values ('pickup_times', ${json(times)}, ${at})
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
