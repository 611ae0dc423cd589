import { TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../language/language'
import { FallenBlocks } from '../illustrations/fallen-blocks'
import { Button } from '../inputs/button'
import { Card } from '../layout/card'
import { Callout } from './callout'
import { en } from './texts/en'

/** An empty state: illustration, title, one line, one action. */
export function EmptyState({
  illustration,
  title,
  children,
  action,
}: {
  illustration?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Card className="px-4 py-6 text-center">
      {illustration && <div className="mx-auto mb-3 w-34">{illustration}</div>}
      <h2 className="text-xl leading-tight">{title}</h2>
      {children && <p className="mx-auto mt-1 max-w-[34ch] text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </Card>
  )
}

/** Something failed to load: the specified message and a retry button. */
export function ErrorState({
  title,
  message,
  onRetry,
}: {
  title?: string
  message: ReactNode
  onRetry?: () => void
}) {
  const t = useTexts(en)
  return (
    <div role="alert">
      <EmptyState
        illustration={<FallenBlocks />}
        title={title ?? t.loadFailed}
        action={
          onRetry && (
            <Button icon={<Undo2 />} onClick={onRetry}>
              {t.tryAgain}
            </Button>
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}

/** The line below the header of an empty or loading staff table. */
export function TableMessage({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 py-7 text-center text-muted">
      {children}
    </p>
  )
}

/** The same when the table failed to load. */
export function TableError({ message, onRetry }: { message: ReactNode; onRetry: () => void }) {
  const t = useTexts(en)
  return (
    <div className="grid justify-items-center gap-2.5 px-4 py-4.5">
      <div role="alert">
        <Callout tone="danger" icon={<TriangleAlert />}>
          {message}
        </Callout>
      </div>
      <Button variant="quiet" icon={<Undo2 />} onClick={onRetry}>
        {t.tryAgain}
      </Button>
    </div>
  )
}
