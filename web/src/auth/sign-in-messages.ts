import { takeFlashToast } from '../lib/flash-toast'
import { scopedToast } from '../lib/scoped-toast'

/** All views of the sign-in pages share one scope. */
export const signInMessages = scopedToast('signing in')

/** The toast that the previous page left, such as after signing out. */
export function showFlashToast(): void {
  const flash = takeFlashToast()
  if (flash) signInMessages[flash.variant](flash.title, flash.message)
}

export const verificationFailed = (message = 'Please open the link in the email again.'): void =>
  signInMessages.error('Verification Failed', message)
