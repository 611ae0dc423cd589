import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../cx'
import { Skeleton } from '../feedback/skeleton'
import { IconButton } from '../inputs/icon-button'
import type { Column, Identified, ListProps } from './columns'
import { Description, DescriptionList } from './description-list'
import { followRowLink } from './row-link'

/** The rows of a table as cards, for phones. */
export function DataCards<Row extends Identified>(props: ListProps<Row>) {
  const select = props.columns.find((column) => column.role === 'select')
  return (
    <div>
      {props.sort && (
        <div className="mb-2 flex items-center gap-2">
          {select && <span className="ml-3 flex-none">{select.heading}</span>}
          <Sort columns={props.columns} sort={props.sort} />
        </div>
      )}
      <ul aria-label={props.label} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm tabular-nums">
        <SkeletonRowCards count={Math.min(props.loadingRows, 4)} />
        {props.rows.map((row) => {
          const { className, ...attributes } = props.rowAttributes?.(row) ?? {}
          return (
            <li
              key={row.id}
              data-row={row.id}
              {...{ onClick: followRowLink, ...attributes }}
              className={cx('kit-row-card', className)}
            >
              <Card row={row} columns={props.columns} />
            </li>
          )
        })}
      </ul>
      {props.footer && (
        <div className="mt-2 overflow-hidden rounded-panel border border-line bg-surface *:border-t-0">
          {props.footer}
        </div>
      )}
    </div>
  )
}

function Card<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const shown = (...roles: readonly Column<Row>['role'][]) =>
    columns
      .filter((column) => roles.includes(column.role) && column.card !== false)
      .map((column) => ({ ...column, value: (column.card || column.cell)(row) }))
  const [select] = shown('select')
  const [title] = shown('title')
  const [amount] = shown('amount')
  const [actions] = shown('actions')
  const lines = shown('subtitle', 'status')
  const meta = shown('meta')
  return (
    <>
      {select && <span className="-my-1.5 flex-none">{select.value}</span>}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 text-base leading-snug font-semibold wrap-anywhere">{title?.value}</div>
          {amount && <div className="flex-none text-right leading-snug font-semibold">{amount.value}</div>}
        </div>
        {(lines.length > 0 || actions) && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
            {lines.map(({ label, value }) => value && <div key={label}>{value}</div>)}
            {actions && <div className="-my-2 -mr-2 ml-auto">{actions.value}</div>}
          </div>
        )}
        {shown('alert').map(({ label, value }) => (
          <div key={label} className="flex items-start gap-1.5">
            <span className="flex-none py-0.5 text-note text-muted">{label}</span>
            <div className="min-w-0 py-px">{value}</div>
          </div>
        ))}
        {meta.length > 0 && (
          <DescriptionList variant="inline" className="border-t border-line pt-1.5">
            {meta.map(({ label, cardLabel = label, value }) => (
              <Description key={label} label={cardLabel}>
                {value}
              </Description>
            ))}
          </DescriptionList>
        )}
      </div>
    </>
  )
}

/** The sortable columns, as a select. */
function Sort<Row extends Identified>({ columns, sort }: Required<Pick<ListProps<Row>, 'columns' | 'sort'>>) {
  const label = useId()
  const isAscending = sort.order === 'asc'
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <span id={label} className="mr-1 flex-none text-note text-muted">
        Sort by
      </span>
      {/* The native select: our own popup would cost more code than all of the lists. */}
      <select
        aria-labelledby={label}
        value={sort.key}
        onChange={(event) => sort.onChange(event.target.value, 'asc')}
        className="kit-input min-w-0"
      >
        {columns
          .filter((column) => column.sort)
          .map((column) => (
            <option key={column.sort} value={column.sort}>
              {column.label}
            </option>
          ))}
      </select>
      <IconButton
        label={isAscending ? 'Sort in descending order' : 'Sort in ascending order'}
        icon={isAscending ? <ArrowUp /> : <ArrowDown />}
        onClick={() => sort.onChange(sort.key, isAscending ? 'desc' : 'asc')}
      />
    </div>
  )
}

function SkeletonRowCards({ count }: { count: number }) {
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
