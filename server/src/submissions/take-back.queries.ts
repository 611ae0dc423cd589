import { BILLED_STATUSES, type BilledStatus } from '@aftercare/domain/lib/enums'
import type { Tx } from '../db/client'
import { affected, cents, json, rows, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'

/** So long staff may take back what they saved; the message that offers it is gone long before. */
export const TAKE_BACK_MINUTES = 10

const BILLING_ACTIONS = ['submission.update', 'submission.mark-billed', 'submission.confirm-fee']

type Values = Pick<SubmissionRow, 'billed_status' | 'billed_fee_cents' | 'guest_child_notes'>
type Stored = Values & { id: string; version: number; saved: Partial<Values> | null }

/**
 * Puts billing, and the notes that were saved with it, back to what the log says they were. Only what this admin saved
 * last, a short while ago, and what nobody has changed since: `version` is the one that the save left. Locked in one
 * order, so that two admins never wait for each other. Answers those that could be taken back.
 */
export async function takeBackBilling(
  tx: Tx,
  sent: readonly { id: string; version: number }[],
  actorId: string,
  now: Date,
) {
  const versions = new Map(sent.map(({ id, version }) => [id, version]))
  const locked = await rows<Omit<Stored, 'saved'>>(
    tx,
    sql`select id, version, billed_status, ${cents('billed_fee')} as billed_fee_cents, guest_child_notes
      from submissions where id = any(${[...versions.keys()]}::uuid[]) order by id for update`,
  )
  const since = new Date(now.getTime() - TAKE_BACK_MINUTES * 60_000).toISOString()
  const saves = await findLastSaves(tx, [...versions.keys()], actorId, since)
  const back = locked.flatMap(({ id, version, ...after }) => {
    const saved = saves.get(id)
    if (version !== versions.get(id) || !saved || !isBefore(saved)) return []
    const before: Values = {
      billed_status: saved.billed_status ?? after.billed_status,
      billed_fee_cents: saved.billed_fee_cents ?? null,
      guest_child_notes:
        saved.guest_child_notes === undefined ? after.guest_child_notes : saved.guest_child_notes,
    }
    return [{ id, before: after, after: before }]
  })
  await store(tx, back, now)
  return back
}

/** What each of them was before its last change, where that was one of billing and this admin's. */
async function findLastSaves(tx: Tx, ids: string[], actorId: string, since: string) {
  const found = await rows<{ id: string; before: Partial<Values> | null }>(
    tx,
    sql`select last.row_id as id, last.detail -> 'before' as before
      from unnest(${ids}::uuid[]) as sent (id) cross join lateral (
        select l.* from audit_log l where l.table_name = 'submissions' and l.row_id = sent.id::text
        order by l.at desc, l.id desc limit 1) last
      where last.action = any(${BILLING_ACTIONS}::text[]) and last.actor_id = ${actorId} and last.at >= ${since}`,
  )
  return new Map(found.map(({ id, before }) => [id, before]))
}

/** Words of the log may have been erased since. */
const isBefore = ({ billed_status, billed_fee_cents }: Partial<Values>) =>
  billed_status === undefined
    ? typeof billed_fee_cents === 'number'
    : BILLED_STATUSES.includes(billed_status as BilledStatus)

async function store(tx: Tx, back: readonly { id: string; after: Values }[], now: Date): Promise<void> {
  if (back.length === 0) return
  const values = json(
    back.map(({ id, after: { billed_fee_cents, ...after } }) => ({
      id,
      ...after,
      billed_fee: billed_fee_cents === null ? null : billed_fee_cents / 100,
    })),
  )
  const records = sql`jsonb_to_recordset(${values}::jsonb)
    as b (id uuid, billed_status text, billed_fee numeric, guest_child_notes text)`
  await affected(
    tx,
    sql`update submissions s set billed_status = b.billed_status, guest_child_notes = b.guest_child_notes,
        version = s.version + 1, updated_at = ${now.toISOString()}
      from ${records} where s.id = b.id`,
  )
  // Apart, for becoming billed takes the fee of the day; what it was billed at then may be another.
  await affected(
    tx,
    sql`update submissions s set billed_fee = b.billed_fee from ${records}
      where s.id = b.id and s.billed_status = 'billed' and b.billed_fee is not null and s.billed_fee <> b.billed_fee`,
  )
}
