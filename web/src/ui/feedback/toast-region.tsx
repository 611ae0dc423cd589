import { Check, TriangleAlert, X } from 'lucide-react'
import { type PointerEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { useIsPageHidden } from '../hooks/use-is-page-hidden'
import { Button } from '../inputs/button'
import { IconButton } from '../inputs/icon-button'
import { en } from '../texts/en'
import { dismissToast, readToasts, subscribeToasts, type ToastItem } from './toast-store'

const SUCCESS_MS = 5000
/** Time to notice the result and undo it. */
const ACTION_MS = 10_000
const MAX_SHOWN = 4

/**
 * Always in the page, so that screen readers know the live region before the first toast. F6 moves the focus to it,
 * Escape back; Escape anywhere else dismisses the newest toast, unless it closes something else.
 */
export function ToastRegion() {
  const t = useTexts(en)
  const items = useSyncExternalStore(subscribeToasts, readToasts)
  const region = useRef<HTMLElement>(null)
  const previousFocus = useRef<Element | null>(null)
  const [isPaused, setPaused] = useState(false)
  const restoreFocus = useCallback(() => {
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
    previousFocus.current = null
  }, [])
  useEffect(() => {
    if (items.length === 0) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || region.current?.contains(document.activeElement)) return
      event.preventDefault()
      previousFocus.current = document.activeElement
      region.current?.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', onKeyDown)
    const stopEscape = onUnhandledEscape(() => {
      const newest = readToasts().find(({ isLeaving }) => !isLeaving)
      if (newest && !region.current?.contains(document.activeElement)) dismissToast(newest.id)
    })
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      stopEscape()
    }
  }, [items.length])
  useEffect(() => {
    const box = region.current
    if (items.length === 0) box?.removeAttribute('style')
    if (items.length === 0 || !box) return
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
  }, [items])
  useEffect(() => {
    // A toast that was removed while hovered or focused fires no leave event.
    if (items.length === 0) setPaused(false)
  }, [items.length])
  const shown = items.slice(0, MAX_SHOWN)
  const view = (item: ToastItem) => (
    <Toast key={item.id} item={item} isPaused={isPaused} onClose={restoreFocus} />
  )
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t.notifications}
      // An open dialog hides the rest of the page from screen readers, except elements with aria-live. `off`: nested
      // live regions would be announced twice.
      aria-live="off"
      // Not on enter, which a toast that appears below a resting pointer fires too: it would stay for good.
      onPointerMove={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Or the same key would dismiss the newest toast, as it does from anywhere else.
        event.preventDefault()
        restoreFocus()
      }}
      // Left of an open side panel, whose buttons a toast would cover.
      className="kit-toasts pointer-events-none fixed inset-x-4 z-70 flex flex-col gap-2 lg:right-5 lg:left-auto lg:w-[24rem] lg:[html[data-side-panel]_&]:right-[28.25rem] print:hidden"
    >
      {shown.filter(({ variant }) => variant === 'error').map(view)}
      {/* Always rendered: many screen readers miss a status that is inserted with its text. */}
      <div role="status" aria-atomic="false" className="contents">
        {shown.filter(({ variant }) => variant === 'success').map(view)}
      </div>
    </section>
  )
}

/** What Escape closes. */
const OPEN = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Escape that closes nothing else: checked in the capture phase, while a dialog is still open. */
function onUnhandledEscape(act: () => void): () => void {
  let isUnhandled = false
  const before = ({ key, isComposing }: KeyboardEvent) => {
    isUnhandled = key === 'Escape' && !isComposing && document.querySelector(OPEN) === null
  }
  const after = ({ defaultPrevented }: KeyboardEvent) => {
    if (isUnhandled && !defaultPrevented) act()
  }
  window.addEventListener('keydown', before, true)
  window.addEventListener('keydown', after)
  return () => {
    window.removeEventListener('keydown', before, true)
    window.removeEventListener('keydown', after)
  }
}

function Toast({ item, isPaused, onClose }: { item: ToastItem; isPaused: boolean; onClose: () => void }) {
  const t = useTexts(en)
  const failed = item.variant === 'error'
  const ms = item.action ? ACTION_MS : SUCCESS_MS
  // A response may arrive while nobody looks.
  const isUnseen = useIsPageHidden()
  useTimeLimit(failed || item.isLeaving ? null : ms, isPaused || isUnseen, () => dismissToast(item.id))
  const swipe = useSwipe(() => dismissToast(item.id))
  return (
    <div
      role={failed ? 'alert' : undefined}
      data-toast
      data-leaving={item.isLeaving || undefined}
      {...swipe}
      className={cx(
        'pointer-events-auto ml-auto flex w-full max-w-[24rem] touch-none items-start gap-3 rounded-control bg-raised py-3 pr-2 pl-3 shadow-raised',
        'transition-[translate,opacity] duration-(--normal) ease-settle data-leaving:translate-y-2 data-leaving:opacity-0 starting:translate-y-2 starting:opacity-0',
        failed ? 'border-2 border-danger' : 'border border-line',
      )}
    >
      <span
        className={cx(
          'grid size-9 flex-none place-items-center rounded-cell',
          failed ? 'bg-danger text-on-danger' : 'bg-success-soft text-success-ink',
        )}
      >
        {failed ? (
          <TriangleAlert aria-hidden="true" className="size-5" />
        ) : (
          <Check aria-hidden="true" className="size-5" />
        )}
      </span>
      {/* The button goes below a text that does not fit beside it. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-2">
        <div className="min-w-0 flex-auto wrap-anywhere">
          <p className="leading-snug font-bold">{item.title}</p>
          {item.message && <p className="text-sm leading-snug text-muted">{item.message}</p>}
        </div>
        {item.action && (
          <Button
            variant="quiet"
            onClick={() => {
              // The second click of a double click, while it fades.
              if (item.isLeaving) return
              dismissToast(item.id)
              item.action?.run()
              onClose()
            }}
          >
            {item.action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={t.dismiss}
        icon={<X />}
        className="-my-1.5 text-muted"
        onClick={() => {
          dismissToast(item.id)
          onClose()
        }}
      />
    </div>
  )
}

/** Calls `onEnd` after `ms`; pausing, as on hover, stops the timer. */
function useTimeLimit(ms: number | null, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(ms ?? 0)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (ms === null || isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [ms, isPaused])
}

const SWIPE_PX = 40

/** Swiping up, down or right dismisses the toast. */
function useSwipe(onSwipe: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const movement = (event: PointerEvent<HTMLElement>) =>
    start.current && {
      right: Math.max(0, event.clientX - start.current.x),
      down: event.clientY - start.current.y,
    }
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const moved = movement(event)
    start.current = null
    event.currentTarget.style.translate = ''
    if (isDone && moved && Math.max(moved.right, Math.abs(moved.down)) > SWIPE_PX) onSwipe()
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse') start.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const moved = movement(event)
      if (moved) event.currentTarget.style.translate = `${moved.right}px ${moved.down}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}
