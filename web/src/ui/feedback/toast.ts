import { dismissToast, showToast, type ToastItem } from './toast-store'

/** Shows a toast from anywhere, also outside components. Errors stay until they are dismissed. */
export const toast = {
  success(title: string, message?: string, action?: ToastItem['action']): string {
    return showToast({ variant: 'success', title, message, action })
  },
  error(title: string, message?: string, action?: ToastItem['action']): string {
    return showToast({ variant: 'error', title, message, action })
  },
  dismiss(id: string): void {
    dismissToast(id)
  },
}
