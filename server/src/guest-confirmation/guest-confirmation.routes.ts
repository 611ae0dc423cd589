import {
  CONFIRMATION_STATES,
  confirmationState,
  type GuestConfirmation,
  guestConfirmationSchema,
  readGuestConfirmation,
} from '@aftercare/domain/guest-confirmation/guest-confirmation'
import { z } from '@hono/zod-openapi'
import { hasRow, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { body, json, route, routes } from '../http/route'
import { findMonth } from '../months/months.admin.queries'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { secretField } from '../submissions/guest-links.routes'
import { confirmSubmission, getUnconfirmed } from './confirm-submission'
import { guestsMustConfirm } from './hold-submission'

const setting = settingRoutes('admin.pricing', '/admin/guest-confirmation', guestConfirmationSchema)

const form: SettingForm<GuestConfirmation> = {
  key: 'guest_confirmation',
  action: 'guest-confirmation.save',
  parse: readGuestConfirmation,
}

const read = route('guest-confirmation.read', {
  method: 'get',
  path: '/guest-confirmation',
  responses: json(guestConfirmationSchema, 'Whether guests have to confirm their email'),
})

/** What is waiting, without a name: the mail goes to whatever address was typed. */
const unconfirmed = z.object({
  state: z.enum(CONFIRMATION_STATES),
  confirm_by: z.string(),
  month_name: z.string().nullable(),
  year: z.number().int().nullable(),
  dropin_date: z.string().nullable(),
  selected_days: z.array(z.number().int()),
  /** Null once it is over. */
  total_fee: z.number().nullable(),
  /** The drop-in that it became waits for approval. */
  is_waiting: z.boolean(),
})

const request = { body: body(z.object({ secret: secretField })) }

/** The secret is in the body because URLs end up in logs, ours and those of proxies. */
const preview = route('guest-confirmation.use', {
  method: 'post',
  path: '/guest-confirmation/preview',
  request,
  responses: json(unconfirmed, 'Nothing is confirmed: mail scanners open links too'),
})

const confirm = route('guest-confirmation.use', {
  method: 'post',
  path: '/guest-confirmation',
  request,
  responses: json(unconfirmed),
})

async function findUnconfirmedJson(c: AppContext, secret: string): Promise<z.infer<typeof unconfirmed>> {
  const { db, clock } = c.var.services
  const found = await getUnconfirmed(c, secret)
  const { submission, month_id, dropin_date, selected_days, expires_at } = found
  const month = month_id ? await findMonth(db, month_id) : null
  return {
    state: confirmationState(found, clock.now()),
    confirm_by: expires_at,
    month_name: month?.month_name ?? null,
    year: month?.year ?? null,
    dropin_date,
    selected_days,
    total_fee: submission && centsToDollars(submission.total_fee_cents),
    is_waiting: await hasRow(db, sql`select from submissions where id = ${found.id} and status = 'waiting'`),
  }
}

export const guestConfirmationRoutes = routes()
  .openapi(setting.read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(setting.save, async (c) => {
    const { version, required } = c.req.valid('json')
    return c.json(await saveSettingForm(c, form, { required }, version), 200)
  })
  .openapi(read, async (c) => c.json({ required: await guestsMustConfirm(c.var.services.db) }, 200))
  .openapi(preview, async (c) => c.json(await findUnconfirmedJson(c, c.req.valid('json').secret), 200))
  .openapi(confirm, async (c) => {
    const { secret } = c.req.valid('json')
    await confirmSubmission(c, secret)
    return c.json(await findUnconfirmedJson(c, secret), 200)
  })
