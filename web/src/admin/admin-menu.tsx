import { type Action, may } from '@aftercare/domain/auth/access'
import {
  CalendarDays,
  ClipboardList,
  LayoutGrid,
  List,
  type LucideIcon,
  SlidersHorizontal,
  UserCheck,
  Users,
  Zap,
} from 'lucide-react'
import { useAuth } from '../lib/auth-provider'
import { Link, NavLink, useLocation } from '../router/router'
import { Avatar } from '../ui/data/avatar'
import { ThemeSwitch } from '../ui/inputs/theme-switch'

type Entry = { to: string; label: string; Icon: LucideIcon; action: Action }

const ENTRIES: readonly Entry[] = [
  { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutGrid, action: 'admin.read' },
  { to: '/admin/months', label: 'Month Management', Icon: CalendarDays, action: 'admin.months' },
  { to: '/admin/submissions', label: 'Submissions', Icon: List, action: 'admin.submissions' },
  { to: '/admin/parent-users', label: 'Parent Users', Icon: Users, action: 'admin.parents' },
  { to: '/admin/day-reports', label: 'Day Reports', Icon: ClipboardList, action: 'admin.attendance' },
  { to: '/admin/drop-ins', label: 'Drop-Ins', Icon: Zap, action: 'admin.drop-ins' },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal, action: 'admin.program' },
]

/** Admins reach it from Day Reports; others begin here. */
const BOARD: Entry = {
  to: '/admin/day-reports/board',
  label: 'Attendance Board',
  Icon: UserCheck,
  action: 'admin.board',
}

/** The sidebar: signed-in user, the sections, theme. */
export function AdminMenu({
  user,
  onSelect,
}: {
  user: { name: string; email: string }
  onSelect?: () => void
}) {
  const name = user.name || user.email
  const { roles } = useAuth()
  const { pathname } = useLocation()
  const entries = (may('admin.read', roles) ? ENTRIES : [BOARD, ...ENTRIES]).filter(({ action }) =>
    may(action, roles),
  )
  const current = entries.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
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
          <Link
            key={to}
            to={to}
            aria-current={to === current?.to ? 'page' : undefined}
            onClick={onSelect}
            className="flex min-h-9.5 items-center gap-2.5 rounded-cell px-3 font-semibold text-muted no-underline hover:bg-surface-inset aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink coarse:min-h-tap"
          >
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
          </Link>
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <ThemeSwitch />
      </div>
    </div>
  )
}
