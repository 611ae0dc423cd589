import { sameNameErrors } from '@aftercare/domain/parents/new-family'
import type { newFamilySchema } from '@aftercare/domain/parents/parent-schemas'
import type { z } from '@hono/zod-openapi'
import { inviteParents } from '../auth/account-invitations'
import { lockAccountByEmail } from '../auth/lock-account'
import { createChild } from '../children/children.queries'
import { findShownName } from '../db/adults'
import type { Tx } from '../db/client'
import { hasRow, sql } from '../db/sql'
import { AppError } from '../errors'
import { findInvited } from '../family/second-adults'
import { createParents } from '../family-imports/create-families'
import { findAccountsByEmail } from '../family-imports/known-accounts.queries'
import type { Services } from '../http/context'

type Context = Pick<Services, 'config' | 'clock'>

/** What an import of families does, for the one that is on the phone. Returns the first adult's id. */
export async function addFamily(
  tx: Tx,
  services: Context,
  { children, send_invitation, ...parent }: z.infer<typeof newFamilySchema>,
): Promise<string> {
  const repeated = sameNameErrors(children)
  if (Object.keys(repeated).length > 0) throw new AppError('invalid', {}, { fields: repeated })
  const { email } = parent
  await lockAccountByEmail(tx, email)
  await assertUnknown(tx, services, email)
  const [created] = await createParents(tx, services, [parent], null).catch(async (error) => {
    // A colleague, or the parent, was faster. After an error of the database the transaction takes no more statements.
    if (error instanceof AppError) await assertUnknown(tx, services, email)
    throw error
  })
  if (!created) throw new AppError('failed')
  for (const child of children) await createChild(tx, created.id, child, services.clock)
  if (send_invitation) await inviteParents(tx, services, [created])
  return created.id
}

/** Whoever has the address, the first adult or another one, also one who is invited: nobody gets a second family. */
async function assertUnknown(tx: Tx, services: Context, email: string): Promise<void> {
  const known = (await findAccountsByEmail(tx, services, [email])).get(email)
  const invitedInto = (await findInvited(tx, [email], services.clock.now())).get(email)
  const id = known?.familyId ?? invitedInto
  if (id === undefined) return
  const isParent = await hasRow(tx, sql`select from user_roles where user_id = ${id} and role = 'parent'`)
  if (!isParent) throw new AppError('staff-address').onField('email')
  const family = { id, name: (await findShownName(tx, id)) ?? email }
  throw new AppError(
    'known-family',
    { name: family.name, isInvited: known === undefined },
    { stored: family },
  ).onField('email')
}
