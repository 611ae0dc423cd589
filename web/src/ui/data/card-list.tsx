import { ArrowDown, ArrowUp } from 'lucide-react'
import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { IconButton } from '../inputs/icon-button'
import { Skeleton } from '../feedback/skeleton'
import type { Column, SortOrder } from './table'

/** What a table shows, as cards: nothing lies beyond the edge of a phone. */
export function CardList({
  label,
  head,
  children,
  footer,
}: {
  /** The name that the table bears on wider screens. */
  label: string
  /** Sorting, and ticking all of them. */
  head?: ReactNode
  /** `<RowCard>`s. */
  children: ReactNode
  /** Pagination, or the line of a loading, empty or failed state. */
  footer?: ReactNode
}) {
  return (
    <div>
      {head && <div className="mb-2 flex items-center gap-2">{head}</div>}
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm tabular-nums">
        {children}
      </ul>
      {footer && (
        <div className="mt-2 overflow-hidden rounded-panel border border-line bg-surface *:border-t-0">
          {footer}
        </div>
      )}
    </div>
  )
}

type RowCardProps = Omit<HTMLAttributes<HTMLLIElement>, 'title'> & {
  /** Marks the one whose detail is open. */
  selected?: boolean
  /** A tick box before the name. */
  tick?: ReactNode
  title: ReactNode
  /** Right of the title: a fee, or a button. */
  aside?: ReactNode
}

/** One row: its name and its sum first, then whatever stands in it. */
export function RowCard({ selected, tick, title, aside, children, className, ...rest }: RowCardProps) {
  return (
    <li
      {...rest}
      data-selected={selected || undefined}
      className={cx('kit-row-card', rest.onClick && 'kit-row-pressable', className)}
    >
      {tick && <span className="-my-1.5 flex-none">{tick}</span>}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <span className="min-w-0 text-base leading-snug font-strong wrap-anywhere">{title}</span>
          {aside && <span className="flex-none leading-snug font-strong">{aside}</span>}
        </div>
        {children}
      </div>
    </li>
  )
}

/** The lesser values of a card under their names. */
export function CardFacts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-t border-line pt-1.5 text-note">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The sortable headings of the table, as a choice. */
export function CardSort<Key extends string>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Key>[]
  sort: { key: Key; order: SortOrder }
  onSort: (key: Key, order: SortOrder) => void
}) {
  const label = useId()
  const isRising = sort.order === 'asc'
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <span id={label} className="flex-none text-note text-muted">
        Sort by
      </span>
      {/* The phone's own list of choices: lists come with every table, and a popup of ours would weigh more than they. */}
      <select
        aria-labelledby={label}
        value={sort.key}
        onChange={(event) => onSort(event.target.value as Key, 'asc')}
        className="kit-input min-w-0"
      >
        {columns
          .filter((column) => column.sortable)
          .map((column) => (
            <option key={column.key} value={column.key}>
              {column.label}
            </option>
          ))}
      </select>
      <IconButton
        label={isRising ? 'Sort from the last to the first' : 'Sort from the first to the last'}
        icon={isRising ? <ArrowUp /> : <ArrowDown />}
        onClick={() => onSort(sort.key, isRising ? 'desc' : 'asc')}
      />
    </div>
  )
}

/** Stands in while the cards load. */
export function SkeletonRowCards({ count = 4 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
      key={index}
      className="grid gap-2.5 rounded-panel border border-line bg-surface p-3"
    >
      <Skeleton className="h-4.5 w-3/5" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="h-3.5 w-1/2" />
    </li>
  ))
}
