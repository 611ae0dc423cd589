import { erasureObstacles, isSameName } from '@aftercare/domain/privacy/erasure'
import { recordAudit } from '../audit/audit.queries'
import { findFamilyOf } from '../db/adults'
import type { Db, Tx } from '../db/client'
import { cents, execute, getOne, hasRow, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { type Person, submissionsOf } from '../parents/parent-id'
import { getParent } from '../parents/parents.queries'
import { eraseAccount, lockForErasure, lockLists } from './delete-account'
import { eraseGuest, lockErasedSubmissions } from './erase-family'
import { type Family, findFamily, findGuest } from './family.queries'
import { findOpenObligations } from './obligations.queries'
import { saveErasedList } from './save-erased-list'

export type ErasureRequest = { name: string; write_off: boolean }

/** What staff see before they erase somebody: whose name to type, and what stands in the way. */
export async function findErasure(db: Db, person: Person, today: string) {
  return db.transaction(async (tx) => {
    const { full_name, email } = await getParent(tx, person)
    const family =
      person.guestEmail === null
        ? await findFamily(tx, person.parentId)
        : await findGuest(tx, person.guestEmail)
    if (!family) throw new AppError('not-found')
    return {
      name: full_name || email,
      obstacles: await listObstacles(tx, family, today),
      open_fees_cents: person.guestEmail === null ? 0 : await findOpenFees(tx, person),
    }
  })
}

export async function listObstacles(tx: Tx, family: Family, today: string): Promise<string[]> {
  const open = await findOpenObligations(tx, family, today)
  return open ? erasureObstacles(open) : []
}

/** In one transaction, so that a second request waits and then finds nobody. */
export async function erasePerson(c: AppContext, person: Person, request: ErasureRequest): Promise<void> {
  const { services } = c.var
  await services.db.transaction(async (tx) => {
    if (person.guestEmail === null) await eraseRegistered(c, tx, person.parentId, request)
    else await eraseUnregistered(c, tx, person, request)
  })
  await saveErasedList(services)
}

async function eraseRegistered(c: AppContext, tx: Tx, id: string, request: ErasureRequest): Promise<void> {
  const { services } = c.var
  const familyId = (await findFamilyOf(tx, id)) ?? id
  const family = await lockForErasure(tx, id, familyId)
  if (!family) throw new AppError('not-found')
  await assertErasable(c, tx, { parentId: id, guestEmail: null }, family, request)
  await eraseAccount(tx, services, family, familyId)
  await recordAudit(tx, c.var, 'parent.erase', 'accounts', id)
}

type Guest = Extract<Person, { parentId: null }>

async function eraseUnregistered(
  c: AppContext,
  tx: Tx,
  person: Guest,
  request: ErasureRequest,
): Promise<void> {
  const { services } = c.var
  await lockLists(tx)
  const guests = sql`select from submissions s where ${submissionsOf(person)}`
  await rows(tx, sql`${guests} order by s.id for update`)
  const guest = await findGuest(tx, person.guestEmail)
  await lockErasedSubmissions(tx, guest, guest.familyId)
  await assertErasable(c, tx, person, guest, request)
  const openCents = await findOpenFees(tx, person)
  if (openCents > 0 && !request.write_off) throw new AppError('write-off-first').onField('write_off')
  if (openCents > 0) await writeOff(tx, person)
  await eraseGuest(tx, person.guestEmail, services)
  // Sent while this went on: not erased, and not to lose its mails either.
  if (await hasRow(tx, guests)) throw new AppError('erasure-outrun')
  const detail = openCents > 0 ? { written_off_cents: openCents } : {}
  await recordAudit(tx, c.var, 'parent.erase-guest', 'submissions', null, detail)
}

async function assertErasable(
  c: AppContext,
  tx: Tx,
  person: Person,
  family: Family,
  { name }: ErasureRequest,
): Promise<void> {
  const parent = await getParent(tx, person)
  const obstacles = await listObstacles(tx, family, c.var.services.clock.today())
  if (obstacles.length > 0) throw new AppError('erasure-blocked', { obstacles })
  if (!isSameName(name, parent.full_name || parent.email)) throw new AppError('other-name').onField('name')
}

/** A guest has no payments, so every fee is open. */
async function findOpenFees(tx: Tx, person: Guest): Promise<number> {
  const { open_cents } = await getOne<{ open_cents: number }>(
    tx,
    sql`select ${cents(sql`coalesce(sum(total_fee), 0)`)} as open_cents from submissions s
      where ${submissionsOf(person)}`,
  )
  return open_cents
}

/** Nobody is left who could pay them. */
const writeOff = (tx: Tx, person: Guest) =>
  execute(
    tx,
    sql`update submissions s set total_fee = 0, billed_fee = case when billed_status = 'billed' then 0 end,
        day_prices = (select jsonb_object_agg(key, 0) from jsonb_each(day_prices))
      where ${submissionsOf(person)}`,
  )
