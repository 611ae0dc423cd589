import { DATE_ORDER_LABELS, DATE_ORDERS } from '@aftercare/domain/imports/import-dates'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import {
  REVIEW_STATE_LABELS,
  REVIEW_STATES,
  type ReviewState,
} from '@aftercare/domain/imports/payment-review'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { paymentCount } from '@aftercare/domain/payments/payment-count'
import { Check, CircleSlash, CopyCheck, Undo2, UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '../../ui/data/columns'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import type { ReviewView } from '../imports/import-review'
import { ReviewLayout, type StateBadges } from '../imports/review-layout'
import type { useListUrlState } from '../use-list-url-state'
import { ApplyToDialog } from './apply-to-dialog'
import { ChoosePaymentDialog } from './choose-payment-dialog'
import { FamilyDialog } from './family-dialog'
import { ApplyToCell, FamilyCell, LineActions, READ_COLUMNS } from './line-cells'
import {
  type PaymentReviewLine,
  paymentImports,
  type PaymentReviewJson as Review,
} from './payment-imports.api'

const ORDER_OPTIONS = DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }))

const BADGES: StateBadges<ReviewState> = {
  ready: ['success', Check],
  choose: ['warning', UserRoundSearch],
  choose_payment: ['warning', Undo2],
  recorded: ['info', CopyCheck],
  skipped: ['neutral', CircleSlash],
}

const totalOf = ({ count, amount }: { count: number; amount: number }) => ({
  count,
  note: formatUsd(toCents(amount)),
})

type Figures = Review['totals']['ready']

/** "2 payments ($120.00) and 1 reversal (-$20.00)" */
function importedText(ready: Figures, reversals: Figures): string {
  const text = (count: number, noun: string, cents: number) =>
    `${pluralize(count, noun)} (${formatUsd(cents)})`
  const payments = ready.count - reversals.count
  const paidCents = toCents(ready.amount) - toCents(reversals.amount)
  const parts = [
    (payments > 0 || reversals.count === 0) && text(payments, 'payment', paidCents),
    reversals.count > 0 && text(reversals.count, 'reversal', toCents(reversals.amount)),
  ]
  return parts.filter(Boolean).join(' and ')
}

type PaymentReviewProps = {
  review: Review
  view: ReviewView<ReviewState>
  listState: ReturnType<typeof useListUrlState>
}

export function PaymentReview({ review, view, listState }: PaymentReviewProps) {
  const { decide, tickOf, isSaving } = paymentImports.useDecide(review.id, view)
  const run = paymentImports.useImport(
    ({ payments, reversals, amount }) =>
      `${paymentCount(payments, reversals)} (${formatUsd(toCents(amount))})`,
  )
  const [choosing, setChoosing] = useState<PaymentReviewLine | null>(null)
  const [applying, setApplying] = useState<PaymentReviewLine | null>(null)
  const { ready, reversals, choose, choose_payment, recorded, skipped } = review.totals
  const all = REVIEW_STATES.map((state) => review.totals[state])
  const columns: Column<PaymentReviewLine>[] = [
    ...READ_COLUMNS,
    {
      label: 'Family',
      role: 'meta',
      wrap: 'min-w-32',
      cell: (row) => <FamilyCell line={row} onChoose={() => setChoosing(row)} />,
    },
    {
      label: 'Apply to',
      role: 'meta',
      wrap: 'min-w-32',
      cell: (row) => <ApplyToCell line={row} onChange={() => setApplying(row)} />,
    },
  ]
  const actions: Column<PaymentReviewLine> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: (row) => <LineActions line={row} tick={tickOf(row.id)} onDecide={decide} />,
  }
  return (
    <>
      <ReviewLayout
        review={review}
        state={view.state}
        listState={listState}
        fields={PAYMENT_FIELDS}
        required={{
          columns: ['date', 'amount'],
          message: 'Choose the columns of the date and the amount: this file has other headings.',
        }}
        summary={DATE_ORDER_LABELS[review.date_order]}
        onColumnsChange={(changed) => decide({ columns: changed })}
        reading={
          <Field label="Order of dates">
            <SelectInput
              options={ORDER_OPTIONS}
              value={review.date_order}
              onValueChange={(date_order) => decide({ date_order })}
            />
          </Field>
        }
        labels={REVIEW_STATE_LABELS}
        badges={BADGES}
        totals={{
          all: {
            count: all.reduce((sum, { count }) => sum + count, 0),
            note: formatUsd(all.reduce((sum, { amount }) => sum + toCents(amount), 0)),
          },
          ready: totalOf(ready),
          choose: totalOf(choose),
          ...(choose_payment.count > 0 && { choose_payment: totalOf(choose_payment) }),
          recorded: totalOf(recorded),
          skipped: totalOf(skipped),
        }}
        columns={columns}
        actions={[actions]}
        importing={{
          what: importedText(ready, reversals),
          isEmpty: ready.count === 0,
          ...run,
        }}
        isSaving={isSaving}
      />
      {choosing && (
        <FamilyDialog
          line={choosing}
          onClose={() => setChoosing(null)}
          onChoose={(family_id) => decide({ line: choosing.line, family_id })}
        />
      )}
      {applying?.family && applying.amount !== null && applying.amount < 0 && (
        <ChoosePaymentDialog
          line={applying}
          family={applying.family}
          amount={-applying.amount}
          onClose={() => setApplying(null)}
          onChoose={(payment_id) => decide({ line: applying.line, payment_id })}
        />
      )}
      {applying?.family && !(applying.amount !== null && applying.amount < 0) && (
        <ApplyToDialog
          line={applying}
          family={applying.family}
          onClose={() => setApplying(null)}
          onChoose={(submission_id) => decide({ line: applying.line, submission_id })}
        />
      )}
    </>
  )
}
