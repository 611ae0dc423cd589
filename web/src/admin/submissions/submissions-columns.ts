import { newestParams } from '../../lib/url-state'
import type { Column, SortOrder } from '../../ui/data/table'
import type { ListedSubmission, SubmissionSort } from './submissions.admin.api'

export const SORTS = [
  'submitted',
  'parent',
  'child',
  'month',
  'days',
  'fee',
  'billed',
  'status',
  'allergies',
] as const satisfies readonly SubmissionSort[]

/** Allergies stand beside the child: they are in sight on every width. */
export const COLUMNS: readonly Column<SubmissionSort>[] = [
  { key: 'parent', label: 'Parent', sortable: true },
  { key: 'child', label: 'Child', sortable: true },
  { key: 'allergies', label: 'Allergies', sortable: true },
  { key: 'month', label: 'Month, Type', sortable: true },
  { key: 'days', label: 'Days', align: 'right', sortable: true },
  { key: 'fee', label: 'Fee', align: 'right', sortable: true },
  { key: 'status', label: 'Status', sortable: true },
  { key: 'billed', label: 'Billed' },
  { key: 'submitted', label: 'Submitted', sortable: true },
]

export type SubmissionsListProps = {
  list?: { rows: ListedSubmission[]; total: number; is_capped: boolean; size: number }
  page: number
  failure?: { message: string; onRetry: () => void }
  isFiltered: boolean
  sort: { key: SubmissionSort; order: SortOrder }
  onSort: (key: SubmissionSort, order: SortOrder) => void
  onPageChange: (page: number) => void
  openId: string | null
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}

export type SubmissionRowProps = {
  row: ListedSubmission
  to: () => string
  isOpen: boolean
  isTicked: boolean
  onTick: (checked: boolean) => void
}

/** What each row is told, whichever way it is drawn. */
export function rowsOf({ list, openId, ticked, onTick }: SubmissionsListProps): SubmissionRowProps[] {
  return (list?.rows ?? []).map((row) => ({
    row,
    to: () => hrefOf(row.id),
    isOpen: row.id === openId,
    isTicked: ticked.has(row.id),
    onTick: (checked) => {
      const next = new Set(ticked)
      if (checked) next.add(row.id)
      else next.delete(row.id)
      onTick(next)
    },
  }))
}

/** Keeps the rest of the address, with what is being typed into the search. */
function hrefOf(id: string): string {
  const params = newestParams()
  params.set('id', id)
  return `?${params}`
}
