import { CalendarDays, ClipboardList, LayoutGrid, List, SlidersHorizontal, Users, Zap } from 'lucide-react'
import { NavLink } from '../router/router'
import { Avatar } from '../ui/data/avatar'
import { ThemeSwitch } from '../ui/inputs/theme-switch'

const entries = [
  { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutGrid },
  { to: '/admin/months', label: 'Month Management', Icon: CalendarDays },
  { to: '/admin/submissions', label: 'Submissions', Icon: List },
  { to: '/admin/parent-users', label: 'Parent Users', Icon: Users },
  { to: '/admin/day-reports', label: 'Day Reports', Icon: ClipboardList },
  { to: '/admin/drop-ins', label: 'Drop-Ins', Icon: Zap },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal },
]

/** The sidebar: signed-in user, the sections, theme. */
export function AdminMenu({
  user,
  onSelect,
}: {
  user: { name: string; email: string }
  onSelect?: () => void
}) {
  const name = user.name || user.email
  return (
    <div className="flex min-h-full flex-col">
      <NavLink
        to="/admin/profile"
        onClick={onSelect}
        className="mb-3 flex min-h-12 items-center gap-2.5 border-b border-line px-1 pb-3 font-semibold text-text no-underline"
      >
        <Avatar name={name} index={3} initials={2} />
        <span className="min-w-0 truncate">{name}</span>
      </NavLink>
      <nav aria-label="Main" className="grid gap-0.5">
        {entries.map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            onClick={onSelect}
            className="flex min-h-9.5 items-center gap-2.5 rounded-cell px-3 font-semibold text-muted no-underline hover:bg-surface-inset aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink coarse:min-h-tap"
          >
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <ThemeSwitch />
      </div>
    </div>
  )
}
