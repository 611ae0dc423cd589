import { withdrawalError } from '@aftercare/domain/drop-ins/withdrawals'
import type { Tx } from '../db/client'
import { maybeOne, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { queueDropInNews } from './drop-in-events'
import { lockDropIn, removeDropIn } from './remove-drop-in'

/** `parentId`: the family that withdraws; null for a guest with the private link. */
export async function withdrawDropIn(c: AppContext, tx: Tx, id: string, parentId: string | null) {
  const { services, viewer } = c.var
  const locked = await lockDropIn(tx, id)
  if (!locked) throw new AppError((await wasRemoved(tx, id, parentId)) ? 'drop-in-removed' : 'not-found')
  const { dropIn } = locked
  // Staff may have linked it to a family, which the guest does not learn.
  const isGuests = dropIn.parent_id === null || dropIn.is_same_child === true
  const isOwn = parentId === null ? isGuests : dropIn.parent_id === parentId
  if (!isOwn) throw new AppError(parentId === null ? 'drop-in-claimed' : 'not-found')
  const error = withdrawalError(dropIn, services.clock.today())
  if (error) throw new AppError(error)
  await removeDropIn(c, tx, locked, parentId === null ? 'guest' : 'family')
  const sentBy = parentId === null ? null : (viewer.account?.id ?? null)
  await queueDropInNews(tx, services, dropIn, { kind: 'dropin-withdrawn' }, sentBy)
  return { id }
}

/** By another adult, in another tab, or by staff. */
const wasRemoved = (tx: Tx, id: string, parentId: string | null) =>
  maybeOne(
    tx,
    sql`select from removed_drop_ins where id = ${id} and (parent_id is not distinct from ${parentId}::uuid
      or ${parentId}::uuid is null and is_same_child)`,
  )
