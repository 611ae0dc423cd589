import type { Action } from '@aftercare/domain/auth/access'
import { versionField } from '@aftercare/domain/lib/fields'
import type { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { findVersionedSetting, saveSetting } from '../db/settings'
import { staleVersion } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { body, json, route } from '../http/route'

/** A setting that staff edit in its own form. */
export type SettingForm<Values> = {
  key:
    | 'default_seats'
    | 'drop_in_approval'
    | 'forget_families'
    | 'guest_confirmation'
    | 'pickup_times'
    | 'program'
    | 'program_logo'
    | 'statement_details'
  action: string
  /** Parses the stored value, perhaps written by an older version of the app, or returns the default. */
  parse: (stored: unknown) => Values
  /** The detail of the audit log entry. */
  detail?: (before: Values, after: Values) => Record<string, unknown>
}

/** The form is read and saved as it is, with its version. */
export const settingRoutes = <Path extends string, Shape extends z.ZodRawShape>(
  action: Action,
  path: Path,
  schema: z.ZodObject<Shape>,
) => {
  const versioned = schema.extend({ version: versionField })
  return {
    read: route(action, { method: 'get', path, responses: json(versioned) }),
    save: route(action, {
      method: 'put',
      path,
      request: { body: body(versioned) },
      responses: json(versioned),
    }),
  }
}

export async function readSettingForm<Values>(db: Queryable, { key, parse }: SettingForm<Values>) {
  const { value, version } = await findVersionedSetting(db, key)
  return { ...parse(value), version }
}

/** Saves the form, and what belongs to it; fails if the version is stale. */
export async function saveSettingForm<Values extends object>(
  c: AppContext,
  form: SettingForm<Values>,
  values: Values,
  version: number,
  alsoStore?: (tx: Tx, before: Values) => Promise<unknown>,
) {
  const { clock } = c.var.services
  const { key, action, parse, detail = (before, after) => ({ before, after }) } = form
  return idempotentTransaction(c, { ...values, version }, async (tx) => {
    await acquireAdvisoryLock(tx, key)
    const stored = await findVersionedSetting(tx, key)
    const before = parse(stored.value)
    if (stored.version !== version) throw staleVersion({ ...before, version: stored.version })
    await alsoStore?.(tx, before)
    const saved = await saveSetting(tx, key, values, clock.now().toISOString())
    await recordAudit(tx, c.var, action, 'settings', key, detail(before, values))
    return { ...values, version: saved }
  })
}
