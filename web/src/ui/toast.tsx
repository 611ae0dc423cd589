import { Toast as Base } from '@base-ui/react/toast'
import { Check, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'

const manager = Base.createToastManager()

const successMs = 5000

/** Speaks to the person from anywhere, components or not. Errors stay until they are dismissed. */
export const toast = {
  success(title: string, message?: string): string {
    return manager.add({ type: 'success', title, description: message, timeout: successMs })
  },
  error(title: string, message?: string): string {
    return manager.add({ type: 'error', title, description: message, timeout: 0 })
  },
  dismiss(id: string): void {
    manager.close(id)
  },
}

/** Stands once, around the whole app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={4}>
      {children}
      <Base.Portal>
        {/* Beside an open side panel, whose buttons a toast that stays would cover. */}
        <Base.Viewport className="pointer-events-none fixed inset-x-4 top-[calc(3.75rem+0.75rem)] z-70 flex flex-col gap-2 desk:top-auto desk:right-5 desk:bottom-5 desk:left-auto desk:w-[24rem] desk:[html:has([data-side-panel])_&]:right-[28.25rem] print:hidden">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => {
    const failed = item.type === 'error'
    return (
      // An alert by role, not by Base UI's high priority: that would say the same words twice in the page.
      <Base.Root
        key={item.id}
        toast={item}
        role={failed ? 'alert' : 'status'}
        tabIndex={-1}
        // Left over from the dialog that Base UI takes a toast for; an alert must not carry it.
        {...{ 'aria-modal': undefined }}
        swipeDirection={['up', 'right']}
        className={cx(
          'pointer-events-auto ml-auto flex w-full max-w-[24rem] items-start gap-3 rounded-control bg-raised py-3 pr-2 pl-3 shadow-raised',
          'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) transition-[translate,opacity] duration-(--normal) ease-settle data-swiping:transition-none',
          'data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-limited:hidden',
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
        <Base.Content className="min-w-0 flex-1">
          <Base.Title render={<p />} className="leading-snug font-bold" />
          <Base.Description className="text-sm leading-snug text-muted" />
        </Base.Content>
        <Base.Close
          aria-hidden={false}
          render={<IconButton label="Dismiss" icon={<X />} className="-my-1.5 text-muted" />}
        />
      </Base.Root>
    )
  })
}
