import { isolate } from '@aftercare/domain/lib/isolate'
import { ASKED_TO_CANCEL } from '@aftercare/domain/submissions/cancel-requests'
import { SUBMISSION_SORTS } from '@aftercare/domain/submissions/submission-sorts'
import {
  DERIVED_STATUSES,
  EDITED_SINCE_BILLED,
  LIST_STATUS_LABELS,
  SUBMISSION_TYPE_LABELS,
  SUBMISSION_TYPES,
  submissionTitle,
} from '@aftercare/domain/submissions/submissions'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { newestParams, readChoice, readSearch } from '../../lib/url-state'
import { useUrlPanel } from '../../lib/use-url-panel'
import { cx } from '../../ui/cx'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { PageHeader } from '../../ui/layout/page-header'
import { ExportButton } from '../export-button'
import { ListSearch } from '../list-search'
import { newRegistrationHref } from '../new-registration-href'
import { PrintedFilter, searchLabel } from '../printed-filter'
import { useListUrlState } from '../use-list-url-state'
import { MonthFilter, useMonthLabel } from './month-filter'
import { SubmissionDrawer } from './submission-drawer'
import {
  exportSubmissions,
  type ListedSubmission,
  type Marked,
  type SubmissionsFilter,
  useListedSubmissions,
  useMarkBilled,
} from './submissions.api'
import { SubmissionsList } from './submissions-list'
import { useUndoBilling } from './use-undo-billing'

const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  ...DERIVED_STATUSES.map((value) => ({ value, label: LIST_STATUS_LABELS[value] })),
] as const
const TYPE_OPTIONS = [
  { value: 'all', label: 'All' },
  ...SUBMISSION_TYPES.map((value) => ({ value, label: SUBMISSION_TYPE_LABELS[value] })),
] as const

const FAILED = 'Failed to load submissions.'

