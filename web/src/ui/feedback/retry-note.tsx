import type { ReactNode } from 'react'
import { textsOf, useTexts } from '../../language/language'
import type { ImportError } from '../lazy-with-retry'
import { en as ui } from '../texts/en'
import { Callout } from './callout'
import { en } from './texts/en'

/** A query; one with data from an earlier fetch counts as loaded. */
type FailableQuery = { isError: boolean; data: unknown; isFetching: boolean; refetch: () => unknown }

/** Shown in place of a part of a page that failed to load, with a retry button. */
export function RetryNote({
  queries,
  tone = 'danger',
  className,
  label,
  children,
}: {
  queries: readonly FailableQuery[]
  tone?: 'danger' | 'info'
  className?: string
  label?: string
  children: ReactNode
}) {
  const t = useTexts(en)
  const failed = queries.filter(({ isError, data }) => isError && data === undefined)
  if (failed.length === 0) return null
  const isRefetching = failed.some(({ isFetching }) => isFetching)
  return (
    <Callout tone={tone} className={className}>
      {children}{' '}
      <button
        type="button"
        className="min-h-tap font-semibold underline"
        // Not `disabled`, which would lose the focus.
        aria-disabled={isRefetching}
        onClick={() => {
          if (!isRefetching) for (const { refetch } of failed) void refetch()
        }}
      >
        {isRefetching ? t.trying : (label ?? t.tryAgain)}
      </button>
    </Callout>
  )
}

/** The same for a part whose code failed to load. */
export function loadErrorNote(message: string, className?: string) {
  return ({ needsReload, isRetrying, retry }: ImportError) => (
    <div role="alert" className={className}>
      <RetryNote
        queries={[{ isError: true, data: undefined, isFetching: isRetrying, refetch: retry }]}
        label={needsReload ? textsOf(ui).reloadPage : undefined}
      >
        {message}
      </RetryNote>
    </div>
  )
}
