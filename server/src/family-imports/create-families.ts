import { randomUUID } from 'node:crypto'
import type { ImportedFamily } from '@aftercare/domain/imports/family-review'
import { recordAuditEntries } from '../audit/audit.queries'
import { inviteParents } from '../auth/account-invitations'
import { endAccess, isReplaceable } from '../auth/accounts.queries'
import type { Tx } from '../db/client'
import { execute, rows, type Sql, sql, toJson } from '../db/sql'
import type { FamilyImportRow } from '../db/tables'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import { insertSecondAdults, inviteSecondAdults } from '../family/second-adults'
import type { Services, Viewer } from '../http/context'

type Context = Pick<Services, 'config' | 'clock'>

/** What `createFamilies` creates is this import's. */
export async function insertFamilyImport(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  imported_by: string,
  values: Pick<FamilyImportRow, 'file_name' | 'families' | 'children'>,
): Promise<string> {
  const id = randomUUID()
  const imported_at = clock.now().toISOString()
  await execute(tx, insertInto('family_imports', [{ ...values, id, imported_by, imported_at }]))
  return id
}

/** In the caller's transaction, with the families locked. Returns how many invitations were sent. */
export async function createFamilies(
  tx: Tx,
  services: Context,
  viewer: Viewer | { actorId: string },
  families: readonly ImportedFamily[],
  { importId, sendInvitations }: { importId: string; sendInvitations: boolean },
): Promise<number> {
  const created = await createParents(
    tx,
    services,
    families.filter(({ familyId }) => familyId === null),
    importId,
  )
  const ids = new Map(created.map(({ id, email }) => [email, id]))
  const imported = families.map((family) => ({
    ...family,
    id: family.familyId ?? ids.get(family.email) ?? null,
  }))
  await createChildren(tx, services, imported, importId)
  await insertSecondAdults(
    tx,
    imported.flatMap(({ id, adults }) =>
      adults.map(({ name, email, phone }) => ({
        parent_id: id ?? '',
        email,
        full_name: name,
        phone: phone || null,
      })),
    ),
    services.clock.now(),
  )
  const invitations = sendInvitations ? await inviteFamilies(tx, services, created) : 0
  await recordAuditEntries(
    tx,
    { services, viewer },
    imported.map(({ id, familyId, children }) => ({
      action: 'parent.import',
      table: 'profiles',
      rowId: id,
      detail: { children: children.length, is_new: familyId === null, import_id: importId },
    })),
  )
  return invitations
}

const inviteFamilies = async (tx: Tx, services: Context, created: Parameters<typeof inviteParents>[2]) =>
  (await inviteParents(tx, services, created)) +
  (await inviteSecondAdults(
    tx,
    services,
    created.map(({ id }) => id),
  ))

type NewParent = Pick<ImportedFamily, 'email' | 'full_name' | 'phone'>

/** Accounts without a password, with profile and role. */
export async function createParents(
  tx: Tx,
  services: Context,
  parents: readonly NewParent[],
  importId: string | null,
) {
  const at = services.clock.now().toISOString()
  const given = sql`jsonb_to_recordset(${toJson(parents)}::jsonb) as given (email text, full_name text, phone text)`
  const replaced = await replaceSignUps(tx, services, given)
  const inserted = await rows<{ id: string; email: string }>(
    tx,
    sql`insert into accounts (email, metadata, created_at, updated_at)
      select email, jsonb_build_object('full_name', full_name), ${at}, ${at} from ${given}
      on conflict (email) do nothing returning id, email`,
  )
  const ids = [...replaced, ...inserted].map(({ id }) => id)
  // Somebody signed up meanwhile.
  if (ids.length !== parents.length)
    throw new AppError('import-changed', { changes: 'Someone has just signed up with one of the addresses.' })
  await execute(
    tx,
    sql`insert into profiles (id, email, full_name, phone, import_id, created_at, updated_at)
      select a.id, a.email, given.full_name, given.phone, ${importId}::uuid, ${at}, ${at}
      from ${given} join accounts a on a.email = given.email and a.id = any(${ids}::uuid[])
      on conflict (id) do update set full_name = excluded.full_name, phone = excluded.phone,
        import_id = excluded.import_id, updated_at = ${at}`,
  )
  await execute(
    tx,
    sql`insert into user_roles (user_id, role) select id, 'parent' from unnest(${ids}::uuid[]) as id
      on conflict do nothing`,
  )
  return rows<{ id: string; email: string; full_name: string }>(
    tx,
    sql`select id, email, full_name from profiles where id = any(${ids}::uuid[])`,
  )
}

/** A sign-up that nobody confirmed: nothing of whoever signed up opens the family's account. */
async function replaceSignUps(tx: Tx, { config, clock }: Context, given: Sql) {
  const replaced = await rows<{ id: string }>(
    tx,
    sql`update accounts a set password_hash = null, invited_at = null,
        metadata = jsonb_build_object('full_name', given.full_name), updated_at = ${clock.now().toISOString()}
      from ${given} where a.email = given.email and ${isReplaceable(config)} returning a.id`,
  )
  const ids = replaced.map(({ id }) => id)
  await endAccess(tx, ids)
  return replaced
}

async function createChildren(
  tx: Tx,
  { clock }: Context,
  families: readonly (ImportedFamily & { id: string | null })[],
  importId: string,
) {
  const at = clock.now().toISOString()
  const children = families.flatMap(({ id, children }) =>
    children.map((child) => ({
      ...child,
      pickup_people: [...child.pickup_people],
      parent_id: id ?? '',
      import_id: importId,
      created_at: at,
      updated_at: at,
    })),
  )
  await execute(tx, insertInto('children', children))
}
