import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, prepared, sql } from '../db/sql'

/** How long a device stays known after its last sign-in. */
export const DEVICE_DAYS = 180

/** Whether the device has signed in to the account before. */
export async function isKnownDevice(db: Queryable, deviceId: string, email: string, now: Date) {
  const row = await maybeOne(
    db,
    prepared(
      'known-device',
      sql`select from known_devices d join accounts a on a.id = d.account_id
        where d.id = ${deviceId} and a.email = ${email} and d.expires_at > ${now.toISOString()}`,
    ),
  )
  return row !== null
}

export async function rememberDevice(tx: Tx, deviceId: string, accountId: string, now: Date) {
  const at = now.toISOString()
  await execute(
    tx,
    prepared(
      'remember-device',
      sql`insert into known_devices (id, account_id, created_at, expires_at)
        values (${deviceId}, ${accountId}, ${at}, ${at}::timestamptz + make_interval(days => ${DEVICE_DAYS}))
        on conflict (id, account_id) do update set expires_at = excluded.expires_at`,
    ),
  )
}

/** After a new password or email, or when the account is removed. */
export async function forgetDevicesOf(db: Queryable, accountId: string) {
  await execute(db, sql`delete from known_devices where account_id = ${accountId}`)
}
