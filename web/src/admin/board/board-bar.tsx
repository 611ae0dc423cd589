import { CHILD_STATE_LABELS, CHILD_STATES, type ChildState } from '@aftercare/domain/board/board'
import { SearchInput } from '../../ui/inputs/search-input'

type BoardBarProps = {
  /** Omitted while loading. */
  counts?: Record<ChildState, number>
  filter: ChildState | null
  onFilter: (filter: ChildState | null) => void
  search: string
  onSearch: (search: string) => void
}

/** Counts per state, which are also filters: click to show only those, click again to show all. Sticky. */
export function BoardBar({ counts, filter, onFilter, search, onSearch }: BoardBarProps) {
  return (
    <div
      data-toast-free
      className="sticky top-13 z-10 -mx-4 mb-4 grid gap-2 border-b border-line bg-ground px-4 py-2 lg:-mx-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:px-6"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend */}
      <div role="group" aria-label="Show only" className="grid grid-cols-4 gap-1.5">
        {CHILD_STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter === state}
            onClick={() => onFilter(filter === state ? null : state)}
            className="grid min-h-14 content-center justify-items-center rounded-control border border-line-strong bg-surface px-0.5 py-1 leading-tight hover:bg-surface-inset aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            <span className="font-display text-xl leading-none font-bold tabular-nums">
              {counts ? counts[state] : '-'}
            </span>{' '}
            <span className="text-xs font-semibold max-[22rem]:text-[0.6875rem] max-[22rem]:tracking-tight sm:whitespace-nowrap sm:text-sm">
              {CHILD_STATE_LABELS[state]}
            </span>
          </button>
        ))}
      </div>
      <SearchInput
        label="Find a child"
        value={search}
        onValueChange={onSearch}
        className="w-full sm:w-full lg:self-center"
      />
    </div>
  )
}
