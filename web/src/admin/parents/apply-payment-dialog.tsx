import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, sumCents, toCents } from '@aftercare/domain/lib/money'
import { applyToOpen } from '@aftercare/domain/payments/applications'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { ErrorState } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Dialog } from '../../ui/overlays/dialog'
import { errorReason } from '../error-reason'
import { type Application, useApplication, useApplyPayment } from '../payments/payments.api'
import type { Payment } from './parents.api'

const ALL = 'all'

export function ApplyPaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const query = useApplication(payment.id)
  const [chosen, setChosen] = useState(ALL)
  const toast = useToast(`application of ${payment.id}`)
  const apply = useApplyPayment(payment.id, {
    onSuccess: () => {
      toast.success('Payment applied')
      onClose()
    },
    onError: (error) => toast.error('Payment not applied', errorReason(error)),
  })
  const { rows = [], left_amount = 0 } = query.data ?? {}
  const leftCents = toCents(left_amount)
  // What was chosen may have been paid meanwhile.
  const submissionId = rows.some(({ id }) => id === chosen) ? chosen : null
  const open = rows
    .filter(({ id }) => submissionId === null || id === submissionId)
    .map(({ id, open_amount }) => ({ id, openCents: toCents(open_amount) }))
  const parts = applyToOpen(leftCents, open)
  const appliedCents = sumCents(parts.map(({ cents }) => cents))
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Apply Payment"
      description={`${formatUsd(leftCents)} is left of the general payment of ${formatUsd(toCents(payment.amount))} from ${formatShortDate(payment.payment_date)}. Total Paid and Balance Due stay the same.`}
      width="narrow"
      loading={apply.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={apply.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={appliedCents === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate({ id: payment.id, submissionId, parts })}
          >
            {appliedCents > 0 ? `Apply ${formatUsd(appliedCents)}` : 'Apply'}
          </Button>
        </>
      }
    >
      {query.isError && !query.data && (
        <ErrorState message="We couldn't load the open submissions." onRetry={() => void query.refetch()} />
      )}
      {query.data && rows.length === 0 && <p>Every submission of this family is paid.</p>}
      {rows.length > 0 && (
        <div className="grid gap-4">
          <RadioGroup
            label="Apply to"
            options={[
              { value: ALL, label: 'Apply to open submissions', description: 'Oldest first' },
              ...rows.map((row) => ({
                value: row.id,
                label: titleOf(row),
                description: `${formatUsd(toCents(row.open_amount))} open of ${formatUsd(toCents(row.total_fee))}`,
              })),
            ]}
            value={submissionId ?? ALL}
            onValueChange={setChosen}
          />
          <section aria-labelledby="applied-parts">
            <h3 id="applied-parts" className="mb-1 text-sm font-semibold">
              What will be applied
            </h3>
            <ul className="divide-y divide-line tabular-nums">
              {parts.map(({ submissionId: id, cents }) => {
                const row = rows.find((each) => each.id === id)
                return (
                  <AppliedLine key={id} cents={cents}>
                    {row ? titleOf(row) : ''}
                  </AppliedLine>
                )
              })}
              {leftCents > appliedCents && (
                <AppliedLine cents={leftCents - appliedCents}>Stays a general payment</AppliedLine>
              )}
            </ul>
          </section>
        </div>
      )}
    </Dialog>
  )
}

const titleOf = (row: Application['rows'][number]) =>
  `${submissionTitle(row.month, row.dropin_date)}, ${isolate(row.child_name)}`

function AppliedLine({ children, cents }: { children: string; cents: number }) {
  return (
    <li className="flex justify-between gap-3 py-1.5">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="flex-none">{formatUsd(cents)}</span>
    </li>
  )
}
