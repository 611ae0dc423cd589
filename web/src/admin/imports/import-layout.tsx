import { FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { PageHeader } from '../../ui/layout/page-header'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import type { ImportReview } from './import-review'

type ShownReview = { id: string; file_name: string }

type ImportLayoutProps<Review extends ShownReview> = {
  imports: ImportReview
  query: { data?: { review: Review | null }; isError: boolean; refetch: () => unknown }
  /** What has not happened yet to the file under review. */
  description: string
  discardDescription: string
  /** Without a file under review. */
  chooser: ReactNode
  children: (review: Review) => ReactNode
}

export function ImportLayout<Review extends ShownReview>({
  query,
  imports,
  ...props
}: ImportLayoutProps<Review>) {
  const review = query.data?.review
  const [lastShown, setLastShown] = useState<Review | null>(null)
  if (review && review !== lastShown) setLastShown(review)
  return (
    <>
      <PageHeader
        back={{ to: '/admin/parent-users', label: 'Back to Parent Users' }}
        actions={
          review && (
            <ChooseAnotherFile id={review.id} imports={imports} description={props.discardDescription} />
          )
        }
        description={
          review ? (
            <>
              <bdi className="wrap-anywhere">{review.file_name}</bdi>: {props.description}
            </>
          ) : undefined
        }
      />
      {review && props.children(review)}
      {review === null && lastShown && !imports.endedHere(lastShown.id) && (
        <Callout tone="warning" icon={<FileX />} className="mb-4">
          The review of <bdi>{lastShown.file_name}</bdi> has ended: it was imported or discarded in another
          window, or nothing was changed for a day. Choose the file again to go on; nothing is imported twice.
        </Callout>
      )}
      {review === null && props.chooser}
      {review === undefined && !query.isError && <SkeletonCards />}
      {review === undefined && query.isError && (
        <TableError message="Failed to load the review" onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

/** Ends the review. */
function ChooseAnotherFile({
  id,
  imports,
  description,
}: {
  id: string
  imports: ImportReview
  description: string
}) {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast('discard review')
  const { isPending, mutate } = imports.useDiscard({
    onError: (error) => toast.error('Review not discarded', errorReason(error)),
  })
  return (
    <>
      <Button variant="quiet" disabled={imports.useIsImporting()} onClick={() => setAsking(true)}>
        Choose Another File
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Choose another file?"
        description={description}
        confirmLabel="Choose Another File"
        variant="primary"
        loading={isPending}
        onConfirm={() => mutate(id)}
      />
    </>
  )
}
