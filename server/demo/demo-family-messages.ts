import { addDays, type Day } from '@aftercare/domain/lib/days'
import type { Tx } from '../src/db/client'
import { listFamilies, storeMessage } from '../src/family-messages/family-messages.queries'

const MAX_DAYS_AHEAD = 14
const HOUR_MS = 3_600_000

/** A message to the families of the next day with bookings, sent an hour ago. No emails: a demo sends none. */
export async function writeToFamilies(
  tx: Tx,
  adminId: string,
  { now, today }: { now: Date; today: Day },
): Promise<void> {
  for (let ahead = 1; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead)
    const { families } = await listFamilies(tx, [day])
    if (families.length === 0) continue
    await storeMessage(tx, [
      {
        day,
        subject: 'We go to the woods: boots and a hat, please',
        text: 'The forecast is fine, so we spend the afternoon in the woods behind the school.\n\nPlease send boots and a hat.',
        cancelled: false,
        families: families.length,
        sent_by: adminId,
        sent_on: today,
        sent_at: new Date(now.getTime() - HOUR_MS).toISOString(),
      },
    ])
    return
  }
}
