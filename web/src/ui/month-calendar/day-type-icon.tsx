import { Backpack, Check, Clock2, House, Lock, type LucideIcon, Minus, Sun, Users } from 'lucide-react'
import type { CellKind } from './day-cell'

export type LegendKind = Exclude<CellKind, 'weekend'> | 'selected'

const icons: Record<LegendKind, LucideIcon> = {
  regular: Backpack,
  noon: Sun,
  early: Clock2,
  'no-school': House,
  unavailable: Minus,
  closed: Lock,
  full: Users,
  selected: Check,
}

export function DayTypeIcon({ kind, className }: { kind: LegendKind; className?: string }) {
  const Icon = icons[kind]
  return <Icon aria-hidden="true" className={className} />
}

/** The small coloured square with its icon of a day type in legends, fees and the editor's palette. */
export function DayTypeKey({ kind }: { kind: LegendKind }) {
  return (
    <span className="day-key" data-kind={kind}>
      <DayTypeIcon kind={kind} />
    </span>
  )
}
