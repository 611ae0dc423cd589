import { memo } from 'react'
import { useTexts } from '../../language/language'
import { DayTypeKey, type LegendKind } from './day-type-icon'
import { en } from './texts/en'

const labelOf = (kind: LegendKind, t: typeof en): string =>
  kind === 'no-school'
    ? t.dayTypes.no_school
    : kind === 'closed' || kind === 'full' || kind === 'selected'
      ? t[kind]
      : t.dayTypes[kind]

const withSeats: LegendKind[] = [
  'regular',
  'noon',
  'early',
  'no-school',
  'unavailable',
  'closed',
  'full',
  'selected',
]
const everything = withSeats.filter((kind) => kind !== 'full')

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
  const t = useTexts(en)
  return (
    <ul aria-label={t.legend} className="day-legend">
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
              {labelOf(kind, t)}
              {price && <span className="lg:hidden"> {price}</span>}
            </span>
          </li>
        )
      })}
      {edit && (
        <>
          <li>
            <span className="day-key" data-kind="selected" data-original="" />
            <span>{t.originalDay}</span>
          </li>
          <li>
            <span className="day-key" data-kind="removed" />
            <span>{t.removedDay}</span>
          </li>
        </>
      )}
    </ul>
  )
})
