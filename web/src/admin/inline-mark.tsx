import type { ReactNode } from 'react'

/** A word beside a name in a table, where a badge would be too large. */
export function InlineMark({ children, lang }: { children: ReactNode; lang?: string }) {
  return (
    <span
      lang={lang}
      className="ml-1.5 rounded-full bg-surface-inset px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap"
    >
      {children}
    </span>
  )
}
