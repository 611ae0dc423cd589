import { CHILD_STATE_LABELS, CHILD_STATES, type ChildState } from '@aftercare/domain/board/board'
import { type BoardMoment, countdownLabel } from '@aftercare/domain/board/board-groups'
import { formatTimeOfDay } from '@aftercare/domain/lib/time-of-day'
import { Badge } from '../../ui/data/badge'
import { SearchInput } from '../../ui/inputs/search-input'

type BoardBarProps = PickupTimeProps & {
  counts: Record<ChildState, number>
  filter: ChildState | null
  onFilter: (filter: ChildState | null) => void
  search: string
  onSearch: (search: string) => void
}

/** Counts per state, which are also filters: click to show only those, click again to show all. Sticky. */
export function BoardBar({ counts, filter, onFilter, search, onSearch, ...pickup }: BoardBarProps) {
  return (
    <div data-toast-free className="board-bar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend */}
      <div role="group" aria-label="Show only" className="board-counts">
        <div>
          {CHILD_STATES.map((state) => (
            <button
              key={state}
              type="button"
              aria-pressed={filter === state}
              onClick={() => onFilter(filter === state ? null : state)}
              className="grid min-h-13 content-center justify-items-center rounded-control border border-line-strong bg-surface px-0.5 py-1 leading-tight hover:bg-surface-inset aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent"
            >
              <span className="font-display text-xl leading-none font-bold tabular-nums">
                {counts[state]}
              </span>{' '}
              <span className="text-xs font-semibold max-[22rem]:text-2xs max-[22rem]:tracking-tight">
                {CHILD_STATE_LABELS[state]}
              </span>
            </button>
          ))}
        </div>
      </div>
      <SearchInput label="Find a child" value={search} onValueChange={onSearch} className="sm:w-full" />
      <PickupTime {...pickup} />
    </div>
  )
}

type PickupTimeProps = {
  moment: BoardMoment
  /** Children still here after the pick-up time. */
  lateCount: number
  notArrivedCount: number
}

function PickupTime({ moment, lateCount, notArrivedCount }: PickupTimeProps) {
  const countdown = countdownLabel(moment)
  return (
    <div className="board-pickup">
      <p>
        <span className="text-xs font-semibold text-muted">Pick-up by</span>{' '}
        <span className="font-display text-xl leading-none font-bold tabular-nums">
          {formatTimeOfDay(moment.pickupTime)}
        </span>
      </p>
      {countdown && <Badge tone="warning">{countdown}</Badge>}
      {/* Announced when the time has passed; the countdown is not. */}
      <p role="status" className="flex flex-wrap justify-end gap-1">
        {lateCount > 0 && <Badge tone="danger">{lateCount} still here</Badge>}
        {notArrivedCount > 0 && <Badge tone="danger">{notArrivedCount} not arrived</Badge>}
      </p>
    </div>
  )
}
