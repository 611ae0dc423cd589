import { createPasswordHasher } from '../../server/src/auth/passwords'
import { execute, sql } from '../../server/src/db/sql'
import type { RunningServer } from './server'

const passwords = createPasswordHasher()

/** Sets a password for an account created directly in the database. */
export async function givePassword(server: RunningServer, id: string, password: string): Promise<void> {
  const password_hash = await passwords.hash(password)
  await execute(
    server.database.db,
    sql`update accounts set password_hash = ${password_hash} where id = ${id}`,
  )
}
