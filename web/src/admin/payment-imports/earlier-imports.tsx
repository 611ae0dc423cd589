import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { EarlierImports } from '../imports/earlier-imports'
import { type PaymentImport, useEarlierImports, useUndoImport } from './payment-imports.api'

const FIGURES: readonly Column<PaymentImport>[] = [
  { label: 'Payments', role: 'meta', align: 'right', cell: (row) => row.payments },
  { label: 'Sum', role: 'amount', align: 'right', cell: (row) => formatUsd(toCents(row.amount)) },
]

export function EarlierPaymentImports() {
  const [page, setPage] = useState(1)
  return (
    <EarlierImports
      query={useEarlierImports(page)}
      page={page}
      onPageChange={setPage}
      figures={FIGURES}
      empty="No payments imported yet"
      undoDialog={(row, onClose) => <UndoDialog undoing={row} onClose={onClose} />}
    />
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
