import { DISMISSAL_LABELS } from '@aftercare/domain/attendance'
import { formatShortDate } from '@aftercare/domain/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/money'
import { Trash2 } from 'lucide-react'
import { AllergyMark } from '../../features/attendance/allergy-mark'
import type { DropInPage, ListedDropIn } from '../../features/drop-ins/drop-ins.admin.api'
import { StatusBadge } from '../../ui/badge'
import { IconButton } from '../../ui/icon-button'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { TableError, TableMessage } from '../../ui/states'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/table'

const COLUMNS: readonly Column[] = [
  { key: 'date', label: 'Date' },
  { key: 'child', label: 'Child' },
  { key: 'parent', label: 'Parent' },
  { key: 'contact', label: 'Contact' },
  { key: 'allergies', label: 'Allergies' },
  { key: 'notes', label: 'Notes' },
  { key: 'dismissal', label: 'Dismissal' },
  { key: 'fee', label: 'Fee', align: 'right' },
  { key: 'actions', label: 'Actions', hidden: true },
]

type DropInsTableProps = {
  list?: DropInPage
  onRetry?: () => void
  page: number
  onPageChange: (page: number) => void
  onDelete: (dropIn: ListedDropIn) => void
}

export function DropInsTable(props: DropInsTableProps) {
  const { list, onRetry } = props
  return (
    <TableFrame label="Recent Drop-Ins" footer={<Footer {...props} />}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {!list && !onRetry && <SkeletonRows columns={COLUMNS.length} />}
        {list?.rows.map((row) => (
          <DropInRow key={row.id} row={row} onDelete={() => props.onDelete(row)} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function Footer({ list, onRetry, page, onPageChange }: DropInsTableProps) {
  if (onRetry) return <TableError message="The list could not be loaded." onRetry={onRetry} />
  if (!list) return null
  if (list.total === 0) return <TableMessage>No drop-ins recorded yet</TableMessage>
  return (
    <Pagination
      page={page}
      pageSize={list.size}
      total={list.total}
      onPageChange={onPageChange}
      noun="drop-ins"
    />
  )
}

function DropInRow({ row, onDelete }: { row: ListedDropIn; onDelete: () => void }) {
  return (
    <Row>
      <Cell>{row.dropin_date && formatShortDate(row.dropin_date)}</Cell>
      <Cell>
        <b className="font-semibold">{row.child_name}</b>
      </Cell>
      <Cell sub={row.parent_email}>{row.parent_name}</Cell>
      <Cell>{row.guest_parent_phone ?? '-'}</Cell>
      <Cell wrap className="min-w-24">
        <AllergyMark allergies={row.allergies} />
      </Cell>
      <Cell wrap className="min-w-40 text-xs wrap-anywhere whitespace-pre-line">
        {row.guest_child_notes || <span className="text-muted">-</span>}
      </Cell>
      <Cell sub={row.dismissal_type && DISMISSAL_LABELS[row.dismissal_type]}>
        <StatusBadge status="Drop-In" />
      </Cell>
      <Cell align="right">{formatUsd(toCents(row.total_fee))}</Cell>
      <Cell align="right" className="w-12 pl-0">
        <IconButton
          label={`Delete drop-in of ${row.child_name}`}
          icon={<Trash2 />}
          danger
          onClick={onDelete}
        />
      </Cell>
    </Row>
  )
}
