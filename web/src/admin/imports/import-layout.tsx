import { FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { PageHeader } from '../../ui/layout/page-header'

type ShownReview = { id: string; file_name: string }

type ImportLayoutProps<Review extends ShownReview> = {
  backLabel: string
  query: { data?: { review: Review | null }; isError: boolean; refetch: () => unknown }
  /** What has not happened yet to the file under review. */
  description: string
  actions?: (review: Review) => ReactNode
  /** Whether the review was imported or discarded by this page. */
  endedHere: (id: string) => boolean
  /** Without a file under review. */
  chooser: ReactNode
  children: (review: Review) => ReactNode
}

export function ImportLayout<Review extends ShownReview>(props: ImportLayoutProps<Review>) {
  const { query } = props
  const review = query.data?.review
  const [lastShown, setLastShown] = useState<Review | null>(null)
  if (review && review !== lastShown) setLastShown(review)
  return (
    <>
      <PageHeader
        back={{ to: '/admin/parent-users', label: props.backLabel }}
        actions={review && props.actions?.(review)}
        description={
          review ? (
            <>
              <bdi className="wrap-anywhere">{review.file_name}</bdi>: {props.description}
            </>
          ) : undefined
        }
      />
      {review && props.children(review)}
      {review === null && lastShown && !props.endedHere(lastShown.id) && (
        <Callout tone="warning" icon={<FileX aria-hidden="true" />} className="mb-4">
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

/** Stays in sight below the lines. */
export const ImportBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-ground px-4 py-3 lg:-mx-6 lg:px-6 print:hidden">
    {children}
  </div>
)
