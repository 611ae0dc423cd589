import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { DataList, TwoLines } from '../../ui/data/data-list'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type PaymentImport, useEarlierImports, useUndoImport } from './payment-imports.api'

/** What was imported, newest first. An undone import stays, marked. */
export function EarlierImports() {
  const [page, setPage] = useState(1)
  const [undoing, setUndoing] = useState<PaymentImport | null>(null)
  const { timeZone } = programFacts()
  const query = useEarlierImports(page)
  const columns: Column<PaymentImport>[] = [
    { label: 'File', role: 'title', wrap: 'min-w-40', cell: (row) => <bdi>{row.file_name}</bdi> },
    { label: 'Imported', role: 'meta', cell: (row) => formatDateTime(row.imported_at, timeZone) },
    { label: 'By', role: 'meta', cell: (row) => <bdi>{row.imported_by_name}</bdi> },
    { label: 'Payments', role: 'meta', align: 'right', cell: (row) => row.payments },
    { label: 'Sum', role: 'amount', align: 'right', cell: (row) => formatUsd(toCents(row.amount)) },
    {
      label: 'Actions',
      role: 'actions',
      align: 'right',
      cell: (row) =>
        row.undone_at === null ? (
          <Button
            variant="plain"
            aria-label={`Undo the import of ${row.file_name}`}
            onClick={() => setUndoing(row)}
          >
            Undo
          </Button>
        ) : (
          <TwoLines sub={formatDateTime(row.undone_at, timeZone)}>
            <Badge icon={<Undo2 aria-hidden="true" />}>Undone</Badge>
          </TwoLines>
        ),
    },
  ]
  return (
    <section>
      <SectionHeading>Earlier imports</SectionHeading>
      <DataList
        label="Earlier imports"
        columns={columns}
        query={query}
        paging={{ page, onPageChange: setPage, noun: 'imports', hideSinglePage: true }}
        error="Failed to load earlier imports"
        empty="No payments imported yet"
        loadingRows={2}
      />
      {undoing && <UndoDialog undoing={undoing} onClose={() => setUndoing(null)} />}
    </section>
  )
}

function UndoDialog({ undoing, onClose }: { undoing: PaymentImport; onClose: () => void }) {
  const toast = useToast('undo import')
  const undo = useUndoImport({
    onSuccess: () => {
      toast.success('Success', 'Import undone')
      onClose()
    },
    onError: (error) => {
      toast.error('Error', getErrorMessage(error) ?? 'Failed to undo the import. Please try again.')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Undo this import?"
      description={
        <>
          Each of its {pluralize(undoing.payments, 'payment')} ({formatUsd(toCents(undoing.amount))}) that is
          not yet reversed will be reversed. All stay in the history.
        </>
      }
      confirmLabel="Undo Import"
      variant="danger"
      loading={undo.isPending}
      onConfirm={() => undo.mutate(undoing.id)}
    />
  )
}
