import { DATE_ORDER_LABELS, DATE_ORDERS } from '@aftercare/domain/imports/import-dates'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import {
  REVIEW_STATE_LABELS,
  REVIEW_STATES,
  type ReviewState,
} from '@aftercare/domain/imports/payment-review'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import { ColumnMapping } from '../imports/column-mapping'
import { ImportBar } from '../imports/import-layout'
import { importErrorMessage, type ReviewView } from '../imports/import-review'
import { ReviewTotals } from '../imports/review-totals'
import { usePendingTicks } from '../imports/use-pending-ticks'
import type { useListUrlState } from '../use-list-url-state'
import {
  type PaymentDecision,
  paymentReview,
  type PaymentReviewJson as Review,
  useImportPayments,
} from './payment-imports.api'
import { ReviewLines } from './review-lines'

const ORDER_OPTIONS = DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }))

type PaymentReviewProps = {
  review: Review
  view: ReviewView<ReviewState>
  listState: ReturnType<typeof useListUrlState>
}

/** Everything about the file before it is imported. What is decided is stored at once. */
export function PaymentReview({ review, view, listState }: PaymentReviewProps) {
  const ticks = usePendingTicks()
  const decide = paymentReview.useDecide(review.id, view, ({ line, included }: PaymentDecision) => {
    if (line !== undefined && included !== undefined) ticks.removeOldest(line)
  })
  const decideLine = (decision: PaymentDecision) => {
    const { line, included } = decision
    if (line !== undefined && included !== undefined) ticks.add(line, included)
    decide.mutate(decision)
  }
  const { columns, totals } = review
  const isMissing = columns.date === null || columns.amount === null
  const all = REVIEW_STATES.map((state) => totals[state])
  return (
    // Focus stays clear of the bar at the bottom.
    <div className="grid gap-4 [&_:is(button,input)]:scroll-mb-24">
      {isMissing && (
        <Callout tone="warning">
          Choose the columns of the date and the amount: this file has other headings.
        </Callout>
      )}
      <ColumnMapping
        headings={review.headings}
        fields={PAYMENT_FIELDS}
        columns={columns}
        open={isMissing}
        summary={DATE_ORDER_LABELS[review.date_order]}
        onChange={(changed) => decide.mutate({ columns: changed })}
      >
        <Field label="Order of dates">
          <SelectInput
            options={ORDER_OPTIONS}
            value={review.date_order}
            onValueChange={(date_order) => decide.mutate({ date_order })}
          />
        </Field>
      </ColumnMapping>
      <ReviewTotals
        value={view.state}
        onValueChange={(state) => listState.change({ state: state === 'all' ? null : state })}
        totals={[
          {
            state: 'all',
            label: 'All lines',
            count: all.reduce((sum, { count }) => sum + count, 0),
            note: formatUsd(all.reduce((sum, { amount }) => sum + toCents(amount), 0)),
          },
          ...REVIEW_STATES.map((state) => ({
            state,
            label: REVIEW_STATE_LABELS[state],
            count: totals[state].count,
            note: formatUsd(toCents(totals[state].amount)),
          })),
        ]}
      />
      <ReviewLines review={review} listState={listState} tickOf={ticks.tickOf} onDecide={decideLine} />
      <ImportButton review={review} isSaving={decide.isPending || ticks.hasPending} />
    </div>
  )
}

function ImportButton({ review, isSaving }: { review: Review; isSaving: boolean }) {
  const toast = useToast('import payments')
  const { count, amount } = review.totals.ready
  const payments = `${pluralize(count, 'payment')} (${formatUsd(toCents(amount))})`
  const run = useImportPayments({
    onSuccess: (done) =>
      toast.success(
        'Success',
        `${pluralize(done.payments, 'payment')} imported (${formatUsd(toCents(done.amount))})`,
      ),
    onError: (error) => toast.error('Error', importErrorMessage(error)),
  })
  return (
    <ImportBar>
      <Button
        loading={run.isPending}
        disabled={count === 0 || isSaving}
        onClick={() => run.mutate({ id: review.id, version: review.version })}
      >
        {run.isPending ? `Importing ${payments}…` : `Import ${payments}`}
      </Button>
    </ImportBar>
  )
}
