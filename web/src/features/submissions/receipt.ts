import { isDay } from '@aftercare/domain/lib/days'
import { isArrayOf, isDayNumber, isRecord, isString } from '@aftercare/domain/lib/json-guards'
import type { MonthIdentity } from '@aftercare/domain/months/months'
import { isReload } from '../../lib/navigation-type'

/**
 * What a guest has just sent, a registration for a month or a drop-in for a day, without names or email: the next person
 * at the browser may see it. The fee is in dollars.
 */
export type Receipt =
  | { month: MonthIdentity; days: number[]; fee: number }
  | { dropInDay: string; fee: number }

export const RECEIPT_KEY = 'aftercare.receipt'

/** Kept until the user leaves the page or closes the tab; survives a reload. */
export function saveReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(RECEIPT_KEY, JSON.stringify(receipt))
  } catch {
    // The toast says that it was sent.
  }
}

export function readReceipt(): Receipt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RECEIPT_KEY) ?? 'null')
    return isReceipt(stored) ? stored : null
  } catch {
    return null
  }
}

function isReceipt(stored: unknown): stored is Receipt {
  if (!isRecord(stored) || typeof stored.fee !== 'number') return false
  const { month, days, dropInDay } = stored
  if (!isRecord(month)) return isString(dropInDay) && isDay(dropInDay)
  return isString(month.month_name) && typeof month.year === 'number' && isArrayOf(days, isDayNumber)
}

export function clearReceipt(): void {
  try {
    sessionStorage.removeItem(RECEIPT_KEY)
  } catch {
    // Nothing was stored then.
  }
}

/** Cleared on a fresh load that is not a reload: somebody else may be at the browser now. */
if (!isReload) clearReceipt()
