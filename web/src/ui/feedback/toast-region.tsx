import { Toast, type ToastObject } from '@base-ui/react/toast'
import { Check, TriangleAlert, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { Button } from '../inputs/button'
import { IconButton } from '../inputs/icon-button'
import { en } from '../texts/en'
import { connectToasts, type ToastData } from './toast'

const SUCCESS_MS = 5000
/** Time to notice the result and undo it. */
const ACTION_MS = 10_000
const MAX_SHOWN = 4

export function ToastRegion() {
  return (
    <Toast.Provider limit={MAX_SHOWN}>
      <Region />
    </Toast.Provider>
  )
}

const isLeaving = (toast: ToastObject<ToastData>) => toast.transitionStatus === 'ending'

/**
 * Always in the page, so that screen readers know the live region before the first toast. F6 moves the focus to it,
 * Escape back; Escape anywhere else dismisses the newest toast, unless it closes something else.
 */
function Region() {
  const t = useTexts(en)
  const { toasts, add, close } = Toast.useToastManager<ToastData>()
  const region = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<Element | null>(null)
  useEffect(() => connectToasts({ add, close }), [add, close])
  const dismissNewest = useEffectEvent(() => {
    const newest = toasts.find((toast) => !isLeaving(toast))
    if (newest) close(newest.id)
  })
  useEffect(() => onUnhandledEscape(() => dismissNewest()), [])
  usePosition(region, toasts)
  const onKeyDown = (event: KeyboardEvent) => {
    // The focus is here already.
    if (event.key === 'F6') event.stopPropagation()
    if (event.key !== 'Escape') return
    // Or the same key would dismiss the newest toast, as it does from anywhere else.
    event.preventDefault()
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
  }
  const view = (toast: ToastObject<ToastData>) => <ToastView key={toast.id} toast={toast} />
  return (
    <Toast.Viewport
      ref={region}
      aria-label={t.notifications}
      // An open dialog hides the rest of the page from screen readers, except elements with aria-live. `off`: nested
      // live regions would be announced twice.
      aria-live="off"
      // A toast that appears below a resting pointer would stay for good: only a moving one pauses it.
      onMouseEnter={(event) => event.preventBaseUIHandler()}
      onFocus={({ target, relatedTarget }) => {
        if (target === region.current) previousFocus.current = relatedTarget
      }}
      onKeyDown={onKeyDown}
      // Left of an open side panel, whose buttons a toast would cover.
      className="kit-toasts pointer-events-none fixed inset-x-4 z-70 flex flex-col gap-2 lg:right-5 lg:left-auto lg:w-[24rem] lg:[html[data-side-panel]_&]:right-[28.25rem] print:hidden"
    >
      {toasts.filter(({ data }) => data?.variant === 'error').map(view)}
      {/* Always rendered: many screen readers miss a status that is inserted with its text. */}
      <div role="status" aria-atomic="false" className="contents">
        {toasts.filter(({ data }) => data?.variant === 'success').map(view)}
      </div>
    </Toast.Viewport>
  )
}

/** Where they cover nothing that is needed. */
function usePosition(region: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  useEffect(() => {
    const box = region.current
    if (!box) return
    if (toasts.length === 0) return box.removeAttribute('style')
    let isOver = false
    let stop: (() => void) | undefined
    // Loaded with the first toast; if that fails, toasts stay at the bottom.
    import('./toast-position').then(
      ({ placeToasts }) => {
        if (!isOver) stop = placeToasts(box)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [region, toasts])
}

/** What Escape closes. */
const OPEN = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Escape that closes nothing else: checked in the capture phase, while a dialog is still open. */
function onUnhandledEscape(act: () => void): () => void {
  let isUnhandled = false
  const before = ({ key, isComposing }: globalThis.KeyboardEvent) => {
    isUnhandled = key === 'Escape' && !isComposing && document.querySelector(OPEN) === null
  }
  const after = ({ defaultPrevented }: globalThis.KeyboardEvent) => {
    if (isUnhandled && !defaultPrevented) act()
  }
  window.addEventListener('keydown', before, true)
  window.addEventListener('keydown', after)
  return () => {
    window.removeEventListener('keydown', before, true)
    window.removeEventListener('keydown', after)
  }
}

function ToastView({ toast }: { toast: ToastObject<ToastData> }) {
  const t = useTexts(en)
  const { close, update } = Toast.useToastManager<ToastData>()
  const { id, limited = false, data } = toast
  const { variant, action } = data ?? {}
  const failed = variant === 'error'
  // A response may arrive while nobody looks.
  const isUnseen = useIsPageHidden() || limited
  const timeout = failed || isUnseen ? 0 : action ? ACTION_MS : SUCCESS_MS
  useEffect(() => update(id, { timeout }), [id, timeout, update])
  return (
    <Toast.Root
      toast={toast}
      role={failed ? 'alert' : undefined}
      // biome-ignore lint/a11y/useValidAriaValues: removes Base UI's own, which only a dialog may have
      aria-modal={undefined}
      tabIndex={-1}
      data-toast
      hidden={limited}
      swipeDirection={['up', 'down', 'right']}
      // Escape goes back from the region.
      onKeyDown={(event) => event.preventBaseUIHandler()}
      // Its text can be selected with the mouse.
      onPointerDown={(event) => {
        if (event.pointerType === 'mouse') event.preventBaseUIHandler()
      }}
      className={cx(
        'pointer-events-auto ml-auto flex w-full max-w-[24rem] touch-none items-start gap-3 rounded-control bg-raised py-3 pr-2 pl-3 shadow-raised',
        '[transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))]',
        'transition-[translate,transform,opacity] duration-(--normal) ease-settle data-ending-style:translate-y-2 data-ending-style:opacity-0 starting:translate-y-2 starting:opacity-0',
        failed ? 'border-2 border-danger' : 'border border-line',
      )}
    >
      <span
        className={cx(
          'grid size-9 flex-none place-items-center rounded-cell',
          failed ? 'bg-danger text-on-danger' : 'bg-success-soft text-success-ink',
        )}
      >
        {failed ? <TriangleAlert className="size-5" /> : <Check className="size-5" />}
      </span>
      {/* The button goes below a text that does not fit beside it. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-2">
        <div className="min-w-0 flex-auto wrap-anywhere">
          <p className="leading-snug font-bold">{toast.title}</p>
          {toast.description && <p className="text-sm leading-snug text-muted">{toast.description}</p>}
        </div>
        {action && (
          <Button
            variant="quiet"
            onClick={() => {
              // The second click of a double click, while it fades.
              if (isLeaving(toast)) return
              close(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton label={t.dismiss} icon={<X />} className="-my-1.5 text-muted" onClick={() => close(id)} />
    </Toast.Root>
  )
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** In another tab, or on a phone in another app. */
const useIsPageHidden = (): boolean =>
  useSyncExternalStore(
    subscribeVisibility,
    () => document.visibilityState === 'hidden',
    () => false,
  )
