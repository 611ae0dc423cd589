import { invitationSchema } from '@aftercare/domain/family/invitation-schemas'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { maybeOne, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { endOpenInvitation, inviteAdult, listInvitations } from './family.queries'

/** Of the family of a first adult. */
const familyParam = z.object({ id: idField })
/** No family has more: open invitations count as adults. */
const invitations = z.object({
  rows: z.array(z.object({ id: z.string(), email: z.string(), sent_at: z.string(), expires_at: z.string() })),
})

const invitationParam = familyParam.extend({ invitation_id: idField })

const list = route('admin.parents', {
  method: 'get',
  path: '/admin/parents/{id}/family-invitations',
  request: { params: familyParam },
  responses: json(invitations, 'Open invitations to join the family'),
})

const invite = route('admin.parents', {
  method: 'post',
  path: '/admin/parents/{id}/family-invitations',
  request: { params: familyParam, body: body(invitationSchema) },
  responses: json(invitations, 'The address was mailed a link to join; the adults of the family are told'),
})

const sendAgain = route('admin.parents', {
  method: 'post',
  path: '/admin/parents/{id}/family-invitations/{invitation_id}/send-again',
  request: { params: invitationParam },
  responses: json(invitations, 'With a new link; the old one no longer works'),
})

const cancel = route('admin.parents', {
  method: 'delete',
  path: '/admin/parents/{id}/family-invitations/{invitation_id}',
  request: { params: invitationParam },
  responses: json(invitations),
})

/** By the rules that adults of the family keep to, in the language of the first one. */
async function inviteFromOffice(c: AppContext, tx: Tx, familyId: string, email: string): Promise<void> {
  const first = await maybeOne<Pick<ProfileRow, 'language' | 'status'>>(
    tx,
    sql`select language, status from profiles where id = ${familyId}`,
  )
  // The link would open nothing.
  if (first?.status === 'suspended') throw new AppError('family-suspended')
  await inviteAdult(tx, c.var.services, { id: null, familyId, language: first?.language ?? 'en' }, email)
  await recordAudit(tx, c.var, 'parent.invite-adult', 'profiles', familyId)
}

async function findInvitations(c: AppContext, familyId: string) {
  const { db, clock } = c.var.services
  return { rows: await listInvitations(db, familyId, clock.now()) }
}

export const familyAdminRoutes = routes()
  .openapi(list, async (c) => c.json(await findInvitations(c, c.req.valid('param').id), 200))
  .openapi(invite, async (c) => {
    const { services } = c.var
    const { id } = c.req.valid('param')
    const { email } = c.req.valid('json')
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    await services.db.transaction(async (tx) => {
      await lockFamilies(tx, id)
      await withIdempotency(c, tx, { email }, async () => {
        await inviteFromOffice(c, tx, id, email)
        return null
      })
    })
    return c.json(await findInvitations(c, id), 200)
  })
  .openapi(sendAgain, async (c) => {
    const { services } = c.var
    const { id, invitation_id } = c.req.valid('param')
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    await services.db.transaction(async (tx) => {
      await lockFamilies(tx, id)
      await inviteFromOffice(c, tx, id, await endOpenInvitation(tx, id, invitation_id, services))
    })
    return c.json(await findInvitations(c, id), 200)
  })
  .openapi(cancel, async (c) => {
    const { services } = c.var
    const { id, invitation_id } = c.req.valid('param')
    await services.db.transaction(async (tx) => {
      await lockFamilies(tx, id)
      await endOpenInvitation(tx, id, invitation_id, services)
      await recordAudit(tx, c.var, 'parent.cancel-adult-invitation', 'profiles', id)
    })
    return c.json(await findInvitations(c, id), 200)
  })
