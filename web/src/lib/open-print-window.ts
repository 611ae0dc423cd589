import { scopedToast } from './scoped-toast'

/** Call directly in the click handler: browsers block windows that open later. */
export function openPrintWindow(url: string): void {
  const opened = window.open(url, '_blank', 'popup,width=800,height=600')
  if (!opened) {
    scopedToast('report window').error(
      'Window not opened',
      'The report window was blocked. Allow pop-ups for this site, then try again.',
    )
  }
}
