import { Lock, LockOpen } from 'lucide-react'

/** Closes a day to new submissions, or opens it again. Give it to the calendar's `renderAction`. */
export function DayLock({
  label,
  closed,
  active,
  onToggle,
}: {
  /** Names the day: "Close December 10 to new submissions". */
  label: string
  closed: boolean
  /** Follows the grid's one tab stop. */
  active: boolean
  onToggle: () => void
}) {
  return (
    <button
      type="button"
      className="day-lock"
      aria-label={label}
      title={label}
      aria-pressed={closed}
      tabIndex={active ? 0 : -1}
      onClick={onToggle}
    >
      {closed ? <Lock className="day-lock-icon" /> : <LockOpen className="day-lock-icon" />}
    </button>
  )
}
