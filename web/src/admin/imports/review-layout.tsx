import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { PagedList } from '../paged-list'
import type { useListUrlState } from '../use-list-url-state'
import { ColumnMapping, type ColumnMappingProps } from './column-mapping'
import type { ImportRequest } from './import-review'
import { ReviewTotals } from './review-totals'

type Line<State> = { id: string; line: number; state: State; reason: string | null }

type Review<State, Name extends string> = {
  id: string
  version: number
  headings: string[]
  columns: Record<Name, number | null>
  rows: Line<State>[]
  total: number
  page: number
  size: number
}

export type StateBadges<State extends string> = Record<State, readonly [BadgeTone, LucideIcon]>
type Total = { count: number; note?: ReactNode }

type ReviewLayoutProps<State extends string, Name extends string, Shown extends Review<State, Name>> = Pick<
  ColumnMappingProps<Name>,
  'fields' | 'summary' | 'unassigned'
> & {
  review: Shown
  state: State | 'all'
  listState: ReturnType<typeof useListUrlState>
  /** Without these columns no line can be read. */
  required: { columns: readonly Name[]; message: string }
  /** What has to be decided about the columns before the import. */
  undecided?: string | null
  onColumnsChange: ColumnMappingProps<Name>['onChange']
  /** Further choices about how the file is read. */
  reading?: ReactNode
  labels: Record<State, string>
  badges: StateBadges<State>
  /** A state without a total is not offered. */
  totals: Partial<Record<State, Total>> & { all: Total }
  /** Above the lines. */
  children?: ReactNode
  columns: readonly Column<Shown['rows'][number]>[]
  /** After the state of a line. */
  actions?: readonly Column<Shown['rows'][number]>[]
  /** "Import 12 payments"; `empty` where the button says something else without any. */
  importing: {
    what: string
    isEmpty: boolean
    empty?: string
    isPending: boolean
    mutate: (request: ImportRequest) => void
  }
  isSaving: boolean
}

/** Everything about a file before it is imported. */
export function ReviewLayout<State extends string, Name extends string, Shown extends Review<State, Name>>(
  props: ReviewLayoutProps<State, Name, Shown>,
) {
  const { review, labels, totals, required, importing } = props
  const isMissing = required.columns.some((name) => review.columns[name] === null)
  const shown = Object.keys(labels) as State[]
  const columns: Column<Shown['rows'][number]>[] = [
    { label: 'Line', role: 'meta', align: 'right', cell: ({ line }) => line },
    ...props.columns,
    {
      label: 'State',
      role: 'status',
      wrap: 'min-w-36',
      cell: ({ state, reason }) => (
        <TwoLines sub={reason}>
          <StateBadge badge={props.badges[state]}>{labels[state]}</StateBadge>
        </TwoLines>
      ),
    },
    ...(props.actions ?? []),
  ]
  return (
    // Focus stays clear of the bar at the bottom.
    <div className="grid gap-4 [&_:is(button,input)]:scroll-mb-24">
      {isMissing && <Callout tone="warning">{required.message}</Callout>}
      <ColumnMapping
        headings={review.headings}
        fields={props.fields}
        columns={review.columns}
        open={isMissing || Boolean(props.undecided)}
        unassigned={props.unassigned}
        summary={props.summary}
        onChange={props.onColumnsChange}
      >
        {props.reading}
      </ColumnMapping>
      <ReviewTotals
        value={props.state}
        onValueChange={(state) => props.listState.change({ state: state === 'all' ? null : state })}
        totals={[
          { state: 'all', label: 'All lines', ...totals.all },
          ...shown.flatMap((state) => {
            const total = totals[state]
            return total ? [{ state, label: labels[state], ...total }] : []
          }),
        ]}
      />
      {props.children}
      <PagedList
        label="Lines of the file"
        noun="lines"
        columns={columns}
        query={{ data: review, isError: false, refetch: () => undefined }}
        listState={props.listState}
        empty="No lines here"
      />
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-ground px-4 py-3 lg:-mx-6 lg:px-6 print:hidden">
        {props.undecided && <p className="text-muted">{props.undecided}</p>}
        <Button
          loading={importing.isPending}
          disabled={importing.isEmpty || Boolean(props.undecided) || props.isSaving}
          onClick={() => importing.mutate({ id: review.id, version: review.version })}
        >
          {(importing.isEmpty && importing.empty) ||
            (importing.isPending ? `Importing ${importing.what}…` : `Import ${importing.what}`)}
        </Button>
      </div>
    </div>
  )
}

function StateBadge({
  badge: [tone, Icon],
  children,
}: {
  badge: readonly [BadgeTone, LucideIcon]
  children: string
}) {
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {children}
    </Badge>
  )
}
