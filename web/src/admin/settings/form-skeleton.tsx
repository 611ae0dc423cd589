import { Skeleton } from '../../ui/feedback/skeleton'
import { Card } from '../../ui/layout/card'

/** A loading form with the expected number of fields. */
export function FormSkeleton({ fields, className }: { fields: number; className?: string }) {
  return (
    <div role="status" className={className}>
      <Card className="grid gap-5">
        <span className="sr-only">Loading...</span>
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical and stateless
          <span key={index}>
            <Skeleton className="mb-2 h-4 w-28" />
            <Skeleton className="h-control-dense w-full" />
          </span>
        ))}
      </Card>
    </div>
  )
}
