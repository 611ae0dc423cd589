import { REVIEW_STATES } from '@aftercare/domain/imports/payment-review'
import { ChooseAnotherFile } from '../imports/choose-another-file'
import { FileDrop } from '../imports/file-drop'
import { ImportLayout } from '../imports/import-layout'
import { useListUrlState } from '../use-list-url-state'
import { EarlierImports } from './earlier-imports'
import { paymentReview } from './payment-imports.api'
import { PaymentReview } from './payment-review'

export default function ImportPaymentsPage() {
  const listState = useListUrlState()
  const view = { state: listState.choice('state', ['all', ...REVIEW_STATES]), page: listState.page }
  return (
    <ImportLayout
      backLabel="Back to Parent Users"
      query={paymentReview.useReview(view)}
      description="nothing is recorded before you import."
      actions={({ id }) => (
        <ChooseAnotherFile
          reviewId={id}
          useDiscard={paymentReview.useDiscard}
          description="The lines of this file and your choices are deleted at once. Nothing has been recorded."
        />
      )}
      endedHere={paymentReview.endedHere}
      chooser={<ChooseFile onRead={() => listState.change({ state: null }, { replace: true })} />}
    >
      {(review) => <PaymentReview key={review.id} review={review} view={view} listState={listState} />}
    </ImportLayout>
  )
}

function ChooseFile({ onRead }: { onRead: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FileDrop scope="import payments" useUpload={paymentReview.useUpload} onRead={onRead}>
        Choose or drop a CSV file from your biller or bank: brightwheel, FACTS, Procare, PayPal, Stripe, Zelle
        or a bank account. At most 5 MB and 5,000 lines. The file itself is not kept. Its lines are, for a day
        at most, until you import them or choose another file.
      </FileDrop>
      <EarlierImports />
    </div>
  )
}
