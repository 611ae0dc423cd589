import { isArrayOf, isRecord, isString } from '@aftercare/domain/lib/json-guards'

/** What a guest has just sent, without names or email: the next person at the browser may see it. */
export type Receipt = { title: string; when: string; days: string[]; fee: string }

const KEY = 'aftercare.receipt'

/** Kept until the user leaves the page or closes the tab; survives a reload. */
export function saveReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(receipt))
  } catch {
    // The toast says that it was sent.
  }
}

export function readReceipt(): Receipt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (!isRecord(stored)) return null
    const { title, when, days, fee } = stored
    const isComplete = isString(title) && isString(when) && isString(fee) && isArrayOf(days, isString)
    return isComplete ? { title, when, days, fee } : null
  } catch {
    return null
  }
}

export function clearReceipt(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored then.
  }
}

/** Cleared on a fresh load that is not a reload: somebody else may be at the browser now. */
const [navigation] = performance.getEntriesByType?.('navigation') ?? []
if (!(navigation && 'type' in navigation && navigation.type === 'reload')) clearReceipt()
