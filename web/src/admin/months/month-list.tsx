import { monthLabel, schoolYearOf } from '@aftercare/domain/months/months'
import { useEffect, useRef } from 'react'
import { Link } from '../../router/router'
import { StatusBadge } from '../../ui/data/badge'
import type { AdminMonth } from './months.api'
import { submissionCount } from './submission-count'

/** By school year, in calendar order; a month with an unknown name goes under its calendar year. */
function bySchoolYear(months: readonly AdminMonth[]): [string, AdminMonth[]][] {
  const groups = new Map<string, AdminMonth[]>()
  for (const month of months) {
    const label = schoolYearOf(month) ?? String(month.year)
    groups.set(label, [...(groups.get(label) ?? []), month])
  }
  return [...groups]
}

export function MonthList({
  months,
  chosenId,
}: {
  months: readonly AdminMonth[]
  chosenId: string | undefined
}) {
  const chosen = useRef<HTMLAnchorElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the list, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chosen month changes
  useEffect(() => {
    const [frame, link] = [list.current, chosen.current]
    if (!frame || !link) return
    const above = link.offsetTop - frame.offsetTop
    if (above < frame.scrollTop || above + link.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = above - frame.clientHeight / 2 + link.offsetHeight / 2
    }
  }, [chosenId])
  return (
    <div className="rounded-panel border border-line bg-surface p-2">
      <nav
        ref={list}
        aria-label="Months"
        className="relative max-h-60 overflow-y-auto lg:max-h-[calc(100dvh-12rem)]"
      >
        {bySchoolYear(months).map(([schoolYear, ofYear]) => (
          <section key={schoolYear} aria-label={schoolYear}>
            <h2 className="px-2.5 pt-2 pb-1 font-sans text-xs font-semibold text-muted">{schoolYear}</h2>
            <ul>
              {ofYear.map((month) => (
                <li key={month.id}>
                  <Link
                    ref={month.id === chosenId ? chosen : undefined}
                    to={`/admin/months?month=${month.id}`}
                    aria-current={month.id === chosenId ? 'true' : undefined}
                    className="flex min-h-tap items-center gap-2 rounded-cell px-2.5 py-1 text-inherit no-underline -outline-offset-2 hover:bg-surface-inset aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-ink"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block font-semibold whitespace-nowrap">{monthLabel(month)}</span>
                      <span className="block text-xs">
                        {month.is_active && 'Published, '}
                        {submissionCount(month)}
                      </span>
                    </span>
                    {!month.is_active && <StatusBadge status="draft">Draft</StatusBadge>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}
