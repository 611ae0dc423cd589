import type { Queryable } from '../db/client'
import { affected, sql } from '../db/sql'

/** How long a browser stays known after its last sign-in. */
export const DEVICE_DAYS = 180

/** After a new password or address, and with a removed account, no browser is known any more. */
export async function forgetDevicesOf(db: Queryable, accountId: string) {
  await affected(db, sql`delete from known_devices where account_id = ${accountId}`)
}
