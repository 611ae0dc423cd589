import type { parentEditSchema } from '@aftercare/domain/family-schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { changeAccountEmail, setAccountStatus } from '../auth/accounts.queries'
import type { Tx } from '../db/client'
import { profiles, user_roles } from '../db/schema'
import { AppError } from '../errors'
import type { Services } from '../http/context'

type ParentChange = z.infer<typeof parentEditSchema> & { version: number }

/** Name, address and status change together or not at all. Answers what they were. */
export async function updateParent(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  id: string,
  change: ParentChange,
) {
  const [before] = await tx
    .select({
      full_name: profiles.full_name,
      email: profiles.email,
      status: profiles.status,
      version: profiles.version,
    })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update')
  if (!before) throw new AppError('not-found')
  if (before.version !== change.version) throw new AppError('stale-version')
  if (change.status === 'suspended' && before.status !== 'suspended') await refuseForAdmins(tx, id)
  await changeAccountEmail(tx, services, id, change.email)
  await setAccountStatus(tx, id, change.status)
  await tx
    .update(profiles)
    .set({
      full_name: change.full_name,
      version: sql`${profiles.version} + 1`,
      updated_at: services.clock.now().toISOString(),
    })
    .where(eq(profiles.id, id))
  return before
}

/** Suspending an admin, perhaps the last one or oneself, would lock staff out. */
async function refuseForAdmins(tx: Tx, id: string) {
  const [admin] = await tx
    .select({ id: user_roles.user_id })
    .from(user_roles)
    .where(and(eq(user_roles.user_id, id), eq(user_roles.role, 'admin')))
  if (admin) throw new AppError('admin-suspension')
}
