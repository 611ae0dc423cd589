import { REVIEW_STATES } from '@aftercare/domain/imports/payment-review'
import { FileDrop } from '../imports/file-drop'
import { ImportLayout } from '../imports/import-layout'
import { useListUrlState } from '../use-list-url-state'
import { EarlierPaymentImports } from './earlier-imports'
import { paymentImports } from './payment-imports.api'
import { PaymentReview } from './payment-review'

export default function ImportPaymentsPage() {
  const listState = useListUrlState()
  const view = { state: listState.choice('state', ['all', ...REVIEW_STATES]), page: listState.page }
  return (
    <ImportLayout
      imports={paymentImports}
      query={paymentImports.useReview(view)}
      description="nothing is recorded before you import."
      discardDescription="The lines of this file and your choices are deleted at once. Nothing has been recorded."
      chooser={<ChooseFile onRead={() => listState.change({ state: null }, { replace: true })} />}
    >
      {(review) => <PaymentReview key={review.id} review={review} view={view} listState={listState} />}
    </ImportLayout>
  )
}

function ChooseFile({ onRead }: { onRead: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FileDrop imports={paymentImports} onRead={onRead}>
        Choose or drop a CSV file from your biller or bank: brightwheel, FACTS, Procare, PayPal, Stripe, Zelle
        or a bank account.
      </FileDrop>
      <EarlierPaymentImports />
    </div>
  )
}
