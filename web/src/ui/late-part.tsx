import type { ComponentType, ReactNode } from 'react'
import { RetryNote } from './feedback/retry-note'
import { type Late, useLate } from './use-late'

type Words = {
  /** Said in its place when the code of it could not be fetched. */
  failed: string
  waiting?: ReactNode
  className?: string
}

/** A part that is drawn with its page but comes after it: the page stands without it, also when it does not come. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failed, waiting = null, className }: Words,
) {
  const late: Late<ComponentType<Props>> = { load }
  return function LatePart(props: Props) {
    const { view: View, hasFailed, isTrying, retry } = useLate(late)
    if (View) return <View {...props} />
    if (!hasFailed) return waiting
    return (
      <div role="alert" className={className}>
        <RetryNote reads={[{ isError: true, data: undefined, isFetching: isTrying, refetch: retry }]}>
          {failed}
        </RetryNote>
      </div>
    )
  }
}
