import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton'
import { Card } from '../layout/card'

export type StatCardProps = {
  label: string
  /** Undefined while it loads. */
  value?: ReactNode
  /** Explains the number. */
  note?: ReactNode
  className?: string
}

/** One number with its label. */
export function StatCard({ label, value, note, className }: StatCardProps) {
  return (
    <Card className={className}>
      <dl className="flex flex-col gap-0.5">
        <dt className="text-note font-medium text-muted">{label}</dt>
        <dd className="font-display text-2xl leading-tight font-bold tabular-nums">
          {value ?? <Skeleton className="h-7.5 w-20" />}
        </dd>
      </dl>
      {note && <p className="mt-0.5 text-xs text-muted">{note}</p>}
    </Card>
  )
}

/** Stat cards side by side: two columns on phones that are wide enough, all in a row on desktops. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-3 min-[22rem]:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {children}
    </div>
  )
}
