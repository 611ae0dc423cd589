import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { rootAttributeRef } from '../hooks/root-attribute-ref'
import { useCloseWatcher } from '../hooks/use-close-watcher'
import { NARROW, useMediaQuery } from '../hooks/use-media-query'
import { useSidePanelTabOrder } from '../hooks/use-side-panel-tab-order'
import { IconButton } from '../inputs/icon-button'
import { ScrollBody } from '../layout/scroll-body'
import { en } from '../texts/en'
import { backdrop } from './backdrop'
import { OverlayContext, useCloseGuards } from './close-guard'
import type { DrawerProps } from './drawer'
import { OverlayContents, useOwnClicks } from './overlay-contents'

const hidden = {
  right: 'right-0 data-ending-style:translate-x-full data-starting-style:translate-x-full',
  left: 'left-0 data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
}

const markSidePanel = rootAttributeRef('data-side-panel')

export function DrawerView(props: DrawerProps) {
  const { open, onOpenChange, title, titleAside, description, children, footer, modal = true } = props
  const t = useTexts(en)
  const overlay = useCloseGuards(() => onOpenChange(false))
  useCloseWatcher(open, overlay.requestClose)
  const popup = useRef<HTMLDivElement>(null)
  const ownClicks = useOwnClicks(open)
  useSidePanelTabOrder(popup, open && !modal, useMediaQuery(NARROW))
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // Non-modal: the focus may leave without closing the panel.
        if (!modal && reason === 'focus-out') return
        if (next) onOpenChange(true)
        else overlay.requestClose()
      }}
      modal={modal}
      disablePointerDismissal={!modal}
    >
      <Base.Portal>
        {modal && <Base.Backdrop {...backdrop} />}
        <Base.Popup
          ref={popup}
          {...ownClicks}
          className={cx(
            'fixed bottom-0 flex flex-col bg-raised shadow-dialog transition-[translate] duration-(--normal) ease-settle print:hidden',
            modal ? 'top-0 z-50' : 'top-(--bar-bottom,3.25rem) z-15',
            props.width === 'detail' ? 'w-full sm:w-[27rem]' : 'w-[min(20rem,86vw)]',
            hidden[props.side ?? 'right'],
          )}
        >
          <OverlayContents isOpen={open}>
            <div
              ref={modal ? undefined : markSidePanel}
              data-toast-free
              className="flex items-start gap-3 border-b border-line px-5 pt-4 pb-3"
            >
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Base.Title className="text-xl">{title}</Base.Title>
                  {titleAside}
                </div>
                {description && (
                  <Base.Description className="text-sm text-muted">{description}</Base.Description>
                )}
              </div>
              <Base.Close render={<IconButton label={t.close} icon={<X />} className="-mt-1.5 -mr-2" />} />
            </div>
            <OverlayContext value={overlay}>
              <ScrollBody className="px-5 py-4">{children}</ScrollBody>
              {footer && (
                <div
                  data-toast-free
                  className="flex justify-end gap-2 border-t border-line px-5 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
                >
                  {footer}
                </div>
              )}
            </OverlayContext>
          </OverlayContents>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
