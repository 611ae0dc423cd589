import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable } from '../db/client'
import { findVersionedSetting, saveSetting } from '../db/settings'
import { staleVersion } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'

/** A setting that staff change in a form of its own. */
export type SettingForm<Values> = {
  key: 'default_seats' | 'pickup_times' | 'statement_details'
  action: string
  /** What was stored, perhaps by an older program, or the default. */
  read: (stored: unknown) => Values
  /** What the activity log keeps. */
  detail?: (before: Values, after: Values) => Record<string, unknown>
}

export async function readSettingForm<Values>(db: Queryable, { key, read }: SettingForm<Values>) {
  const { value, version } = await findVersionedSetting(db, key)
  return { ...read(value), version }
}

/** Stores it over the version that the form started from; an older one is refused. */
export async function saveSettingForm<Values extends object>(
  c: AppContext,
  form: SettingForm<Values>,
  values: Values,
  version: number,
) {
  const { db, clock } = c.var.services
  const { key, action, read, detail = (before, after) => ({ before, after }) } = form
  return db.transaction((tx) =>
    withIdempotency(c, tx, { ...values, version }, async () => {
      await acquireAdvisoryLock(tx, key)
      const stored = await findVersionedSetting(tx, key)
      const before = read(stored.value)
      if (stored.version !== version) throw staleVersion({ ...before, version: stored.version })
      const saved = await saveSetting(tx, key, values, clock.now().toISOString())
      const entry = { action, table: 'settings', rowId: key, detail: detail(before, values) }
      await recordAudit(tx, clock, c.var.viewer, entry)
      return { ...values, version: saved }
    }),
  )
}
