import { REVIEW_STATES } from '@aftercare/domain/imports/payment-review'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { PageHeader } from '../../ui/layout/page-header'
import { FileDrop } from '../imports/file-drop'
import { useListUrlState } from '../use-list-url-state'
import { EarlierImports } from './earlier-imports'
import { usePaymentReview, useUploadPayments } from './payment-imports.api'
import { ChooseAnotherFile, PaymentReview } from './payment-review'

const FAILED = 'Failed to load the review'

export default function ImportPaymentsPage() {
  const listState = useListUrlState()
  const view = { state: listState.choice('state', ['all', ...REVIEW_STATES]), page: listState.page }
  const query = usePaymentReview(view)
  const review = query.data?.review
  return (
    <>
      <PageHeader
        back={{ to: '/admin/parent-users', label: 'Back to Parent Users' }}
        actions={review && <ChooseAnotherFile review={review} />}
        description={
          review ? (
            <>
              <bdi className="wrap-anywhere">{review.file_name}</bdi>: nothing is recorded before you import.
            </>
          ) : undefined
        }
      />
      {review && <PaymentReview key={review.id} review={review} view={view} listState={listState} />}
      {review === null && <ChooseFile onRead={() => listState.change({ state: null }, { replace: true })} />}
      {review === undefined && !query.isError && <SkeletonCards />}
      {review === undefined && query.isError && (
        <TableError message={FAILED} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

function ChooseFile({ onRead }: { onRead: () => void }) {
  return (
    <div className="grid gap-6">
      <FileDrop scope="import payments" useUpload={useUploadPayments} onRead={onRead}>
        Choose or drop a CSV file from your biller or bank: brightwheel, FACTS, Procare, PayPal, Stripe, Zelle
        or a bank account. At most 5 MB and 5,000 lines. It is read once and not kept.
      </FileDrop>
      <EarlierImports />
    </div>
  )
}
