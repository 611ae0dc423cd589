import { formatUsd } from '@aftercare/domain/lib/money'
import { en as dayTypes } from '@aftercare/domain/months/texts/day-types.en'
import { ChevronUp } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import { rootAttributeRef } from '../../ui/hooks/root-attribute-ref'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { DayBlocks, type FeeChoice, FeeLines, feesOf, TotalAnnouncement } from './fee-lines'
import { en } from './texts/en'

export type FeeSummaryProps = { choice: FeeChoice; isSending: boolean; disabled: boolean }

type SubmitButtonProps = Omit<FeeSummaryProps, 'choice'> & { block?: boolean; className?: string }

function SubmitButton({ isSending, ...look }: SubmitButtonProps) {
  const t = useTexts(en)
  return (
    <Button type="submit" loading={isSending} {...look}>
      {t.submit}
    </Button>
  )
}

/** Desktops: a card beside the calendar, with the button under it. */
export const FeeCard = memo(function FeeCard({ choice, ...button }: FeeSummaryProps) {
  const t = useTexts(en).fees
  const fees = feesOf(choice, useTexts(dayTypes))
  return (
    <>
      <Card as="section" aria-labelledby="fee-heading">
        <CardTitle id="fee-heading" className="mb-3">
          {t.heading}
        </CardTitle>
        <FeeLines fees={fees} />
        <p className="mt-3 flex items-baseline justify-between border-t-2 border-text pt-2.5">
          <b className="font-strong">{t.total}</b>
          <b className="font-display text-[1.875rem] leading-none font-extrabold tabular-nums">
            {formatUsd(fees.totalCents)}
          </b>
        </p>
        <TotalAnnouncement fees={fees} />
      </Card>
      <SubmitButton {...button} block />
    </>
  )
})

const markBottomBar = rootAttributeRef('data-bottom-bar')

/** Phones: a bar at the lower edge with total and button, which opens upward to the rows. */
export const FeeBar = memo(function FeeBar({ choice, ...button }: FeeSummaryProps) {
  const t = useTexts(en).fees
  const fees = feesOf(choice, useTexts(dayTypes))
  const [isOpen, setOpen] = useState(false)
  const rowsId = useId()
  return (
    <section
      aria-label={t.heading}
      ref={markBottomBar}
      className="sticky bottom-0 z-30 -mx-4 mt-6 rounded-t-sheet bg-raised px-4 pt-2 pb-[calc(0.875rem+env(safe-area-inset-bottom))] shadow-bar"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={rowsId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-tap w-full items-center gap-2 text-left text-sm font-semibold"
      >
        <span className="flex-1">{t.heading}</span>
        <DayBlocks fees={fees} />
        {/* Rotated: importing the list's own icon would pull its whole chunk into this page. */}
        <ChevronUp aria-hidden="true" className={cx('size-5 flex-none', isOpen && 'rotate-180')} />
      </button>
      <div
        id={rowsId}
        hidden={!isOpen}
        className="mb-3 max-h-[45dvh] overflow-y-auto border-b border-line pb-3"
      >
        {isOpen && <FeeLines fees={fees} />}
      </div>
      {/* On the narrowest phones the button wraps to its own line. */}
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow-999 basis-0">
          <b className="block font-display text-[1.75rem] leading-none font-extrabold tracking-tight tabular-nums">
            {formatUsd(fees.totalCents)}
          </b>
          <span className="text-note leading-tight text-muted">
            {t.count(fees.days.length, fees.children)}
          </span>
        </p>
        <SubmitButton {...button} className="grow" />
      </div>
      <TotalAnnouncement fees={fees} />
    </section>
  )
})
