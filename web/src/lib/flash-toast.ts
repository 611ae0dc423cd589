import { isRecord, isString } from '@aftercare/domain/lib/json-guards'

export type FlashToast = { variant: 'success' | 'error'; title: string; message: string }

const FLASH_KEY = 'aftercare.flash'

/** Shows a toast after the next page load. */
export function flashToast(message: FlashToast): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(message))
  } catch {
    // The page itself shows what happened.
  }
}

export function takeFlashToast(): FlashToast | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(FLASH_KEY) ?? 'null')
    sessionStorage.removeItem(FLASH_KEY)
    if (!isRecord(stored) || !isString(stored.title) || !isString(stored.message)) return null
    return {
      variant: stored.variant === 'error' ? 'error' : 'success',
      title: stored.title,
      message: stored.message,
    }
  } catch {
    // Storage is blocked or the value is malformed.
    return null
  }
}
