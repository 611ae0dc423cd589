import { formatUsd, formatUsdShort } from '@aftercare/domain/lib/money'
import { type DayType, dayType, type MonthCalendar } from '@aftercare/domain/months/months'
import type { en as dayTypes } from '@aftercare/domain/months/texts/day-types.en'
import { type FeeLine, feeBreakdown, feeCents, totalCents } from '@aftercare/domain/pricing/fees'
import { useEffect, useState } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import { kindOfType } from '../../ui/month-calendar/day-cell'
import { DayTypeKey } from '../../ui/month-calendar/day-type-icon'
import { en } from './texts/en'

/** What is paid for. */
export type PricedChoice = { calendar: MonthCalendar | null; days: readonly number[]; children: number }

export type Fees = PricedChoice & {
  lines: FeeLine[]
  perChildCents: number
  totalCents: number
}

export function feesOf(choice: PricedChoice, t: typeof dayTypes): Fees {
  const { calendar, days, children } = choice
  const perChildCents = calendar ? feeCents(calendar, days) : 0
  const lines = calendar ? feeBreakdown(calendar, days, t) : []
  return { ...choice, lines, perChildCents, totalCents: totalCents(perChildCents, children) }
}

export function FeeLines({ fees }: { fees: Fees }) {
  const t = useTexts(en).fees
  return (
    <div className="grid gap-2.5 text-md tabular-nums">
      {fees.lines.map((line) => (
        <p key={line.type} className="flex items-center justify-between gap-3">
          <span className="inline-flex items-center gap-2">
            <DayTypeKey kind={kindOfType(line.type)} />
            <span>
              {line.label}{' '}
              <span className="text-muted">
                {line.days.length} × {formatUsdShort(line.priceCents)}
              </span>
            </span>
          </span>
          <span>{formatUsd(line.subtotalCents)}</span>
        </p>
      ))}
      <p className="flex justify-between gap-3 font-bold">
        <span>{t.perChild}</span>
        <span>{formatUsd(fees.perChildCents)}</span>
      </p>
      <p className="flex justify-between gap-3">
        <span>{t.children}</span>
        <span>× {fees.children}</span>
      </p>
    </div>
  )
}

const MARKS: Partial<Record<DayType, string>> = {
  regular: 'bg-day-regular-mark',
  noon: 'bg-day-noon-mark',
  early: 'bg-day-early-mark',
}

/** One block per selected day in its type's colour; decorative. */
export function DayBlocks({ fees }: { fees: Fees }) {
  const { calendar, days } = fees
  if (!calendar) return null
  return (
    <span aria-hidden="true" className="flex flex-wrap justify-end gap-[0.1875rem]">
      {days.map((n) => (
        <i key={n} className={cx('size-3 rounded-2xs', MARKS[dayType(calendar, n)] ?? 'bg-line-strong')} />
      ))}
    </span>
  )
}

const PAUSE_MS = 700

/** Announces the total once the parent pauses, not on every click. */
export function TotalAnnouncement({ fees }: { fees: Fees }) {
  const t = useTexts(en).fees
  const { days, children } = fees
  const text = days.length > 0 ? t.totalIs(formatUsd(fees.totalCents), t.count(days.length, children)) : ''
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  )
}
