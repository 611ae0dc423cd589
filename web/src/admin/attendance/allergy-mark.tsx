import { hasAllergies } from '@aftercare/domain/children/allergies'
import { TriangleAlert } from 'lucide-react'

/** A child's allergies in a list: prominent and never truncated; "None" is plain. */
export function AllergyMark({ allergies }: { allergies: string }) {
  if (!hasAllergies(allergies)) return <span className="text-muted">{allergies}</span>
  return (
    <span className="inline-flex max-w-full items-start gap-1 rounded-control bg-danger-soft px-2 py-1 text-xs leading-snug font-semibold text-danger-ink">
      <TriangleAlert className="mt-px size-3.5 flex-none stroke-[2.4]" />
      <span className="min-w-0 wrap-break-word whitespace-pre-line">{allergies}</span>
    </span>
  )
}
