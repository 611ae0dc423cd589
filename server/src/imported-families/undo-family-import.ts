import { recordAuditEntries } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { TOMBSTONE_DOMAIN } from '../auth/tombstone-email'
import { lockFamiliesOf } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { execute, identifier, join, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { lockLists } from '../privacy/delete-account'
import { erasedAccount } from '../privacy/family-tables'
import { getFamilyImport, type ImportedNow, listImported } from './imported-families.queries'

/**
 * Removes the families that the import created, and the children that it added to others, unless something else happened
 * to the family since. All at once: nothing of a removed family refers to anything but itself.
 */
export async function undoFamilyImport(tx: Tx, c: AppContext, id: string): Promise<void> {
  const { clock } = c.var.services
  const at = clock.now().toISOString()
  await lockLists(tx)
  await lockImported(tx, c, id)
  const isOpen = await execute(
    tx,
    sql`update family_imports set undone_at = ${at}, undone_by = ${accountOf(c).id}
      where id = ${id} and undone_at is null`,
  )
  if (!isOpen) throw new AppError((await getFamilyImport(tx, id)) && 'import-undone')
  const imported = await listImported(tx, id)
  const untouched = imported.filter(({ obstacle }) => obstacle === null)
  const stayed = imported.length - untouched.length
  await execute(tx, sql`update family_imports set stayed = ${stayed} where id = ${id}`)
  const known = untouched.filter(({ is_new }) => !is_new)
  // Before the children are gone whose family they belong to.
  await recordAuditEntries(tx, c.var, [
    {
      action: 'family-import.undo',
      table: 'family_imports',
      rowId: id,
      detail: { families: untouched.length - known.length, children: countChildren(untouched), stayed },
    },
    ...known.map(({ id: rowId, children }) => ({
      action: 'parent.undo-import',
      table: 'profiles',
      rowId,
      detail: { children: children.length },
    })),
  ])
  await removeChildren(
    tx,
    untouched.flatMap(({ children }) => children),
  )
  await removeFamilies(
    tx,
    untouched.filter(({ is_new }) => is_new),
    at,
  )
}

const countChildren = (families: readonly ImportedNow[]) =>
  families.reduce((sum, { children }) => sum + children.length, 0)

/** Nothing else happens to these families until the transaction ends, nor does anybody join them. */
async function lockImported(tx: Tx, c: AppContext, id: string): Promise<void> {
  const families = sql`select id from profiles where import_id = ${id}
    union select parent_id from children where import_id = ${id}`
  await lockFamiliesOf(tx, sql`select parent_id from family_invitations where parent_id in (${families})`)
  await lockOwnAccount(tx, accountOf(c).id)
  await rows(tx, sql`select from accounts where id in (${families}) order by id for update`)
  // A weaker lock at first: what has locked a child and then references the profile must not deadlock.
  await rows(tx, sql`select from profiles where id in (${families}) order by id for no key update`)
  await rows(tx, sql`select from children where parent_id in (${families}) order by id for update`)
  await rows(tx, sql`select from profiles where import_id = ${id} order by id for update`)
}

const removeChildren = (tx: Tx, ids: readonly string[]) =>
  execute(tx, sql`delete from children where id = any(${ids}::uuid[])`)

/** With what was mailed to them. By ids, so that restoring an older backup removes them again. */
async function removeFamilies(tx: Tx, families: readonly ImportedNow[], at: string): Promise<void> {
  const ids = families.map(({ id }) => id)
  // An event whose mails are just being composed is waited for, and then its mails are found.
  await rows(tx, sql`select from outbox where event is not null order by id for update`)
  await execute(
    tx,
    sql`delete from outbox where submission_id is null and template <> 'guest-confirmation'
      and (account_id = any(${ids}::uuid[]) or family_id = any(${ids}::uuid[]))`,
  )
  // What somebody with the same address sent as a guest stays theirs.
  await execute(tx, sql`update outbox set account_id = null where account_id = any(${ids}::uuid[])`)
  const isTheirs = sql`(family_id = any(${ids}::uuid[]) or account_id = any(${ids}::uuid[]))`
  await execute(
    tx,
    sql`update audit_log set detail = redact_text(detail) where ${isTheirs} and detail <> redact_text(detail)`,
  )
  await execute(tx, sql`delete from profiles where id = any(${ids}::uuid[])`)
  await execute(tx, sql`delete from user_roles where user_id = any(${ids}::uuid[])`)
  await execute(tx, sql`delete from tokens where account_id = any(${ids}::uuid[])`)
  const erased = erasedAccount(sql`id || ${TOMBSTONE_DOMAIN}`, at)
  const assignments = Object.entries(erased).map(([column, value]) => sql`${identifier(column)} = ${value}`)
  await execute(tx, sql`update accounts set ${join(assignments)} where id = any(${ids}::uuid[])`)
  await execute(
    tx,
    sql`insert into erasures (account, erased_at) select id, ${at} from unnest(${ids}::uuid[]) as id
      on conflict (account) do nothing`,
  )
}
