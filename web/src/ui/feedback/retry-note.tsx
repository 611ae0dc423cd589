import type { ReactNode } from 'react'
import type { ImportError } from '../lazy-with-retry'
import { Callout } from './callout'

/** A read as the page has it; nothing is said of one whose last answer can still be shown. */
type Read = { isError: boolean; data: unknown; isFetching: boolean; refetch: () => unknown }

/** A part of a page did not load: says which, where it would stand, and offers another try. */
export function RetryNote({
  reads,
  tone = 'danger',
  className,
  label = 'Try again',
  children,
}: {
  reads: readonly Read[]
  tone?: 'danger' | 'info'
  className?: string
  label?: string
  children: ReactNode
}) {
  const failed = reads.filter(({ isError, data }) => isError && data === undefined)
  if (failed.length === 0) return null
  const isTrying = failed.some(({ isFetching }) => isFetching)
  return (
    <Callout tone={tone} className={className}>
      {children}{' '}
      <button
        type="button"
        className="min-h-tap font-semibold underline"
        // Not disabled, which would take the focus away.
        aria-disabled={isTrying}
        onClick={() => {
          if (!isTrying) for (const { refetch } of failed) void refetch()
        }}
      >
        {isTrying ? 'Trying…' : label}
      </button>
    </Callout>
  )
}

/** The same of a part whose code could not be fetched. */
export function loadErrorNote(message: string, className?: string) {
  return ({ needsReload, isRetrying, retry }: ImportError) => (
    <div role="alert" className={className}>
      <RetryNote
        reads={[{ isError: true, data: undefined, isFetching: isRetrying, refetch: retry }]}
        label={needsReload ? 'Reload the page' : undefined}
      >
        {message}
      </RetryNote>
    </div>
  )
}
