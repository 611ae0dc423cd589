import { type ChildDetails, childChanges, isPickupList } from '@aftercare/domain/children/child-changes'
import { toldOfPickupLists } from '@aftercare/domain/children/own-bar'
import { adultIdsOf } from '../db/adults'
import type { Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { maybeOne, rows, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'
import type { Services } from '../http/context'
import { queueEvent } from '../mail-events/queue-events'
import type { CreatedChild } from './children.queries'

const findStored = (tx: Tx, childId: string) =>
  maybeOne<ChildRow>(tx, sql`select * from children where id = ${childId}`)

/** Tells every adult of the family which child staff added, or what they changed; nothing if all texts are as before. */
export async function notifyChildChanged(
  tx: Tx,
  childId: string,
  before: ChildDetails | 'added',
  services: Services,
): Promise<void> {
  const after = await findStored(tx, childId)
  const isAdded = before === 'added'
  const changes = after ? childChanges(isAdded ? null : before, after) : []
  if (!after || changes.length === 0) return
  const { version, parent_id: familyId } = after
  const event = { kind: 'child-changed', childId, changes, version, isAdded } as const
  await queueEvent(tx, { event, familyId }, services)
}

/** Tells the family's other adults that one of them changed who may or who must not pick up a child. */
export async function notifyPickupListsChanged(
  tx: Tx,
  childId: string,
  before: ChildDetails,
  sentBy: string,
  services: Services,
): Promise<void> {
  const after = await findStored(tx, childId)
  const changes = after ? childChanges(before, after).filter(isPickupList) : []
  if (!after || changes.length === 0) return
  const { version, parent_id: familyId } = after
  const adults = await rows<{ id: string; name: string }>(
    tx,
    sql`select p.id, ${shownName('p')} as name from profiles p where p.id in (${adultIdsOf(familyId)}) order by p.id`,
  )
  const barred = [...before.must_not_pick_up, ...after.must_not_pick_up]
  const onlyTo = toldOfPickupLists(adults, sentBy, barred).map(({ id }) => id)
  if (onlyTo.length === 0) return
  const event = { kind: 'child-changed', childId, changes, version, isAdded: false, onlyTo } as const
  await queueEvent(tx, { event, familyId, sentBy }, services)
}

/** A removed child comes back with the lists that are given now. */
export async function notifyIfRestored(
  tx: Tx,
  { child, restored }: CreatedChild,
  sentBy: string,
  services: Services,
): Promise<void> {
  if (restored) await notifyPickupListsChanged(tx, child.id, restored, sentBy, services)
}
