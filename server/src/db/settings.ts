import type { Queryable, Tx } from './client'
import { getOne, maybeOne, sql, toJson } from './sql'

/** Programme-wide settings. */
export type SettingKey =
  | 'contact_in_texts'
  | 'default_prices'
  | 'default_seats'
  | 'drop_in_approval'
  | 'drop_in_prices'
  | 'family_balances'
  | 'forget_families'
  | 'installation'
  | 'guest_confirmation'
  | 'pickup_times'
  | 'program'
  | 'program_logo'
  | 'secrets_key_fingerprint'
  | 'statement_details'
  | 'two_factor_required'

type StoredSetting = { value: unknown; version: number }

/** As stored, perhaps by an older version of the app; undefined with version 0 if not set. */
export async function findVersionedSetting(db: Queryable, key: SettingKey): Promise<StoredSetting> {
  const row = await maybeOne<StoredSetting>(db, sql`select value, version from settings where key = ${key}`)
  return row ?? { value: undefined, version: 0 }
}

export const findSetting = async (db: Queryable, key: SettingKey): Promise<unknown> =>
  (await findVersionedSetting(db, key)).value

/** Returns the new version. */
export async function saveSetting(tx: Tx, key: SettingKey, value: unknown, at: string): Promise<number> {
  const { version } = await getOne<{ version: number }>(
    tx,
    sql`insert into settings (key, value, updated_at) values (${key}, ${toJson(value)}, ${at})
      on conflict (key) do update
        set value = excluded.value, updated_at = excluded.updated_at, version = settings.version + 1
      returning version`,
  )
  return version
}
