import { useEffect, useMemo } from 'react'
import { type ToastAction, toast } from '../ui/feedback/toast'
import { getAuthState } from './auth-store'

type ScopedEntry = { id: string; isError: boolean }

/** The latest toast of each scope. */
const latest = new Map<string, ScopedEntry>()

function dismiss(scope: string): void {
  const current = latest.get(scope)
  if (current) toast.dismiss(current.id)
  latest.delete(scope)
}

/**
 * Toasts about one thing, from anywhere and even after the form has unmounted: a newer toast of the same scope replaces
 * the older one, so an error never stays beside the success that followed.
 */
export function scopedToast(scope: string) {
  return {
    success(title: string, message?: string, action?: ToastAction): void {
      dismiss(scope)
      latest.set(scope, { id: toast.success(title, message, action), isError: false })
    },
    error(title: string, message?: string): void {
      dismiss(scope)
      latest.set(scope, { id: toast.error(title, message), isError: true })
    },
    /** The failed action was fixed, given up or retried. A success toast closes by itself. */
    clear(): void {
      if (latest.get(scope)?.isError) dismiss(scope)
    },
  }
}

export type ScopedToast = ReturnType<typeof scopedToast>

/** The same for a form: its error toasts are dismissed when it unmounts, unless the session expired. */
export function useToast(scope: string): ScopedToast {
  const scoped = useMemo(() => scopedToast(scope), [scope])
  useEffect(
    () => () => {
      if (!getAuthState().sessionExpired) scoped.clear()
    },
    [scoped],
  )
  return scoped
}

/** Those of all scopes that begin with these words. */
export function dismissToastsOf(scopes: string): void {
  for (const scope of latest.keys()) if (scope.startsWith(scopes)) dismiss(scope)
}

/** After navigation: errors of the last page no longer concern what is shown. */
export function dismissErrorToasts(): void {
  for (const [scope, { isError }] of latest) if (isError) dismiss(scope)
}
