import { openMonthSubject } from '@aftercare/domain/family-messages/audiences'
import { addDays, type Day } from '@aftercare/domain/lib/days'
import type { Tx } from '../src/db/client'
import { listAudience } from '../src/family-messages/audiences'
import { listFamilies, storeMessage } from '../src/family-messages/family-messages.queries'
import type { Services } from '../src/http/context'
import type { DemoMonth } from './demo-months'

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

/** A message to all active families about the month published last, sent two hours ago. */
export async function writeToActiveFamilies(
  tx: Tx,
  adminId: string,
  month: DemoMonth,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Promise<void> {
  const audience = 'active'
  const { families } = await listAudience(tx, { audience }, { config })
  await storeMessage(tx, [
    {
      audience,
      subject: openMonthSubject(month),
      text: `You can choose your days for ${month.month_name} now.\n\nDays with few seats show how many are left.`,
      cancelled: false,
      families: families.length,
      sent_by: adminId,
      sent_on: clock.today(),
      sent_at: new Date(clock.now().getTime() - 2 * HOUR_MS).toISOString(),
    },
  ])
}
