import {
  ACTIVITY_KINDS,
  ACTOR_ROLE_LABELS,
  ACTOR_ROLES,
  activityKindLabel,
} from '@aftercare/domain/activity/activity'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { TimeAgo } from '../../features/program/time-ago'
import { type Changes, newestParams, readChoice, readDay, readSearch, useUrlState } from '../../lib/url-state'
import { useSearchText } from '../../lib/use-search-text'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { TextInput } from '../../ui/inputs/field'
import { SearchInput } from '../../ui/inputs/search-input'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { SelectInput } from '../../ui/inputs/select-input'
import { SectionHeading } from '../../ui/layout/card'
import { ExportButton } from '../export-button'
import { PrintedFilter, searchLabel } from '../printed-filter'
import { type ActivityFilter, type ActivityPage, exportActivity, useActivity } from './activity.api'

const FAILED = 'Failed to load activity.'

const WHO_OPTIONS = [
  { value: 'all', label: 'All' },
  ...ACTOR_ROLES.map((value) => ({ value, label: ACTOR_ROLE_LABELS[value] })),
] as const
const KIND_OPTIONS = [
  { value: 'all', label: 'All kinds' },
  ...ACTIVITY_KINDS.map((value) => ({ value, label: activityKindLabel(value) })),
] as const

/** Who changed what and when. The filters are in the URL, so that a link can be sent to a colleague. */
export function Activity() {
  const { params, change } = useUrlState()
  const filter = readFilter(params)
  const before = readBefore(params)
  const changeFilter = (changes: Changes, replace = false) =>
    change({ before: null, ...changes }, { replace })
  const list = useActivity(filter, before)
  const hasFailed = list.isError && !list.data
  useErrorToast(list.isError, FAILED)
  return (
    <section aria-labelledby="activity-title" className="mt-8">
      <SectionHeading
        id="activity-title"
        actions={
          <ExportButton
            scope="export activity"
            fetchFile={() => exportActivity(readFilter(newestParams()))}
          />
        }
      >
        Activity
      </SectionHeading>
      <Filters filter={filter} onChange={changeFilter} />
      <PrintedFilter
        filters={[
          searchLabel(filter.person),
          filter.who !== 'all' && ACTOR_ROLE_LABELS[filter.who],
          filter.kind !== 'all' && activityKindLabel(filter.kind),
          filter.from !== null && `from ${formatShortDate(filter.from)}`,
          filter.to !== null && `to ${formatShortDate(filter.to)}`,
        ]}
      />
      <div className="overflow-hidden rounded-panel border border-line bg-surface">
        {hasFailed && <TableError message={FAILED} onRetry={() => void list.refetch()} />}
        {!list.data && !hasFailed && <Loading />}
        {list.data && <Entries rows={list.data.rows} />}
        {list.data && (
          <nav
            aria-label="Activity pages"
            className="flex justify-end gap-2 border-t border-line px-3 py-2 empty:hidden print:hidden"
          >
            {before !== null && (
              <Button variant="quiet" onClick={() => change({ before: null })}>
                Newest
              </Button>
            )}
            {list.data.older !== null && (
              <Button variant="quiet" onClick={() => change({ before: String(list.data.older) })}>
                Older
              </Button>
            )}
          </nav>
        )}
      </div>
    </section>
  )
}

const readFilter = (params: URLSearchParams): ActivityFilter => ({
  who: readChoice(params, 'who', ['all', ...ACTOR_ROLES]),
  kind: readChoice(params, 'kind', ['all', ...ACTIVITY_KINDS]),
  person: readSearch(params, 'person'),
  from: readDay(params, 'from'),
  to: readDay(params, 'to'),
})

const readBefore = (params: URLSearchParams) => {
  const before = params.get('before') ?? ''
  return /^[1-9]\d{0,14}$/.test(before) ? before : null
}

type FiltersProps = { filter: ActivityFilter; onChange: (changes: Changes, replace?: boolean) => void }

function Filters({ filter, onChange }: FiltersProps) {
  const [person, setPerson] = useSearchText(
    filter.person,
    (text) => onChange({ person: text }, true),
    'person',
  )
  const choose = (name: string) => (value: string) => onChange({ [name]: value === 'all' ? null : value })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
      <SearchInput
        label="Search person"
        placeholder="Name or email"
        value={person}
        onValueChange={setPerson}
      />
      <SegmentedControl label="Who" options={WHO_OPTIONS} value={filter.who} onValueChange={choose('who')} />
      <SelectInput
        aria-label="Kind"
        options={KIND_OPTIONS}
        value={filter.kind}
        onValueChange={choose('kind')}
        className="w-40"
      />
      <span className="flex flex-wrap gap-2">
        <DayField label="From" day={filter.from} onChange={choose('from')} />
        <DayField label="To" day={filter.to} onChange={choose('to')} />
      </span>
    </div>
  )
}

function DayField({
  label,
  day,
  onChange,
}: {
  label: string
  day: string | null
  onChange: (day: string) => void
}) {
  return (
    <label className="flex items-center gap-1.5 text-sm font-semibold">
      {label}
      <TextInput type="date" value={day ?? ''} onValueChange={onChange} className="w-40" />
    </label>
  )
}

function Entries({ rows }: { rows: ActivityPage['rows'] }) {
  if (rows.length === 0) return <TableMessage>No activity matches these filters</TableMessage>
  return (
    <ol aria-label="Activity" className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid gap-x-4 gap-y-0.5 px-4 py-2 text-sm break-inside-avoid lg:grid-cols-[11rem_minmax(0,1fr)_7rem] print:grid-cols-[9rem_minmax(0,1fr)_6rem]"
        >
          <TimeAgo at={row.at} className="text-note text-muted tabular-nums" />
          <span className="wrap-anywhere">{row.sentence}</span>
          <span className="text-note text-muted lg:text-right">
            {row.kind && activityKindLabel(row.kind)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  )
}
