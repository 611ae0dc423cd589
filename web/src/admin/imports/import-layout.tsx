import type { ReactNode } from 'react'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { PageHeader } from '../../ui/layout/page-header'

type ImportLayoutProps<Review extends { file_name: string }> = {
  backLabel: string
  query: { data?: { review: Review | null }; isError: boolean; refetch: () => unknown }
  /** What has not happened yet to the file under review. */
  description: string
  actions?: (review: Review) => ReactNode
  /** Without a file under review. */
  chooser: ReactNode
  children: (review: Review) => ReactNode
}

export function ImportLayout<Review extends { file_name: string }>(props: ImportLayoutProps<Review>) {
  const { query } = props
  const review = query.data?.review
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
