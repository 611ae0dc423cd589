import { formatUsd } from '@aftercare/domain/lib/money'
import { en as dayTypes } from '@aftercare/domain/months/texts/day-types.en'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import { rootAttributeRef } from '../../ui/hooks/root-attribute-ref'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { DayBlocks, FeeLines, feesOf, type PricedChoice, TotalAnnouncement } from './fee-lines'
import { en } from './texts/en'

type FeeSummaryProps = {
  choice: PricedChoice
  isSending: boolean
  disabled: boolean
  isGuest: boolean
  isBesideHeader: boolean
}

const markBottomBar = rootAttributeRef('data-bottom-bar')

/**
 * Narrow screens: a bar at the lower edge with total and button, which opens upward to the rows. Wide ones: a card with the
 * button under it.
 */
export const FeeSummary = memo(function FeeSummary(props: FeeSummaryProps) {
  const { choice, isSending, disabled, isGuest, isBesideHeader } = props
  const t = useTexts(en)
  const fees = feesOf(choice, useTexts(dayTypes))
  const [isOpen, setOpen] = useState(false)
  const rowsId = useId()
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <section
      aria-label={t.fees.heading}
      ref={markBottomBar}
      className={cx(
        'sticky max-lg:bottom-0 max-lg:z-30 max-lg:-mx-4 max-lg:mt-6 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-3 max-lg:rounded-t-sheet max-lg:bg-raised max-lg:px-4 max-lg:pt-2 max-lg:pb-[calc(0.875rem+env(safe-area-inset-bottom))] max-lg:shadow-bar',
        'lg:top-20 lg:col-start-2 lg:self-start',
        isGuest ? 'lg:row-span-3 lg:row-start-1' : 'lg:row-start-3',
        isGuest && isBesideHeader && 'lg:-mt-24',
      )}
    >
      <Card className="max-lg:contents lg:mb-4">
        <CardTitle className="mb-3 max-lg:hidden">{t.fees.heading}</CardTitle>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={rowsId}
          onClick={() => setOpen(!isOpen)}
          className="-mb-3 flex min-h-tap w-full items-center gap-2 text-left text-sm font-semibold lg:hidden"
        >
          <span className="flex-1">{t.fees.heading}</span>
          <DayBlocks fees={fees} />
          <Chevron aria-hidden="true" className="size-5 flex-none" />
        </button>
        <div
          id={rowsId}
          className={cx(
            'max-lg:max-h-[45dvh] max-lg:w-full max-lg:overflow-y-auto max-lg:border-b max-lg:border-line max-lg:pb-3',
            !isOpen && 'not-print:max-lg:hidden',
          )}
        >
          <FeeLines fees={fees} />
        </div>
        <p className="max-lg:grow-999 max-lg:basis-0 lg:mt-3 lg:flex lg:items-baseline lg:justify-between lg:border-t-2 lg:border-text lg:pt-2.5">
          <b className="font-semibold max-lg:hidden">{t.fees.total}</b>
          <b className="block font-display text-2xl leading-none font-extrabold tracking-tight tabular-nums">
            {formatUsd(fees.totalCents)}
          </b>
          <span className="text-note leading-tight text-muted lg:hidden">
            {t.fees.count(fees.days.length, fees.children)}
          </span>
        </p>
      </Card>
      {/* On the narrowest phones it wraps to its own line. */}
      <Button type="submit" loading={isSending} disabled={disabled} className="grow lg:w-full">
        {t.submit}
      </Button>
      <TotalAnnouncement fees={fees} />
    </section>
  )
})
