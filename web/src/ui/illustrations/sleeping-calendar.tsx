import { paper } from './paper'

/** A calendar with a sleeping sun: no months are open. */
export function SleepingCalendar({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 170 120" aria-hidden="true" className={className}>
      <rect
        x="30"
        y="22"
        width="110"
        height="90"
        rx="12"
        fill="var(--paper-wall)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <path d="M30 46V34a12 12 0 0 1 12-12h86a12 12 0 0 1 12 12v12z" fill="var(--paper-roof)" />
      <circle cx="56" cy="22" r="6" fill="var(--paper-ink)" />
      <circle cx="114" cy="22" r="6" fill="var(--paper-ink)" />
      <circle cx="85" cy="82" r="20" fill={paper.marigold} />
      <path
        d="M75 80q4 4 8 0M88 80q4 4 8 0M80 90q5 3 10 0"
        stroke="#2e2508"
        strokeWidth="2.5"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M112 66h10l-10 10h10" stroke="#56645f" strokeWidth="2.5" fill="none" />
    </svg>
  )
}
