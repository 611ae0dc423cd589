import { TriangleAlert } from 'lucide-react'
import { useTexts } from '../language/language'
import { Callout } from '../ui/feedback/callout'
import { Spinner } from '../ui/feedback/spinner'
import { Button } from '../ui/inputs/button'
import { en } from './texts/en'

/** While a recovery link is being checked, or when the server cannot be reached. */
export function LinkCheck({ isUnreachable, onRetry }: { isUnreachable: boolean; onRetry: () => void }) {
  const t = useTexts(en).link
  if (!isUnreachable) {
    return (
      <p className="py-8 text-center text-muted">
        <Spinner label={t.checking} />
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <Callout tone="danger" icon={<TriangleAlert />}>
        {t.unreachable}
      </Callout>
      <Button onClick={onRetry}>{t.tryAgain}</Button>
    </div>
  )
}
