import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

type ReviewTotalsProps<State extends string> = {
  totals: readonly { state: State; label: string; count: number; note?: ReactNode }[]
  value: State
  onValueChange: (state: State) => void
}

/** The totals on top of a review; each shows only its lines. */
export function ReviewTotals<State extends string>({
  totals,
  value,
  onValueChange,
}: ReviewTotalsProps<State>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div
      role="group"
      aria-label="Lines shown"
      className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {totals.map(({ state, label, count, note }) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === value}
          onClick={() => onValueChange(state)}
          className={cx(
            'kit-card kit-card-lifts px-3 py-2 text-left',
            'aria-pressed:border-accent aria-pressed:bg-accent-soft',
          )}
        >
          <span className="block text-note font-medium text-muted">{label}</span>
          <span className="block font-display text-xl leading-tight font-bold tabular-nums">{count}</span>
          <span className="block text-xs text-muted tabular-nums">{note}</span>
        </button>
      ))}
    </div>
  )
}
