import { Check, X } from 'lucide-react'
import { clearReceipt, type Receipt } from '../../features/submissions/receipt'
import { programFacts } from '../../lib/program'
import { IconButton } from '../../ui/inputs/icon-button'
import { Card, CardTitle } from '../../ui/layout/card'
import { DayChips } from '../submissions/day-chips'

type SentReceiptProps = { receipt: Receipt; onClose: () => void }

/** What a guest has just sent. Stays until they leave the page; the toast closes in seconds. */
export function SentReceipt({ receipt, onClose }: SentReceiptProps) {
  function dismiss() {
    clearReceipt()
    onClose()
  }
  return (
    <div className="mx-auto max-w-6xl px-4 py-4 lg:px-8">
      <Card as="section" aria-labelledby="receipt-heading" className="relative grid gap-3 pr-14">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 flex-none place-items-center rounded-cell bg-success-soft text-success-ink"
          >
            <Check className="size-5" />
          </span>
          <CardTitle id="receipt-heading">{receipt.title}</CardTitle>
        </div>
        <p className="flex flex-wrap items-baseline gap-x-6 font-strong">
          <span>{receipt.when}</span>
          <span className="tabular-nums">Total Fee {receipt.fee}</span>
        </p>
        {receipt.days.length > 0 && <DayChips days={receipt.days} />}
        {programFacts().sendsMail && (
          <p className="text-muted">A confirmation email with your private link is on its way.</p>
        )}
        <IconButton
          label="Dismiss"
          icon={<X />}
          className="absolute top-2 right-2 text-muted"
          onClick={dismiss}
        />
      </Card>
    </div>
  )
}
