import { invitationSchema } from '@aftercare/domain/family/invitation-schemas'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { done } from '../auth/auth.routes'
import { languageOf } from '../auth/language-cookie'
import { lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { assertInFamily } from '../db/family-transaction'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf, body, familyIdOf, json, route, routes } from '../http/route'
import { type Adult, endOpenInvitation, inviteAdult, listAdults, listInvitations } from './family.queries'
import { endMembership, removeAdult } from './membership'

/** Of the others only name and email: phone numbers, sessions and calendar links are each adult's own. */
const familyRow = z.object({
  adults: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      first: z.boolean(),
      you: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({ id: z.string(), email: z.string(), sent_at: z.string(), expires_at: z.string() }),
  ),
})

const read = route('family.read', { method: 'get', path: '/family', responses: json(familyRow) })

const invite = route('family.invite', {
  method: 'post',
  path: '/family/invitations',
  request: { body: body(invitationSchema) },
  responses: json(familyRow, 'The same for every address outside the family'),
})

const params = z.object({ id: idField })

const sendAgain = route('family.invite', {
  method: 'post',
  path: '/family/invitations/{id}/send-again',
  request: { params },
  responses: json(familyRow, 'With a new link; the old one no longer works'),
})

const cancel = route('family.invite', {
  method: 'delete',
  path: '/family/invitations/{id}',
  request: { params },
  responses: json(familyRow),
})

const remove = route('family.remove-adult', {
  method: 'delete',
  path: '/family/adults/{id}',
  request: { params },
  responses: json(familyRow),
})

const leave = route('family.leave', { method: 'delete', path: '/family/membership', responses: json(done) })

/** Adults and open invitations, oneself first. */
async function findFamily(c: AppContext): Promise<z.infer<typeof familyRow>> {
  const { db, clock } = c.var.services
  const { id, familyId } = accountOf(c)
  const [adults, invitations] = await Promise.all([
    listAdults(db, familyId),
    listInvitations(db, familyId, clock.now()),
  ])
  const rows = adults.map((adult) => serializeAdult(adult, id, familyId))
  return { adults: [...rows.filter(({ you }) => you), ...rows.filter(({ you }) => !you)], invitations }
}

const serializeAdult = ({ id, full_name, email }: Adult, ownId: string, familyId: string) => ({
  id,
  name: full_name || email,
  email,
  first: id === familyId,
  you: id === ownId,
})

/** A transaction that changes who belongs to the viewer's family or is invited. */
const changeFamily = <T>(c: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  c.var.services.db.transaction(async (tx) => {
    // Before the membership, as where it ends.
    await lockFamilies(tx, familyIdOf(c))
    await assertInFamily(tx, c.var.viewer.account)
    return work(tx)
  })

async function inviteInto(c: AppContext, tx: Tx, email: string): Promise<void> {
  const { services } = c.var
  const account = accountOf(c)
  await inviteAdult(tx, services, { ...account, language: languageOf(c) }, email)
  await recordAudit(tx, c.var, 'family.invite', 'profiles', account.familyId)
}

export const familyRoutes = routes()
  .openapi(read, async (c) => c.json(await findFamily(c), 200))
  .openapi(invite, async (c) => {
    await c.var.services.rateLimiter.consume('family-invitations', familyIdOf(c))
    await changeFamily(c, (tx) => inviteInto(c, tx, c.req.valid('json').email))
    return c.json(await findFamily(c), 200)
  })
  .openapi(sendAgain, async (c) => {
    await c.var.services.rateLimiter.consume('family-invitations', familyIdOf(c))
    await changeFamily(c, async (tx) => {
      const { id } = c.req.valid('param')
      await inviteInto(c, tx, await endOpenInvitation(tx, familyIdOf(c), id, c.var.services))
    })
    return c.json(await findFamily(c), 200)
  })
  .openapi(cancel, async (c) => {
    await changeFamily(c, async (tx) => {
      await endOpenInvitation(tx, familyIdOf(c), c.req.valid('param').id, c.var.services)
      await recordAudit(tx, c.var, 'family.cancel-invitation', 'profiles', familyIdOf(c))
    })
    return c.json(await findFamily(c), 200)
  })
  .openapi(remove, async (c) => {
    const { services, viewer } = c.var
    const { id, familyId } = accountOf(c)
    if (id !== familyId) throw await firstAdultOnly(c, familyId)
    await services.db.transaction(async (tx) => {
      const isRemoved = await removeAdult(tx, services, familyId, c.req.valid('param').id, viewer)
      if (!isRemoved) throw new AppError('not-found')
    })
    return c.json(await findFamily(c), 200)
  })
  .openapi(leave, async (c) => {
    const { services } = c.var
    const { id, familyId } = accountOf(c)
    if (id === familyId) throw new AppError('first-adult-stays')
    await services.db.transaction(async (tx) => {
      // Removed meanwhile: there is nothing to leave.
      if (!(await endMembership(tx, services, familyId, id))) return
      await recordAudit(tx, c.var, 'family.leave', 'profiles', familyId, { member_id: id })
    })
    return c.json({ ok: true as const }, 200)
  })

async function firstAdultOnly(c: AppContext, familyId: string): Promise<AppError> {
  const [first] = await listAdults(c.var.services.db, familyId)
  return new AppError('first-adult-only', { name: first?.full_name || first?.email || '' })
}
