import { isApproved as isApprovedStatus } from '@aftercare/domain/drop-ins/approvals'
import type { BilledStatus } from '@aftercare/domain/lib/enums'
import type { MonthIdentity } from '@aftercare/domain/months/months'
import { editedSinceBilledCents } from '@aftercare/domain/submissions/submissions'
import type { z } from '@hono/zod-openapi'
import { isApproved } from '../db/approved'
import { cancelledDaysOf } from '../db/cancelled-days'
import type { Queryable, Tx } from '../db/client'
import { childDisplayName, firstAdultPhone } from '../db/display-name'
import { cents, columnsOf, execute, maybeOne, money, rows, sql } from '../db/sql'
import type { MonthRow, SubmissionRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import { centsToDollars, centsToDollarsOrNull } from '../http/cents-to-dollars'
import { serializeMonth } from '../months/month-row'
import { monthColumns } from '../months/months.queries'
import { type ListedPayment, selectPayments, serializePayment } from '../payments/payment-row'
import { assertFeeShown } from '../pricing/assert-fee-shown'
import { findKnownFamilies } from '../same-child/known-families.queries'
import { attendedDays } from './attended-days.queries'
import { serializeCancellationForStaff } from './cancellation-rows'
import { serializeSubmission } from './submission-row'
import { statusOf, submissionChildRow, type submissionDetailRow } from './submissions.admin.rows'
import { submissionColumns } from './submissions.queries'

const MAX_PAYMENTS = 100

type Detail = SubmissionRow &
  Pick<
    z.infer<typeof submissionDetailRow>,
    'cancelled_days' | 'child' | 'parent' | 'phone' | 'agreement' | 'attended_days'
  >

export async function getSubmissionDetail(db: Queryable, id: string) {
  // Sequential: in a transaction they share a connection.
  const row = await maybeOne<Detail>(
    db,
    sql`select ${submissionColumns}, ${cancelledDaysOf} as cancelled_days, ${attendedDays} as attended_days,
        ${firstAdultPhone} as phone,
        (select to_json(x) from (select ${columnsOf(submissionChildRow, 'c')} from children c where c.id = s.child_id) x) as child,
        (select to_json(x) from (select p.id, p.full_name, p.email, p.phone, p.status, p.language
          from profiles p where p.id = s.parent_id) x) as parent,
        (select to_json(x) from (select a.language, a.items
          from agreement_texts a where a.id = s.agreement_id) x) as agreement
      from submissions s left join months m on m.id = s.month_id left join profiles p on p.id = s.parent_id
      where s.id = ${id}`,
  )
  if (!row) throw new AppError('not-found')
  const month = await maybeOne<MonthRow>(
    db,
    sql`select ${monthColumns} from months where id = ${row.month_id}`,
  )
  const payments = await rows<ListedPayment>(
    db,
    sql`${selectPayments(sql`p.submission_id = ${id}`)} limit ${MAX_PAYMENTS}`,
  )
  const known = await findKnownFamilies(db, row.parent_id === null ? [id] : [], { namesakes: 'anybody' })
  const { child, parent, phone, agreement, cancelled_days, attended_days, ...submission } = row
  return {
    ...serializeSubmission(submission),
    attended_days,
    cancellation: submission.cancellation && serializeCancellationForStaff(submission.cancellation),
    paid_amount: centsToDollars(submission.paid_amount_cents),
    billed_fee: centsToDollarsOrNull(submission.billed_fee_cents),
    derived_status: statusOf(submission),
    cancelled_days,
    month: month && serializeMonth(month),
    child,
    parent,
    phone,
    known_family: known.get(row.id) ?? null,
    language: submission.language,
    agreement,
    payments: payments.map(serializePayment),
  }
}

export type Billing = Pick<SubmissionRow, 'billed_status' | 'billed_fee_cents'>

export type SubmissionChange = {
  /** Omitted fields stay unchanged. */
  billed_status?: BilledStatus
  guest_child_notes?: string | null
  version: number
}

/** Returns the previous values, for the audit log. Billed only at the fee that staff saw. */
export async function updateSubmission(
  tx: Tx,
  id: string,
  change: SubmissionChange & { seenCents: number | undefined },
  at: Date,
) {
  type Before = Billing & Pick<SubmissionRow, 'guest_child_notes' | 'version' | 'total_fee_cents' | 'status'>
  const before = await maybeOne<Before>(
    tx,
    sql`select billed_status, ${cents('billed_fee')} as billed_fee_cents, guest_child_notes, version,
        ${cents('total_fee')} as total_fee_cents, status
      from submissions where id = ${id} for update`,
  )
  if (!before) throw new AppError('not-found')
  if (before.version !== change.version) throw staleVersion(await getSubmissionDetail(tx, id))
  if (change.billed_status === 'billed') {
    if (!isApprovedStatus(before.status)) throw new AppError('drop-in-not-approved')
    assertFeeShown(change.seenCents, before.total_fee_cents)
  }
  const { version: _, seenCents: ___, ...values } = change
  const { total_fee_cents, status: __, ...shown } = before
  const stored = setClause('submissions', {
    ...values,
    // A save that includes notes keeps the billed fee; only "billed" alone marks it billed again.
    ...(isBilledAgain(change) && { billed_fee_cents: total_fee_cents }),
    updated_at: at.toISOString(),
  })
  await execute(tx, sql`update submissions set ${stored}, version = version + 1 where id = ${id}`)
  return shown
}

const isBilledAgain = ({ billed_status, guest_child_notes }: SubmissionChange) =>
  billed_status === 'billed' && guest_child_notes === undefined

type Changed = Pick<SubmissionRow, 'id' | 'dropin_date'> & { child: string; month: MonthIdentity | null }

/** Locks the submissions, by id, and returns those whose fee is no longer the one that staff saw. */
export async function lockChanged(
  tx: Tx,
  ids: readonly string[],
  seenCents: Readonly<Record<string, number>>,
): Promise<Changed[]> {
  const found = await rows<Changed & Pick<SubmissionRow, 'total_fee_cents'>>(
    tx,
    sql`select s.id, s.dropin_date, ${cents('s.total_fee')} as total_fee_cents, ${childDisplayName} as child,
        (select json_build_object('month_name', m.month_name, 'year', m.year) from months m where m.id = s.month_id) as month
      from submissions s left join children c on c.id = s.child_id
      where s.id = any(${ids}::uuid[]) order by s.id for update of s`,
  )
  return found
    .filter(({ id, total_fee_cents }) => (seenCents[id] ?? total_fee_cents) !== total_fee_cents)
    .map(({ total_fee_cents: _, ...row }) => row)
}

type Billed = { id: string; version: number; before: Billing; fee_cents: number }

/** Skips those that are already billed at the current fee, and those that are not approved. Locked by id, so that two admins cannot deadlock. */
export async function markBilled(tx: Tx, ids: string[], at: Date): Promise<Billed[]> {
  type Row = Billing & Pick<SubmissionRow, 'id' | 'version' | 'total_fee_cents'>
  const updated = await rows<Row>(
    tx,
    sql`with unbilled as materialized (
        select id, billed_status, billed_fee from submissions s
        where id = any(${ids}::uuid[]) and (billed_status <> 'billed' or edited_since_billed)
          and ${isApproved}
        order by id for update)
      update submissions s set billed_status = 'billed', billed_fee = s.total_fee, version = s.version + 1,
        updated_at = ${at.toISOString()}
      from unbilled where s.id = unbilled.id
      returning s.id, s.version, unbilled.billed_status, ${cents('unbilled.billed_fee')} as billed_fee_cents, ${cents('s.total_fee')} as total_fee_cents`,
  )
  return updated.map(({ id, version, total_fee_cents, ...before }) => ({
    id,
    version,
    before,
    fee_cents: total_fee_cents,
  }))
}

/**
 * Staff have seen the new fee and corrected their billing. Returns what was billed before, the new version, and `after`
 * if there was something to confirm: somebody else may have done so, or an edit led back to the billed fee.
 */
export async function confirmFee(tx: Tx, id: string, version: number, at: Date) {
  const stored = await maybeOne<Billing & Pick<SubmissionRow, 'total_fee_cents' | 'version'>>(
    tx,
    sql`select billed_status, ${cents('billed_fee')} as billed_fee_cents, ${cents('total_fee')} as total_fee_cents, version
      from submissions where id = ${id} for update`,
  )
  if (!stored) throw new AppError('not-found')
  const { billed_status, billed_fee_cents, total_fee_cents } = stored
  const before: Billing = { billed_status, billed_fee_cents }
  if (editedSinceBilledCents({ totalFeeCents: total_fee_cents, billedFeeCents: billed_fee_cents }) === null)
    return { before, after: null, version: stored.version }
  if (stored.version !== version) throw staleVersion(await getSubmissionDetail(tx, id))
  await execute(
    tx,
    sql`update submissions set billed_fee = total_fee, version = version + 1, updated_at = ${at.toISOString()}
      where id = ${id}`,
  )
  return { before, after: { billed_fee_cents: total_fee_cents }, version: version + 1 }
}

/** Undoes a save of billing: the version after that save, and what it replaced; notes only if they were saved. */
export type BillingUndo = {
  id: string
  version: number
  before: Billing & Partial<Pick<SubmissionRow, 'guest_child_notes'>>
}

/** Restores what nobody has changed since and returns those; by id, so that two admins cannot deadlock. */
export async function undoBilling(tx: Tx, saves: readonly BillingUndo[], at: Date) {
  const undone: { id: string; before: Billing; after: Billing }[] = []
  for (const { id, version, before } of saves.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const current = await maybeOne<Billing>(
      tx,
      sql`select billed_status, ${cents('billed_fee')} as billed_fee_cents, guest_child_notes
        from submissions where id = ${id} and version = ${version} for update`,
    )
    if (!current) continue
    const { billed_fee_cents, ...restored } = before
    const stored = setClause('submissions', { ...restored, updated_at: at.toISOString() })
    await execute(tx, sql`update submissions set ${stored}, version = version + 1 where id = ${id}`)
    // Separately, because the trigger sets the current fee on becoming billed; the earlier billed fee may differ.
    if (before.billed_status === 'billed' && billed_fee_cents !== null)
      await execute(tx, sql`update submissions set billed_fee = ${money(billed_fee_cents)} where id = ${id}`)
    undone.push({ id, before: current, after: before })
  }
  return undone
}
