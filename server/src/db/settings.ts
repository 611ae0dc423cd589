import type { Queryable, Tx } from './client'
import { affected, firstRow, json, sql } from './sql'

/** What is set once for the whole programme, each under a name of its own. */
export type SettingKey =
  | 'default_prices'
  | 'default_seats'
  | 'pickup_times'
  | 'secrets_key_fingerprint'
  | 'statement_details'
  | 'two_step_required'

/** As it was stored, perhaps by an older program: undefined where nothing was. */
export async function findSetting(db: Queryable, key: SettingKey): Promise<unknown> {
  const row = await firstRow<{ value: unknown }>(db, sql`select value from settings where key = ${key}`)
  return row?.value
}

export const saveSetting = (tx: Tx, key: SettingKey, value: unknown, at: string): Promise<number> =>
  affected(
    tx,
    sql`insert into settings (key, value, updated_at) values (${key}, ${json(value)}, ${at})
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
