import { DISMISSAL_LABELS } from '@aftercare/domain/attendance/attendance'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { Trash2 } from 'lucide-react'
import { StatusBadge } from '../../ui/data/badge'
import { CardFacts, CardList, RowCard, SkeletonRowCards } from '../../ui/data/card-list'
import { EmailText } from '../../ui/data/email-text'
import { Pagination } from '../../ui/data/pagination'
import { Cell, type Column, FirmCell, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useNarrow } from '../../ui/hooks/use-media-query'
import { IconButton } from '../../ui/inputs/icon-button'
import { AllergyLine, AllergyMark } from '../attendance/allergy-mark'
import type { DropInPage, ListedDropIn } from './drop-ins.admin.api'

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

const LABEL = 'Recent Drop-Ins'

/** A table where there is room for one, else cards. */
export function DropInsTable(props: DropInsTableProps) {
  const { list, onRetry } = props
  const isLoading = !list && !onRetry
  const footer = <Footer {...props} />
  if (useNarrow())
    return (
      <CardList label={LABEL} footer={footer}>
        {isLoading && <SkeletonRowCards />}
        {list?.rows.map((row) => (
          <DropInCard key={row.id} row={row} onDelete={() => props.onDelete(row)} />
        ))}
      </CardList>
    )
  return (
    <TableFrame label={LABEL} footer={footer}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {isLoading && <SkeletonRows columns={COLUMNS.length} />}
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

type DropInProps = { row: ListedDropIn; onDelete: () => void }

const DeleteButton = ({ row, onDelete }: DropInProps) => (
  <IconButton
    label={`Delete drop-in of ${isolate(row.child_name)}`}
    icon={<Trash2 />}
    danger
    onClick={onDelete}
  />
)

const dateOf = (row: ListedDropIn) => row.dropin_date && formatShortDate(row.dropin_date)
const dismissalOf = (row: ListedDropIn) => row.dismissal_type && DISMISSAL_LABELS[row.dismissal_type]

function DropInRow({ row, onDelete }: DropInProps) {
  return (
    <Row>
      <Cell>{dateOf(row)}</Cell>
      <Cell wrap className="min-w-24 wrap-anywhere">
        <b className="font-semibold">{row.child_name}</b>
      </Cell>
      <Cell wrap sub={<EmailText>{row.parent_email}</EmailText>} className="min-w-28 wrap-anywhere">
        {row.parent_name}
      </Cell>
      <Cell wrap className="min-w-33 wrap-anywhere">
        {row.phone ?? '-'}
      </Cell>
      <FirmCell className="w-[17%] min-w-36">
        <AllergyMark allergies={row.allergies} />
      </FirmCell>
      <Cell wrap className="min-w-40 text-xs wrap-anywhere whitespace-pre-line">
        {row.guest_child_notes || <span className="text-muted">-</span>}
      </Cell>
      <Cell sub={dismissalOf(row)}>
        <StatusBadge status="Drop-In" />
      </Cell>
      <Cell align="right">{formatUsd(toCents(row.total_fee))}</Cell>
      <Cell align="right" className="w-12 pl-0">
        <DeleteButton row={row} onDelete={onDelete} />
      </Cell>
    </Row>
  )
}

function DropInCard({ row, onDelete }: DropInProps) {
  return (
    <RowCard title={row.child_name} aside={formatUsd(toCents(row.total_fee))}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{dateOf(row)}</span>
        <StatusBadge status="Drop-In" />
        {row.dismissal_type && <span className="text-muted">{dismissalOf(row)}</span>}
        <span className="-my-2 -mr-2 ml-auto">
          <DeleteButton row={row} onDelete={onDelete} />
        </span>
      </div>
      <AllergyLine allergies={row.allergies} />
      <CardFacts
        facts={[
          [
            'Parent',
            <span key="parent">
              <span className="font-semibold">{row.parent_name}</span>
              <span className="block text-xs text-muted">{row.parent_email}</span>
            </span>,
          ],
          ['Contact', row.phone ?? '-'],
          ['Notes', row.guest_child_notes || '-'],
        ]}
      />
    </RowCard>
  )
}
