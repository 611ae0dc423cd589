import { hasAllergies } from '@aftercare/domain/children/allergies'
import { TriangleAlert } from 'lucide-react'
import type { AttendanceLine } from './attendance.api'

/** Every child with allergies, in full; renders nothing without any. */
export function AllergyAlert({ rows }: { rows: readonly AttendanceLine[] }) {
  const listed = rows.filter((row) => hasAllergies(row.allergies))
  if (listed.length === 0) return null
  return (
    <section
      aria-labelledby="allergy-alert"
      className="rounded-panel border-2 border-danger bg-danger-soft px-4 py-3.5 text-danger-ink"
    >
      <h2 id="allergy-alert" className="flex items-center gap-2 text-lg leading-tight">
        <TriangleAlert className="size-5.5 flex-none" />
        Allergy Alert
      </h2>
      <ul className="mt-2 grid gap-1.5 text-md leading-snug">
        {listed.map((row) => (
          <li key={row.id} className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <b className="wrap-anywhere">{row.child}</b>
            <span className="wrap-anywhere whitespace-pre-line">{row.allergies}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
