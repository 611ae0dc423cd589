import { hasAllergies } from '@aftercare/domain/attendance'
import { TriangleAlert } from 'lucide-react'

/** A child's allergies in a table: loud, and whole however long they are; "None" is plain. */
export function AllergyMark({ allergies }: { allergies: string }) {
  if (!hasAllergies(allergies)) return <span className="text-muted">{allergies}</span>
  return (
    <span className="inline-flex items-start gap-1 rounded-control bg-danger-soft px-2 py-1 text-xs leading-snug font-strong wrap-anywhere whitespace-pre-line text-danger-ink">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 flex-none stroke-[2.4]" />
      {allergies}
    </span>
  )
}
