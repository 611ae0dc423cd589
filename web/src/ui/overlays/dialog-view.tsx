import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { useCloseWatcher } from '../hooks/use-close-watcher'
import { IconButton } from '../inputs/icon-button'
import { ScrollBody } from '../layout/scroll-body'
import { en } from '../texts/en'
import { backdrop } from './backdrop'
import { OverlayContext, useCloseGuards } from './close-guard'
import type { DialogProps } from './dialog'
import { keepTabInside } from './keep-tab-inside'
import { OverlayContents, useIsOverlayOpen, useOwnClicks } from './overlay-contents'

const widths: Record<NonNullable<DialogProps['width']>, string> = {
  narrow: 'lg:max-w-[30rem]',
  normal: 'lg:max-w-[40rem]',
  wide: 'lg:max-w-[52rem]',
}

export function DialogView(props: DialogProps) {
  const { onOpenChange, title, titleAside, description, children, footer, width = 'normal' } = props
  const open = useIsOverlayOpen() && props.open
  const t = useTexts(en)
  const popup = useRef<HTMLDivElement>(null)
  const ownClicks = useOwnClicks(open)
  const overlay = useCloseGuards(() => onOpenChange(false))
  const change = (next: boolean) => {
    if (props.loading) return
    if (next) onOpenChange(true)
    else overlay.requestClose()
  }
  useCloseWatcher(open, () => change(false))
  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={props.dismissible === false}>
      <Base.Portal>
        {/* Also over a panel or another dialog: it is what has the attention. */}
        <Base.Backdrop forceRender {...backdrop} />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center lg:items-center lg:p-6">
          <Base.Popup
            ref={popup}
            {...ownClicks}
            onKeyDown={keepTabInside}
            // On a touch screen a focused input would bring the keyboard up over the dialog.
            initialFocus={props.initialFocus ?? ((kind) => (kind === 'touch' ? popup.current : true))}
            finalFocus={props.finalFocus}
            className={cx(
              'relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-sheet bg-raised shadow-dialog lg:rounded-sheet',
              'transition-[translate,opacity] duration-(--slow) ease-settle lg:duration-(--normal)',
              'data-ending-style:translate-y-full data-starting-style:translate-y-full',
              'lg:data-ending-style:translate-y-2 lg:data-ending-style:opacity-0 lg:data-starting-style:translate-y-2 lg:data-starting-style:opacity-0',
              widths[width],
            )}
          >
            <OverlayContents isOpen={open}>
              <div
                aria-hidden="true"
                className="mx-auto mt-2.5 h-1 w-10 flex-none rounded-full bg-line-strong lg:hidden"
              />
              <div data-toast-free className="py-2 pr-14 pl-4 lg:pt-6 lg:pr-16 lg:pb-3 lg:pl-6">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Base.Title className="text-2xl dense:text-xl">{title}</Base.Title>
                  {titleAside}
                </div>
                {description && (
                  <Base.Description className="mt-1 text-muted">{description}</Base.Description>
                )}
              </div>
              <OverlayContext value={overlay}>
                <ScrollBody className="px-4 pt-1 pb-4 lg:px-6 lg:pb-5">{children}</ScrollBody>
                {footer && (
                  <div
                    data-toast-free
                    className="flex gap-3 border-t border-line px-4 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] *:flex-1 lg:justify-end lg:px-6 lg:py-3 lg:*:flex-none"
                  >
                    {footer}
                  </div>
                )}
              </OverlayContext>
              {/* Last in the document, so that the focus starts at the contents. */}
              <Base.Close
                render={
                  <IconButton
                    label={t.close}
                    icon={<X />}
                    disabled={props.loading}
                    className="absolute top-3 right-2 lg:top-4 lg:right-4"
                  />
                }
              />
            </OverlayContents>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
