import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The error below a part of the form that is missing. */
export function Missing({ when, id, children }: { when: boolean; id?: string; children: ReactNode }) {
  if (!when) return null
  return (
    <p id={id} data-missing="" className="mt-2 flex items-center gap-1.5 text-sm font-medium text-danger">
      <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
      {children}
    </p>
  )
}
