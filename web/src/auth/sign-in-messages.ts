import { textsOf } from '../language/language'
import { takeFlashToast } from '../lib/flash-toast'
import { scopedToast } from '../lib/scoped-toast'
import { en } from '../lib/texts/en'

/** All views of the sign-in pages share one scope. */
export const signInMessages = scopedToast('signing in')

/** The toast that the previous page left, such as after signing out. */
export function showFlashToast(): void {
  const flash = takeFlashToast()
  if (flash) signInMessages[flash.variant](flash.title, flash.message)
}

export function verificationFailed(reason?: string): void {
  const { title, message } = textsOf(en).verificationFailed
  signInMessages.error(title, reason ?? message)
}
