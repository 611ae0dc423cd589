import { toast } from '../../ui/toast'

let shown: string | undefined

/** The sign-in screens say one thing at a time: a failure that stays would cover the very form it is about. */
export const formToast = {
  error(title: string, message: string): void {
    formToast.clear()
    shown = toast.error(title, message)
  },
  success(title: string, message: string): void {
    formToast.clear()
    toast.success(title, message)
  },
  clear(): void {
    if (shown) toast.dismiss(shown)
    shown = undefined
  },
}
