import { isDay } from '@aftercare/domain/lib/days'
import { isArrayOf, isDayNumber, isRecord, isString } from '@aftercare/domain/lib/json-guards'
import type { MonthIdentity } from '@aftercare/domain/months/months'

/**
 * What a guest has just sent, a registration for a month or a drop-in for a day, without names or email: the next person
 * at the browser may see it. The fee is in dollars.
 */
export type Receipt = (
  | { month: MonthIdentity; days: number[]; fee: number }
  | { dropInDay: string; fee: number }
) & {
  /** Until when it has to be confirmed by the link in a mail, if it has. */
  confirmBy?: string
  /** A drop-in that waits for approval: the fee is what it costs then. */
  isWaiting?: boolean
}

/**
 * The receipt is stored nowhere but in the history entry that shows it: a reload, Back and a restored tab show it again,
 * whoever comes to the page anew sees none, and it is gone with the tab.
 */
export type ReceiptState = { receipt: Receipt }

/** From a history state, which an older version may have written. */
export function parseReceipt(state: unknown): Receipt | null {
  const receipt = isRecord(state) && state.receipt
  return isReceipt(receipt) ? receipt : null
}

function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value) || typeof value.fee !== 'number') return false
  const { month, days, dropInDay, confirmBy } = value
  if (confirmBy !== undefined && !isString(confirmBy)) return false
  if (!isRecord(month)) return isString(dropInDay) && isDay(dropInDay)
  return isString(month.month_name) && typeof month.year === 'number' && isArrayOf(days, isDayNumber)
}
