import type { Queryable } from '../db/client'
import { execute, sql } from '../db/sql'

/** How long a device stays known after its last sign-in. */
export const DEVICE_DAYS = 180

/** The account with the email, if the device has signed in to it before. */
export const knownDevice = (deviceId: string, email: string, now: Date) =>
  sql`select a.id from known_devices d join accounts a on a.id = d.account_id
    where d.id = ${deviceId} and a.email = ${email} and d.expires_at > ${now.toISOString()}`

export function insertDevice(deviceId: string, accountId: string, now: Date) {
  const at = now.toISOString()
  return sql`insert into known_devices (id, account_id, created_at, expires_at)
    values (${deviceId}, ${accountId}, ${at}, ${at}::timestamptz + make_interval(days => ${DEVICE_DAYS}))
    on conflict (id, account_id) do update set expires_at = excluded.expires_at`
}

/** After a new password or email, or when the account is removed. */
export async function forgetDevicesOf(db: Queryable, accountId: string) {
  await execute(db, sql`delete from known_devices where account_id = ${accountId}`)
}
