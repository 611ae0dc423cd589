import { useEffect, useMemo } from 'react'
import { toast } from '../ui/feedback/toast'
import type { ToastItem } from '../ui/feedback/toast-store'
import { getAuthState } from './auth-store'

type Said = { id: string; isFailure: boolean }

/** What was said last about each thing. */
const said = new Map<string, Said>()

function dismiss(thing: string): void {
  const last = said.get(thing)
  if (last) toast.dismiss(last.id)
  said.delete(thing)
}

/**
 * Speaks about one thing, from anywhere and also when the form is gone: a newer outcome of the same thing replaces the
 * older one, so a failure never stands beside its success.
 */
export function scopedToast(thing: string) {
  return {
    success(title: string, message?: string, action?: ToastItem['action']): void {
      dismiss(thing)
      said.set(thing, { id: toast.success(title, message, action), isFailure: false })
    },
    error(title: string, message?: string): void {
      dismiss(thing)
      said.set(thing, { id: toast.error(title, message), isFailure: true })
    },
    /** What failed is solved, given up or tried again. A success goes by itself. */
    clear(): void {
      if (said.get(thing)?.isFailure) dismiss(thing)
    },
  }
}

export type ScopedToast = ReturnType<typeof scopedToast>

/** The same for a form: what it said of failures goes with it, unless a lost session took it from the screen. */
export function useToast(thing: string): ScopedToast {
  const messages = useMemo(() => scopedToast(thing), [thing])
  useEffect(
    () => () => {
      if (!getAuthState().sessionExpired) messages.clear()
    },
    [messages],
  )
  return messages
}

/** The person went to another page: what failed on the last one is no longer about what they see. */
export function dismissErrorToasts(): void {
  for (const [thing, { isFailure }] of said) if (isFailure) dismiss(thing)
}
