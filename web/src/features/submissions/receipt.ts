import { isArrayOf, isRecord, isString } from '@aftercare/domain/lib/json-guards'

/** What a guest has just sent, without a name or an address: the next person at the browser may see it. */
export type Receipt = { title: string; when: string; days: string[]; fee: string }

const KEY = 'aftercare.receipt'

/** Until the first page is left, or the tab closed; a reload keeps it. */
export function keepReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(receipt))
  } catch {
    // The message says that it was sent.
  }
}

export function readReceipt(): Receipt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (!isRecord(kept)) return null
    const { title, when, days, fee } = kept
    const isWhole = isString(title) && isString(when) && isString(fee) && isArrayOf(days, isString)
    return isWhole ? { title, when, days, fee } : null
  } catch {
    return null
  }
}

export function clearReceipt(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept then.
  }
}

/** Opened anew and not reloaded, in a tab that was on another site meanwhile: somebody else may sit there now. */
const [start] = performance.getEntriesByType?.('navigation') ?? []
if (!(start && 'type' in start && start.type === 'reload')) clearReceipt()
