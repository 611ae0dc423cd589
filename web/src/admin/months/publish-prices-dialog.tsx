import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { monthLabel, toMonthCalendar } from '@aftercare/domain/months/months'
import { type Prices, typePriceCents } from '@aftercare/domain/pricing/fees'
import { useRef } from 'react'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import type { AdminMonth } from './months.api'

type PublishPricesDialogProps = {
  month: AdminMonth
  /** Null: closed. */
  current: { regular_price: number; special_price: number } | null
  /** Which of the two is being sent. */
  sending: 'own' | 'current' | null
  onChoose: (use: 'own' | 'current') => void
  onCancel: () => void
}

/** A draft keeps the prices it was created with; if they have changed since, staff choose which to publish. */
export function PublishPricesDialog(props: PublishPricesDialogProps) {
  const { month, current, sending, onChoose, onCancel } = props
  // Initial focus: the Enter that clicked Save & Publish must not choose too.
  const cancel = useRef<HTMLButtonElement>(null)
  const choice = (use: 'own' | 'current') => ({
    isSending: sending === use,
    isDisabled: sending !== null && sending !== use,
    onClick: () => onChoose(use),
  })
  return (
    <Dialog
      open={current !== null}
      onOpenChange={(next) => !next && onCancel()}
      title={`Which prices for ${monthLabel(month)}?`}
      description="This draft's prices differ from your current ones. Parents see and pay the prices you publish."
      width="normal"
      initialFocus={cancel}
      loading={sending !== null}
      footer={
        <Button variant="quiet" ref={cancel} disabled={sending !== null} onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-3 lg:grid-cols-2">
        <Choice title="Current prices" prices={toPrices(current)} variant="primary" {...choice('current')}>
          Publish at current prices
        </Choice>
        <Choice
          title="This draft's prices"
          prices={toMonthCalendar(month)}
          variant="quiet"
          {...choice('own')}
        >
          Publish at draft prices
        </Choice>
      </div>
    </Dialog>
  )
}

const toPrices = (current: PublishPricesDialogProps['current']): Prices => ({
  regularPriceCents: toCents(current?.regular_price ?? 0),
  specialPriceCents: toCents(current?.special_price ?? 0),
})

type ChoiceProps = {
  title: string
  prices: Prices
  variant: 'primary' | 'quiet'
  isSending: boolean
  isDisabled: boolean
  onClick: () => void
  children: string
}

function Choice({ title, prices, variant, isSending, isDisabled, onClick, children }: ChoiceProps) {
  return (
    <section className="rounded-panel border border-line p-3.5">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-2 mb-3.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt className="text-muted">Regular days</dt>
        <dd className="text-right font-semibold tabular-nums">
          {formatUsd(typePriceCents(prices, 'regular'))}
        </dd>
        <dt className="text-muted">Noon and 2:30 dismissal</dt>
        <dd className="text-right font-semibold tabular-nums">{formatUsd(typePriceCents(prices, 'noon'))}</dd>
      </dl>
      <Button variant={variant} block loading={isSending} disabled={isDisabled} onClick={onClick}>
        {children}
      </Button>
    </section>
  )
}
