import { TriangleAlert } from 'lucide-react'
import { Callout } from '../ui/feedback/callout'
import { Spinner } from '../ui/feedback/spinner'
import { Button } from '../ui/inputs/button'

/** While a recovery link is being checked, or when the server cannot be reached. */
export function LinkCheck({ isUnreachable, onRetry }: { isUnreachable: boolean; onRetry: () => void }) {
  if (!isUnreachable) {
    return (
      <p className="py-8 text-center text-muted">
        <Spinner label="Checking your link..." />
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
        We couldn't check the link. Check your connection and try again.
      </Callout>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
