import { takeFlashToast } from '../lib/flash-toast'
import { scopedToast } from '../lib/scoped-toast'

/** All views of the sign-in pages speak of one thing: who comes in. */
export const signInMessages = scopedToast('signing in')

/** What the last page left to say, as that somebody signed out. */
export function showFlashToast(): void {
  const flash = takeFlashToast()
  if (flash) signInMessages[flash.kind](flash.title, flash.message)
}

export const verificationFailed = (message = 'Please open the link in the email again.'): void =>
  signInMessages.error('Verification Failed', message)
