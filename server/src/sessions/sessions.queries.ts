import { readUserAgent } from '@aftercare/domain/sessions/user-agent'
import type { Queryable } from '../db/client'
import { affected, firstRow, rows, type Sql, sql } from '../db/sql'
import type { SessionRow } from '../db/tables'
import type { Account } from '../http/context'
import { offsetOf } from '../http/paging'

type Listed = Pick<SessionRow, 'handle' | 'user_agent' | 'created_at' | 'seen_at'> & { is_current: boolean }

const liveSessions = (account: Account, now: Date): Sql =>
  sql`from sessions where account_id = ${account.id} and kind = 'full' and expires_at > ${now.toISOString()}`

/** Where the account is signed in: the browser at hand on top, then the one used last. */
export async function listSessions(
  db: Queryable,
  account: Account,
  page: { page: number; size: number },
  now: Date,
) {
  const [list, count] = await Promise.all([
    rows<Listed>(
      db,
      sql`select handle, user_agent, created_at, seen_at, id = ${account.sessionId} as is_current
        ${liveSessions(account, now)}
        order by id = ${account.sessionId} desc, seen_at desc, handle
        limit ${page.size} offset ${offsetOf(page)}`,
    ),
    firstRow<{ total: number }>(db, sql`select count(*) as total ${liveSessions(account, now)}`),
  ])
  return { rows: list.map(presentSession), total: count?.total ?? 0 }
}

function presentSession({ handle, user_agent, ...session }: Listed) {
  return { id: handle, ...readUserAgent(user_agent), ...session }
}

/** One of the account's own sessions; another's is not found. */
export const endSession = (db: Queryable, account: Account, handle: string) =>
  affected(db, sql`delete from sessions where account_id = ${account.id} and handle = ${handle}`)

export const endOtherSessions = (db: Queryable, account: Account) =>
  affected(db, sql`delete from sessions where account_id = ${account.id} and id <> ${account.sessionId}`)
