import { scopedToast } from './scoped-toast'

/** On the click itself: a browser blocks windows that open any later. */
export function openPrintWindow(address: string): void {
  const opened = window.open(address, '_blank', 'popup,width=800,height=600')
  if (!opened) {
    scopedToast('report window').error(
      'Error',
      'The report window was blocked. Allow pop-ups for this site, then try again.',
    )
  }
}
