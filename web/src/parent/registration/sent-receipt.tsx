import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import { Check, MailCheck, X } from 'lucide-react'
import type { Receipt } from '../../features/submissions/receipt'
import { useLanguage, useTexts } from '../../language/language'
import { programFacts } from '../../lib/program'
import { IconButton } from '../../ui/inputs/icon-button'
import { Card, CardTitle } from '../../ui/layout/card'
import { en as enUi } from '../../ui/texts/en'
import { DayChips, dayChip } from '../submissions/day-chips'
import { en } from './texts/receipt.en'

type SentReceiptProps = { receipt: Receipt; onClose: () => void }

/** What a guest has just sent. Stays until it is dismissed; the toast closes in seconds. */
export function SentReceipt({ receipt, onClose }: SentReceiptProps) {
  const t = useTexts(en)
  const ui = useTexts(enUi)
  const language = useLanguage()
  return (
    <div className="mx-auto max-w-6xl px-4 py-4 lg:px-8">
      <Card as="section" aria-labelledby="receipt-heading" className="relative grid gap-3 pr-14">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 flex-none place-items-center rounded-cell bg-success-soft text-success-ink"
          >
            {receipt.confirmBy ? <MailCheck className="size-5" /> : <Check className="size-5" />}
          </span>
          <CardTitle id="receipt-heading">
            {receipt.confirmBy ? t.confirm : 'month' in receipt ? t.registration : t.dropIn}
          </CardTitle>
        </div>
        <p className="flex flex-wrap items-baseline gap-x-6 font-semibold">
          <span>
            {capitalize(
              'month' in receipt
                ? monthLabel(receipt.month, language)
                : formatLongDate(receipt.dropInDay, language),
            )}
          </span>
          <span className="tabular-nums">
            {(receipt.isWaiting ? t.feeOnceApproved : t.fee)(formatUsd(toCents(receipt.fee)))}
          </span>
        </p>
        {'month' in receipt && (
          <DayChips days={receipt.days.map((n) => dayChip(receipt.month, n, language))} />
        )}
        {receipt.confirmBy ? (
          <p>{t.confirmBy(formatDateTime(receipt.confirmBy, programFacts().timeZone, language))}</p>
        ) : (
          <>
            {receipt.isWaiting && <p>{t.waiting}</p>}
            {programFacts().sendsMail && <p className="text-muted">{t.mail}</p>}
          </>
        )}
        <IconButton
          label={ui.dismiss}
          icon={<X />}
          className="absolute top-2 right-2 text-muted"
          onClick={onClose}
        />
      </Card>
    </div>
  )
}
