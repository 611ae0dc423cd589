import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { paymentCount } from '@aftercare/domain/payments/payment-count'
import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { EarlierImports } from '../imports/earlier-imports'
import { type PaymentImport, useEarlierImports, useUndoImport } from './payment-imports.api'

const FIGURES: readonly Column<PaymentImport>[] = [
  {
    label: 'Payments',
    role: 'meta',
    align: 'right',
    cell: ({ payments, reversals }) => (reversals > 0 ? paymentCount(payments, reversals) : payments),
  },
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
      toast.success('Import undone')
      onClose()
    },
    onError: (error) => {
      toast.error('Import not undone', errorReason(error))
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
          Each of its {paymentCount(undoing.payments, undoing.reversals)} (
          {formatUsd(toCents(undoing.amount))}) that is not yet reversed will be reversed. All stay in the
          history.
        </>
      }
      confirmLabel="Undo Import"
      variant="danger"
      loading={undo.isPending}
      onConfirm={() => undo.mutate(undoing.id)}
    />
  )
}