const readFilter = (params: URLSearchParams): SubmissionsFilter => ({
  status: readChoice(params, 'status', ['all', ...DERIVED_STATUSES]),
  type: readChoice(params, 'type', ['all', ...SUBMISSION_TYPES]),
  billing: readChoice(params, 'billing', ['all', 'edited_since_billed']),
  request: readChoice(params, 'request', ['all', 'asked_to_cancel']),
  month: readMonth(params),
  search: readSearch(params),
  sort: readChoice(params, 'sort', SUBMISSION_SORTS),
  direction: readChoice(params, 'direction', ['desc', 'asc']),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readMonth(params: URLSearchParams): string {
  const month = params.get('month') ?? ''
  return month === 'drop_ins' || UUID.test(month) ? month : 'all'
}

export default function SubmissionsPage() {
  const listState = useListUrlState()
  const filter = readFilter(listState.params)
  const list = useListedSubmissions(filter, listState.page)
  const monthLabel = useMonthLabel(filter.month)
  const waiting = list.data?.edited_since_billed ?? 0
  const isOffered: Partial<Record<SubmissionsFilter['status'], boolean | undefined>> = {
    cancelled: list.data?.has_cancelled,
    waiting: list.data?.has_waiting,
    declined: list.data?.has_declined,
  }
  const statuses = STATUS_OPTIONS.filter(
    ({ value }) => value === filter.status || !(value in isOffered) || isOffered[value],
  )
  useErrorToast(list.isError, FAILED)
  const panel = useUrlPanel('id')
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = (list.data?.rows ?? []).filter((row) => selectedIds.has(row.id))

  // Rows selected during the request stay selected.
  const deselect = (ids: readonly string[]) =>
    setSelectedIds((now) => new Set([...now].filter((id) => !ids.includes(id))))

  return (
    <>
      <PageHeader
        actions={
          <>
            {selected.length > 0 && <MarkBilled rows={selected} onDone={deselect} />}
            <ButtonLink variant="quiet" to={newRegistrationHref()} icon={<CalendarPlus aria-hidden="true" />}>
              New Registration
            </ButtonLink>
            <ExportButton
              scope="export submissions"
              fetchFile={() => exportSubmissions(readFilter(newestParams()))}
            />
          </>
        }
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <ListSearch
          label="Search parent, child or email"
          placeholder="Parent, child or email"
          // A little narrower, so that all four fit on one line.
          className="sm:max-w-66 sm:flex-[1_1_14rem]"
          listState={listState}
        />
        <SegmentedControl
          label="Status"
          options={statuses}
          // Six fit on a phone.
          className={cx('max-sm:[&>button]:px-1.5', statuses.length > 6 && 'max-sm:flex-wrap')}
          value={filter.status}
          onValueChange={(status) => listState.change({ status: status === 'all' ? null : status })}
        />
        <SegmentedControl
          label="Type"
          options={TYPE_OPTIONS}
          value={filter.type}
          onValueChange={(type) => listState.change({ type: type === 'all' ? null : type })}
        />
        <MonthFilter
          value={filter.month}
          onValueChange={(month) => listState.change({ month: month === 'all' ? null : month })}
        />
        {(filter.billing !== 'all' || waiting > 0) && (
          // Click to filter, click again to show all.
          <SegmentedControl
            label="Billing"
            options={[{ value: 'edited_since_billed', label: `${EDITED_SINCE_BILLED} (${waiting})` }]}
            value={filter.billing}
            onValueChange={(billing) =>
              listState.change({ billing: filter.billing === billing ? null : billing })
            }
          />
        )}
        {filter.request !== 'all' && (
          // From the dashboard. Click to show all.
          <SegmentedControl
            label="Request"
            options={[{ value: 'asked_to_cancel', label: ASKED_TO_CANCEL }]}
            value={filter.request}
            onValueChange={() => listState.change({ request: null })}
          />
        )}
      </div>
      <PrintedFilter
        filters={[
          searchLabel(filter.search),
          filter.status !== 'all' && `Status ${LIST_STATUS_LABELS[filter.status]}`,
          filter.type !== 'all' && `Type ${SUBMISSION_TYPE_LABELS[filter.type]}`,
          filter.billing !== 'all' && EDITED_SINCE_BILLED,
          filter.request !== 'all' && ASKED_TO_CANCEL,
          filter.month !== 'all' && `Month ${monthLabel}`,
        ]}
      />
      <SubmissionsList
        query={list}
        listState={listState}
        filter={filter}
        error={FAILED}
        isFiltered={
          filter.status !== 'all' ||
          filter.type !== 'all' ||
          filter.billing !== 'all' ||
          filter.request !== 'all' ||
          filter.month !== 'all' ||
          filter.search !== ''
        }
        openId={panel.id}
        selectedIds={selectedIds}
        onSelectionChange={setSelectedIds}
      />
      {panel.id && <SubmissionDrawer key={panel.id} id={panel.id} onClose={panel.close} />}
    </>
  )
}

/** "12 billed. 1 changed meanwhile: Amara Okafor (December 2026)." */
function changedMessage(updated: number, changed: Marked['changed']): string {
  const named = changed.map(
    ({ child, month, dropin_date }) => `${isolate(child)} (${submissionTitle(month, dropin_date)})`,
  )
  return `${updated} billed. ${changed.length} changed meanwhile: ${named.join(', ')}.`
}

type MarkBilledProps = { rows: readonly ListedSubmission[]; onDone: (ids: readonly string[]) => void }

function MarkBilled({ rows: selected, onDone }: MarkBilledProps) {
  const toast = useToast('mark billed')
  const undo = useUndoBilling('mark billed')
  const markBilled = useMarkBilled({
    onSuccess: ({ updated, rows, changed }, variables) => {
      const action = rows.length > 0 ? undo(rows) : undefined
      if (changed.length === 0) toast.success('Success', `Marked ${updated} submission(s) as billed`, action)
      else toast.success('Please Check', changedMessage(updated, changed), action)
      // What was left stays selected.
      const left = changed.map(({ id }) => id)
      onDone(variables.map(({ id }) => id).filter((id) => !left.includes(id)))
    },
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to update submission.'),
  })
  return (
    <Button loading={markBilled.isPending} onClick={() => markBilled.mutate(selected)}>
      Mark {selected.length} Billed
    </Button>
  )
}
