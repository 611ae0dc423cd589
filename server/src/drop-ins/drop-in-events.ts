import type { Tx } from '../db/client'
import { maybeOne, sql } from '../db/sql'
import type { ChildRow, SubmissionRow } from '../db/tables'
import type { Services } from '../http/context'
import { queueEvent } from '../mail-events/queue-events'
import { submissionFacts } from '../mail-events/submission-facts'

type News =
  | { kind: 'dropin-withdrawn' }
  | { kind: 'dropin-approved' | 'dropin-declined'; message: string | null; isDayCancelled?: true }

/**
 * A drop-in that was removed or answered, for everybody who was mailed the request. With the child's name: the family may
 * remove the child before the mails are composed. `sentBy` is the adult who withdrew it.
 */
export async function queueDropInNews(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  dropIn: SubmissionRow,
  news: News,
  sentBy: string | null = null,
): Promise<void> {
  const child = await maybeOne<Pick<ChildRow, 'name'>>(
    tx,
    sql`select name from children where id = ${dropIn.child_id}`,
  )
  const event = {
    ...news,
    submission: submissionFacts(dropIn, null),
    childName: child?.name ?? dropIn.guest_child_name ?? '',
  }
  await queueEvent(tx, { event, submissionId: dropIn.id, familyId: dropIn.parent_id, sentBy }, services)
}
