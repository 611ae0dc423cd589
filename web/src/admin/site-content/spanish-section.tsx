import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { spanishNotice } from '@aftercare/domain/site-content/spanish-notice'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'

type SpanishSectionProps = {
  spanish: Spanish<unknown> | null
  hasErrors: boolean
  onConfirm: () => void
  children: ReactNode
}

/** The optional Spanish of the text above it: closed until it is needed, with what is missing or out of date beside it. */
export function SpanishSection({ spanish, hasErrors, onConfirm, children }: SpanishSectionProps) {
  const [isOpen, setOpen] = useState(false)
  // Stays open once its errors are corrected.
  if (hasErrors && !isOpen) setOpen(true)
  const notice = spanishNotice(spanish)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line pt-2"
    >
      <summary className="flex min-h-tap cursor-pointer flex-wrap items-center gap-2 font-semibold">
        <ChevronRight className="size-4 group-open:rotate-90" />
        <span lang="es">Español</span>
        {notice && <Badge tone="warning">{notice}</Badge>}
      </summary>
      {isOpen && (
        <div className="grid gap-4 pt-2">
          <p className="text-muted">
            Shown to families who read in Spanish. Leave it empty to show them the English text.
          </p>
          {spanish?.outdated && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <p>The English text was changed since.</p>
              <Button variant="quiet" onClick={onConfirm}>
                The translation is right
              </Button>
            </div>
          )}
          {children}
        </div>
      )}
    </details>
  )
}
