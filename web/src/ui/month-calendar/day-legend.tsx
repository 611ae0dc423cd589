import { CLOSED_LABEL, DAY_TYPE_LABELS } from '@aftercare/domain/months/months'
import { FULL_LABEL } from '@aftercare/domain/months/seats'
import { memo } from 'react'
import { DayTypeKey, type LegendKind } from './day-type-icon'

const labels: Record<LegendKind, string> = {
  regular: DAY_TYPE_LABELS.regular,
  noon: DAY_TYPE_LABELS.noon,
  early: DAY_TYPE_LABELS.early,
  'no-school': DAY_TYPE_LABELS.no_school,
  unavailable: DAY_TYPE_LABELS.unavailable,
  closed: CLOSED_LABEL,
  full: FULL_LABEL,
  selected: 'Selected',
}

const everything = (Object.keys(labels) as LegendKind[]).filter((kind) => kind !== 'full')
const withSeats = Object.keys(labels) as LegendKind[]

export type DayLegendProps = {
  kinds?: readonly LegendKind[]
  /** Shown on phones only: on desktops the cells show the prices. */
  prices?: { regular: string; special: string }
  /** In an edit the legend also explains the marks of original, added and removed days. */
  edit?: boolean
  /** Days can be full. */
  limited?: boolean
}

/** Below every calendar. Memoized: it has many icons, and no click changes it. */
export const DayLegend = memo(function DayLegend({
  limited,
  kinds = limited ? withSeats : everything,
  prices,
  edit,
}: DayLegendProps) {
  return (
    <ul aria-label="Legend" className="day-legend">
      {kinds.map((kind) => {
        const price =
          kind === 'regular'
            ? prices?.regular
            : kind === 'noon' || kind === 'early'
              ? prices?.special
              : undefined
        return (
          <li key={kind}>
            <DayTypeKey kind={kind} />
            <span>
              {labels[kind]}
              {price && <span className="lg:hidden"> {price}</span>}
            </span>
          </li>
        )
      })}
      {edit && (
        <>
          <li>
            <span className="day-key" data-kind="selected" data-original="" />
            <span>Original day</span>
          </li>
          <li>
            <span className="day-key" data-kind="removed" />
            <span>Removed</span>
          </li>
        </>
      )}
    </ul>
  )
})
