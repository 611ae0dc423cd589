import { eq } from 'drizzle-orm'
import { hashPassword } from '../../server/src/auth/passwords'
import { accounts } from '../../server/src/db/schema'
import type { RunningServer } from './server'

/** People put straight into the database have no password; this gives one to those who use the form. */
export async function givePassword(server: RunningServer, id: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await server.database.db.update(accounts).set({ password_hash }).where(eq(accounts.id, id))
}
