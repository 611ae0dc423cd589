import { hashPassword } from '../auth/passwords'
import type { Clock } from '../clock'
import type { Db } from '../db/client'
import { accounts, profiles, user_roles } from '../db/schema'

/** Printed when the demo starts. */
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@example.com', full_name: 'Rosa Medina', password: 'demo-admin' },
  { role: 'parent', email: 'dana@example.com', full_name: 'Dana Okafor', password: 'demo-parent' },
] as const

/** Fills an empty, migrated database. */
export async function seedDemo(db: Db, clock: Clock): Promise<void> {
  const now = clock.now().toISOString()
  for (const { role, email, full_name, password } of DEMO_ACCOUNTS) {
    const [account] = await db
      .insert(accounts)
      .values({ email, password_hash: await hashPassword(password), email_verified_at: now })
      .returning({ id: accounts.id })
    if (!account) continue
    await db.insert(profiles).values({ id: account.id, email, full_name })
    await db.insert(user_roles).values({ user_id: account.id, role })
  }
}
