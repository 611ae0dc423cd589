import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { useTexts } from '../../language/language'
import { useCloseWatcher } from '../hooks/use-close-watcher'
import { Button } from '../inputs/button'
import { en } from '../texts/en'
import { backdrop } from './backdrop'
import type { ConfirmDialogProps } from './confirm-dialog'
import { keepTabInside } from './keep-tab-inside'
import { OverlayContents, useIsOverlayOpen, useOwnClicks } from './overlay-contents'

export function ConfirmDialogView(props: ConfirmDialogProps) {
  const t = useTexts(en)
  const cancel = useRef<HTMLButtonElement>(null)
  const open = useIsOverlayOpen() && props.open
  const ownClicks = useOwnClicks(open)
  // A pending request cannot be cancelled: wait for its result.
  const change = (next: boolean) => {
    if (!props.loading) props.onOpenChange(next)
  }
  useCloseWatcher(open, () => change(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        {/* Also over a panel or another dialog: it is what has the attention. */}
        <AlertDialog.Backdrop forceRender {...backdrop} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center lg:items-center lg:p-6">
          <AlertDialog.Popup
            initialFocus={cancel}
            {...ownClicks}
            onKeyDown={keepTabInside}
            className="w-full rounded-t-sheet bg-raised p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-dialog transition-[translate,opacity] duration-(--normal) ease-settle data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 lg:max-w-[30rem] lg:rounded-sheet lg:p-6"
          >
            <OverlayContents isOpen={open}>
              <AlertDialog.Title data-toast-free className="text-xl">
                {props.title}
              </AlertDialog.Title>
              <AlertDialog.Description className="mt-2 text-muted">
                {props.description}
              </AlertDialog.Description>
              {props.children}
              <div data-toast-free className="mt-6 flex gap-3 *:flex-1 lg:justify-end lg:*:flex-none">
                <AlertDialog.Close
                  disabled={props.loading}
                  render={
                    <Button variant="quiet" ref={cancel}>
                      {props.cancelLabel ?? t.cancel}
                    </Button>
                  }
                />
                <Button
                  variant={props.variant ?? 'danger'}
                  loading={props.loading}
                  disabled={props.disabled}
                  onClick={props.onConfirm}
                >
                  {props.confirmLabel}
                </Button>
              </div>
            </OverlayContents>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
